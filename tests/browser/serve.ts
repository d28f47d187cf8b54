/** Serves the built site for the browser tests, at the address `playwright.config.ts` names. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serveFolder } from '../../scripts/serve-site.ts';

export default async function serve(): Promise<() => Promise<void>> {
  const dist = fileURLToPath(new URL('../../dist', import.meta.url));
  if (!existsSync(dist)) throw new Error('dist/ is missing: run `npm run build` first');
  const server = await serveFolder(dist, 4399);
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
