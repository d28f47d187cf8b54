/** What runs in the worker: bundled to one classic script by scripts/build-worker.ts. The frame hands it the page's port. */
import { descriptions } from 'converge:descriptions';
import { sessionParts } from '../../session/parts.ts';
import { serveHost } from '../serve.ts';
import { browserPlatform } from '../platforms.ts';

addEventListener(
  'message',
  (event: MessageEvent) => {
    const port = event.ports[0];
    if (port === undefined) return;
    const serve = serveHost(sessionParts(browserPlatform(), descriptions), (message) => port.postMessage(message));
    port.onmessage = ({ data }) => serve(data);
  },
  { once: true },
);
