/**
 * Bundles the engine's worker into one classic script, `.generated/engine-worker.txt`. The page takes it by `?url` (as text: no
 * bundler touches it again, and it is fetched under the site's base) and starts it in a sandboxed frame.
 */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}.generated/engine-worker.txt`;

const { outputFiles, warnings } = await build({
  absWorkingDir: root,
  entryPoints: ['src/runtimes/worker/engine-worker.ts'],
  bundle: true,
  write: false,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  // ASCII only: the text is the same whatever charset a host serves it with.
  charset: 'ascii',
  legalComments: 'none',
  alias: { 'converge/sdk': `${root}src/engine/sdk/index.ts` },
  logLevel: 'warning',
});
const text = outputFiles[0]?.text;
if (text === undefined || warnings.length > 0) throw new Error('the worker’s bundle has warnings: see above');
mkdirSync(`${root}.generated`, { recursive: true });
writeFileSync(out, text);
const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} KB`;
console.log(`engine worker: ${kilobytes(statSync(out).size)}, ${kilobytes(gzipSync(text, { level: 9 }).length)} gzip`);
