/** An isolated page with nothing on it but the WebContainer runtime, and the stand-in it boots from. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { engineFiles } from './runtime-site.ts';
import { type StandIn, startStandIn } from '../webcontainer-stand-in/server.ts';

export interface ContainerSite {
  readonly url: string;
  readonly standIn: StandIn;
  close(): Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

export async function openContainerSite(): Promise<ContainerSite> {
  const bundled = `${root}.generated/container-engine.txt`;
  if (!existsSync(bundled)) throw new Error('.generated/container-engine.txt is missing: run `npm run build` first');
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['tests/browser/container-page.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
  });
  const files: Readonly<Record<string, readonly [string, string]>> = {
    '/': ['text/html', '<!doctype html><title>runtime</title><body><script src="page.js"></script></body>'],
    '/page.js': ['text/javascript', outputFiles[0]?.text ?? ''],
    ...engineFiles('/engine/'),
    '/container-engine.txt': ['text/plain', readFileSync(bundled, 'utf8')],
  };
  const server = createServer((request, response) => {
    const found = files[request.url ?? '/'];
    response.setHeader('cross-origin-opener-policy', 'same-origin');
    response.setHeader('cross-origin-embedder-policy', 'require-corp');
    if (found === undefined) return void response.writeHead(404).end();
    response.setHeader('content-type', found[0]);
    response.end(found[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const standIn = await startStandIn();
  return {
    url: `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}/`,
    standIn,
    async close() {
      await standIn.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
