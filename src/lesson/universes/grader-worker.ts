/** What runs in a grading worker: bundled by scripts/build-worker.ts with the checks of all lessons. The frame hands it a port. */
import { checks } from 'converge:checks';
import { browserPlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../../session/parts.ts';
import { serveGrader } from './grader.ts';
import { hardenRealm } from './harden.ts';

addEventListener(
  'message',
  (event: MessageEvent) => {
    const port = event.ports[0];
    if (port === undefined) return;
    const parts = sessionParts(browserPlatform());
    hardenRealm(parts.sdk);
    const serve = serveGrader({
      parts,
      async check(lesson) {
        const found = checks[lesson];
        if (found === undefined) throw new Error(`lesson ${lesson} has no check`);
        return found;
      },
      post: (message) => port.postMessage(message),
    });
    port.onmessage = ({ data }) => void serve(data);
  },
  { once: true },
);
