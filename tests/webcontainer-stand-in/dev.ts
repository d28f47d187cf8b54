/** `npm run dev:webcontainer`: the built site with a stand-in in StackBlitz's place, to work on the WebContainer runtime offline. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { serveFolder } from '../../scripts/serve-site.ts';
import { startStandIn } from './server.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
if (!existsSync(dist)) throw new Error('dist/ is missing: run `npm run build` first');
const standIn = await startStandIn();
const site = await serveFolder(dist, 0);
const bound = site.address();
const port = typeof bound === 'object' && bound !== null ? bound.port : 0;

/** Pages as they are built, told where the frame comes from. */
const front = createServer(async (request, response) => {
  const answer = await fetch(`http://127.0.0.1:${port}${request.url ?? '/'}`, { redirect: 'manual' });
  // The stand-in has another address than the one that pages allow.
  const left = ['transfer-encoding', 'content-security-policy', 'content-encoding', 'content-length'];
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !left.includes(name)));
  let body = Buffer.from(await answer.arrayBuffer());
  if (headers['content-type']?.startsWith('text/html') === true) {
    const told = `<script>globalThis.WEBCONTAINER_API_IFRAME_URL=${JSON.stringify(standIn.url)}</script>`;
    const page = body.toString('utf8').replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
    body = Buffer.from(page.replace('<head>', `<head>${told}`));
  }
  response.writeHead(answer.status, headers).end(request.method === 'HEAD' ? undefined : body);
});
front.listen(4330, '127.0.0.1', () => {
  console.log(`Converge is at http://127.0.0.1:4330/, its WebContainers come from ${standIn.url}  (Ctrl+C ends it)`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void standIn.close().then(() => process.exit(0)));
