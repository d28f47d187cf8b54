/** Serves `dist/` on a local port with the headers of `public/_headers`: `node scripts/serve-site.ts [--port 4321]`. */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};

interface HeaderRule {
  readonly pattern: RegExp;
  readonly headers: readonly (readonly [string, string])[];
}

/** Reads Netlify's and Cloudflare's `_headers`: a path pattern, then indented `Name: value` lines. */
export function parseHeaders(text: string): readonly HeaderRule[] {
  const rules: { pattern: RegExp; headers: [string, string][] }[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const header = /^\s+([^:]+):\s*(.*)$/.exec(line);
    if (header?.[1] !== undefined && header[2] !== undefined) rules.at(-1)?.headers.push([header[1], header[2]]);
    else rules.push({ pattern: new RegExp(`^${line.trim().replaceAll('*', '.*')}$`), headers: [] });
  }
  return rules;
}

/** Starts a static server for a folder; `base` is the sub-path it is served under ('/' or '/course/'). */
export function serveFolder(folder: string, port: number, base = '/'): Promise<Server> {
  const headersFile = join(folder, '_headers');
  const rules = existsSync(headersFile) ? parseHeaders(readFileSync(headersFile, 'utf8')) : [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/');
    for (const rule of rules) {
      if (rule.pattern.test(path)) for (const [name, value] of rule.headers) response.setHeader(name, value);
    }
    const relative = path.startsWith(base) ? path.slice(base.length) : undefined;
    const file = relative === undefined ? undefined : findFile(folder, relative);
    if (file === 'redirect') return void response.writeHead(301, { location: `${path}/` }).end();
    const found = file ?? join(folder, '404.html');
    response.statusCode = file === undefined ? 404 : 200;
    if (!existsSync(found)) return void response.end('not found');
    response.setHeader('content-type', types[extname(found)] ?? 'application/octet-stream');
    createReadStream(found).pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function findFile(folder: string, relative: string): string | 'redirect' | undefined {
  const file = join(folder, normalize(`/${relative}`));
  if (!existsSync(file)) return existsSync(`${file}.html`) ? `${file}.html` : undefined;
  if (!statSync(file).isDirectory()) return file;
  if (relative !== '' && !relative.endsWith('/')) return 'redirect';
  const index = join(file, 'index.html');
  return existsSync(index) ? index : undefined;
}

/** Listens on `port`, or on the next free one of the twenty behind it. */
async function listen(folder: string, port: number): Promise<{ server: Server; port: number }> {
  for (let candidate = port; candidate < port + 20; candidate += 1) {
    try {
      return { server: await serveFolder(folder, candidate), port: candidate };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    }
  }
  throw new Error(`ports ${port} to ${port + 19} are all taken: choose another with --port`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const flag = process.argv.indexOf('--port');
  const wanted = flag > 0 ? Number(process.argv[flag + 1]) : 4321;
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > 65_535) {
    console.error('--port takes a number from 1 to 65535, such as --port 4321');
    process.exit(2);
  }
  const { server, port } = await listen(fileURLToPath(new URL('../dist', import.meta.url)), wanted);
  console.log(`\nConverge is at http://127.0.0.1:${port}/  (Ctrl+C ends it)`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close(() => process.exit(0));
      server.closeAllConnections();
    });
  }
}
