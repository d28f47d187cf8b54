/** `npm run dev` has `embed.js`, also below a sub-path; the script defines the element. */
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { expect, test } from 'vitest';
import { serveEmbedScript } from '../scripts/dev/embed.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test.each(['/', '/course/'])('embed.js is served below %s', async (base) => {
  const server = await createServer({ root: `${root}tests/golden`, base, configFile: false, logLevel: 'silent', appType: 'custom', plugins: [serveEmbedScript(root)], server: { port: 0, host: '127.0.0.1', ws: false } });
  try {
    await server.listen();
    const [url = ''] = server.resolvedUrls?.local ?? [];
    const answer = await fetch(`${url}embed.js`);
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await answer.text()).toContain('converge-cell');
    expect((await fetch(`${url}other.js`)).status).toBe(404);
  } finally {
    await server.close();
  }
});
