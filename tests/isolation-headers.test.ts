import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addIsolationRules } from '../scripts/isolation-headers.ts';
import { serveFolder } from '../scripts/serve-site.ts';

const opener = 'cross-origin-opener-policy';
const embedder = 'cross-origin-embedder-policy';

/** A course of two lessons, one of which asks for a WebContainer, built for this base; then what its pages are served with. */
async function served(base: string, paths: readonly string[]) {
  const root = mkdtempSync(join(tmpdir(), 'converge-headers-'));
  const dist = join(root, 'dist');
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('src/content/lessons/1-part/1-plain/index.mdx', '---\ntitle: Plain\nruntime: worker\n---\n\nruntime: webcontainer\n');
  write('src/content/lessons/1-part/2-node/index.mdx', '---\ntitle: Node\nruntime: webcontainer\n---\n');
  for (const page of ['', 'lessons/1-plain/', 'lessons/2-node/']) write(`dist/${page}index.html`, '<!doctype html>');
  write('dist/_astro/frame.js', '');
  write('dist/_headers', '/*\n  X-Content-Type-Options: nosniff\n');
  addIsolationRules(root, dist, base);
  const server = await serveFolder(dist, 0, base.replace(/\/*$/, '/'));
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  try {
    return await Promise.all(
      paths.map(async (path) => {
        const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`);
        return [status, headers.get('x-content-type-options'), headers.get(opener), headers.get(embedder)];
      }),
    );
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(root, { recursive: true });
  }
}

test.for([
  ['/', '/'],
  ['/course', '/course/'],
  ['/course/', '/course/'],
])('built for %s, lessons that ask for a WebContainer are isolated, and no other page is', async ([base = '', at = '']) => {
  const paths = ['', 'lessons/1-plain/', 'lessons/2-node/', 'lessons/2-node', '_astro/frame.js'].map((path) => at + path);
  expect(await served(base, paths)).toEqual([
    [200, 'nosniff', null, null],
    [200, 'nosniff', null, null],
    [200, 'nosniff', 'same-origin', 'require-corp'],
    [200, 'nosniff', 'same-origin', 'require-corp'],
    // A worker of an isolated page says that it embeds nothing, too.
    [200, 'nosniff', null, 'require-corp'],
  ]);
});
