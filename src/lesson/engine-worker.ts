/**
 * What runs in the worker: bundled to one classic script by scripts/build-worker.ts. The first message says what the worker is to be,
 * a session or a grader, and brings the page's port.
 */
import { coreExports } from 'converge:core-exports';
import { serveGraderWorker } from './universes/grader-worker.ts';
import type { ToGrader } from './universes/grading.ts';
import { sessionParts } from '../session/parts.ts';
import type { ToEngine } from '../runtimes/protocol.ts';
import { serveHost } from '../runtimes/serve.ts';
import { browserPlatform } from '../runtimes/platforms.ts';
import type { WorkerRole } from '../runtimes/worker/frame.ts';
import { isPieceAnswer, usePieces } from '../runtimes/worker/pieces.ts';

/** Says hello; returns what takes the page's messages, which are those of this role. */
function start(role: WorkerRole, port: MessagePort): (message: ToEngine & ToGrader) => void {
  const parts = sessionParts(browserPlatform(), async () => (await import('converge:descriptions')).descriptions);
  return role === 'grader'
    ? serveGraderWorker(parts, (message) => port.postMessage(message))
    : serveHost(parts, (message) => port.postMessage(message));
}

addEventListener(
  'message',
  (event: MessageEvent<WorkerRole>) => {
    const port = event.ports[0];
    if (port === undefined) return;
    const pieces = usePieces({ request: (message) => port.postMessage(message), coreExports: coreExports() });
    const serve = start(event.data, port);
    port.onmessage = ({ data }) => {
      if (isPieceAnswer(data)) pieces.receive(data);
      else serve(data);
    };
  },
  { once: true },
);
