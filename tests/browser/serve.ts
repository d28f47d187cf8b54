/** Serves the built site for the browser tests, at the address `playwright.config.ts` names (CONVERGE_DIST: another folder than dist/). */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serveFolder } from '../../scripts/serve-site.ts';

/** Beside a run of somebody else's on the same machine: CONVERGE_TEST_PORT. */
export const port = Number(process.env['CONVERGE_TEST_PORT'] ?? 4399);

/** The built site. */
export const builtSite = process.env['CONVERGE_DIST'] ?? fileURLToPath(new URL('../../dist', import.meta.url));

export default async function serve(): Promise<() => Promise<void>> {
  if (!existsSync(builtSite)) throw new Error(`${builtSite} is missing: run \`npm run build\` first`);
  const server = await serveFolder(builtSite, port);
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
