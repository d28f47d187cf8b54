/** Serves the built site for the browser tests, at the address `playwright.config.ts` names (CONVERGE_DIST: another folder than dist/). */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serveFolder } from '../../scripts/serve-site.ts';

/** Beside a run of somebody else's on the same machine: CONVERGE_TEST_PORT. */
export const port = Number(process.env['CONVERGE_TEST_PORT'] ?? 4399);

export default async function serve(): Promise<() => Promise<void>> {
  const dist = process.env['CONVERGE_DIST'] ?? fileURLToPath(new URL('../../dist', import.meta.url));
  if (!existsSync(dist)) throw new Error(`${dist} is missing: run \`npm run build\` first`);
  const server = await serveFolder(dist, port);
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
