/**
 * Serves `dist/` on a local port with the headers of `public/_headers`, compressed as a static host would: `node scripts/serve-site.ts
 * [--port 4321] [--folder DIR]`. `--build` builds the course first, as `npm start` has it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { brand } from '../src/brand/brand.ts';

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

/** One answered request: the path that was requested and the bytes of the body as they went over the network. */
export interface SentFile {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Starts a static server for a folder; `base` is the sub-path it is served under ('/' or '/course/'). `onSent` hears of every answer when its
 * last byte has been handed to the network.
 */
export function serveFolder(folder: string, port: number, base = '/', onSent?: (file: SentFile) => void): Promise<Server> {
  const headersFile = join(folder, '_headers');
  const rules = existsSync(headersFile) ? parseHeaders(readFileSync(headersFile, 'utf8')) : [];
  const compressed = new Map<string, CompressedFile>();
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
    const body = encodeFile(found, request, response, compressed);
    if (onSent !== undefined) response.once('finish', () => onSent({ path, bytes: body.length }));
    response.end(body);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

interface CompressedFile {
  readonly modifiedMs: number;
  readonly body: Buffer;
}

/** The body of an answer, gzipped where the browser takes that and the type gains from it; sets the headers that describe it. */
function encodeFile(file: string, request: IncomingMessage, response: ServerResponse, compressed: Map<string, CompressedFile>): Buffer {
  const type = types[extname(file)] ?? 'application/octet-stream';
  response.setHeader('content-type', type);
  const isCompressible = /^text\/|javascript|json|xml|wasm/.test(type);
  if (isCompressible) response.setHeader('vary', 'accept-encoding');
  if (!isCompressible || !/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return readFileSync(file);
  response.setHeader('content-encoding', 'gzip');
  const modifiedMs = statSync(file).mtimeMs;
  const known = compressed.get(file);
  if (known?.modifiedMs === modifiedMs) return known.body;
  const body = gzipSync(readFileSync(file), { level: 9 });
  compressed.set(file, { modifiedMs, body });
  return body;
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

const usage = `npm start [-- flags]: builds the course and serves it on 127.0.0.1, until interrupted
  --port N       port, 4321 by default, or the next free one
  --help         this text`;

/** Reads the command line; one it can't read ends the program with a sentence. */
function readOptions(args: string[]): { readonly port: number; readonly folder: string; readonly build: boolean } {
  const end = (words: string, status: number): never => {
    (status === 0 ? console.log : console.error)(words);
    process.exit(status);
  };
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: 'string', default: '4321' },
        folder: { type: 'string', default: fileURLToPath(new URL('../dist', import.meta.url)) },
        build: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return end(usage, 0);
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) return end('--port takes a number from 1 to 65535, such as --port 4321', 2);
    return { port, folder: values.folder, build: values.build };
  } catch (error) {
    return end(`${error instanceof Error ? error.message : String(error)}\n${usage}`, 2);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { port: wanted, folder, build } = readOptions(process.argv.slice(2));
  if (build) {
    const { status } = spawnSync(process.execPath, [fileURLToPath(new URL('build.ts', import.meta.url))], { stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
  const { server, port } = await listen(folder, wanted);
  console.log(`\n${brand.name} is at http://127.0.0.1:${port}/  (Ctrl+C ends it)`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close(() => process.exit(0));
      server.closeAllConnections();
    });
  }
}
