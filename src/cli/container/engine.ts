/** What runs in a WebContainer: bundled to one file of plain JavaScript by scripts/build-worker.ts. Its terminal is the page's channel. */
import { descriptions } from 'converge:descriptions';
import { serveHost } from '../../runtimes/serve.ts';
import { nodePlatform } from '../../runtimes/settle.ts';
import { createDecoder, encodeMessage, marks } from '../../runtimes/webcontainer/framing.ts';
import { sessionParts } from '../../session/parts.ts';
import { isToEngine } from './to-engine.ts';

// No echo, and lines as long as they like.
if (process.stdin.isTTY) process.stdin.setRawMode(true);
process.stdin.setEncoding('utf8');

const serve = serveHost(sessionParts(nodePlatform(), descriptions), (message) => {
  process.stdout.write(encodeMessage(marks.fromEngine, message));
});
const decode = createDecoder(marks.toEngine, (message) => {
  if (isToEngine(message)) serve(message);
});
process.stdin.on('data', (chunk) => decode(String(chunk)));
// The page has gone.
process.stdin.on('end', () => process.exit(0));
