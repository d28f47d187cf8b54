import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headerRules, isolatedPages, nginxMaps } from '../scripts/hosting/header-rules.ts';
import { inlineScriptHashes, withPolicy } from '../scripts/hosting/policy.ts';
import { writeHeaderFiles } from '../scripts/hosting/write-hosting.ts';
import { serveFolder } from '../scripts/serve-site.ts';
import type { PlaceChoice } from '../src/runtimes/place.ts';

const opener = 'cross-origin-opener-policy';
const embedder = 'cross-origin-embedder-policy';

/** A course of three lessons, one of which asks for a WebContainer and one leaves it open, built for this base; then what its pages are served with. */
async function served(base: string, paths: readonly string[], runtime?: PlaceChoice) {
  const root = mkdtempSync(join(tmpdir(), 'converge-headers-'));
  const dist = join(root, 'dist');
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('src/content/lessons/1-part/1-plain/index.mdx', '---\ntitle: Plain\nruntime: worker\n---\n\nruntime: webcontainer\n');
  write('src/content/lessons/1-part/2-node/index.mdx', '---\ntitle: Node\nruntime: webcontainer\n---\n');
  write('src/content/lessons/1-part/3-open/index.mdx', '---\ntitle: Open\n---\n');
  for (const page of ['lessons/3-open/', '', 'embed/1-plain/', 'lessons/1-plain/', 'lessons/2-node/', 'de/lessons/2-node/']) write(`dist/${page}index.html`, '<!doctype html>');
  write('dist/_astro/frame.js', '');
  write('dist/_headers', '/*\n  X-Content-Type-Options: nosniff\n');
  write('dist/engine/index.html', `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`);
  writeHeaderFiles({ root, out: dist, base, ...(runtime && { runtime }) });
  const server = await serveFolder(dist, 0, base);
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  try {
    return await Promise.all(
      paths.map(async (path) => {
        const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`);
        return { status, headers };
      }),
    );
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(root, { recursive: true });
  }
}

test.for([
  '/',
  '/course/',
])('built for %s, lessons that ask for a WebContainer are isolated, and no other page is', async (base) => {
  const paths = ['', 'lessons/1-plain/', 'lessons/2-node/', 'lessons/2-node', 'de/lessons/2-node/', '_astro/frame.js'].map((path) => base + path);
  const answers = await served(base, paths);
  expect(answers.map(({ status, headers }) => [status, headers.get('x-content-type-options'), headers.get(opener), headers.get(embedder)])).toEqual([
    [200, 'nosniff', null, null],
    [200, 'nosniff', null, null],
    [200, 'nosniff', 'same-origin', 'require-corp'],
    [200, 'nosniff', 'same-origin', 'require-corp'],
    [200, 'nosniff', 'same-origin', 'require-corp'],
    // A worker of an isolated page says that it embeds nothing, too.
    [200, 'nosniff', null, 'require-corp'],
  ]);
});

const script = 'alert(1)';
/** `printf 'alert(1)' | openssl dgst -sha256 -binary | base64` */
const hash = 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';

test('a page forbids eval, and allows the scripts that stand in it, by their hash', () => {
  const page = withPolicy(`<!doctype html><head><meta charset="utf-8"/><script>${script}</script><script src="/a.js"></script></head>`);
  expect(page).toMatch(/<meta charset="utf-8"\/><meta http-equiv="Content-Security-Policy" content="[^"]*"><script>/);
  expect(page).toContain(`script-src 'self' 'wasm-unsafe-eval' '${hash}';`);
  expect(page).not.toContain("'unsafe-eval'");
});

test('a page sends to no other server, unless the course reports to one', () => {
  const html = '<!doctype html><head><meta charset="utf-8"/></head>';
  expect(withPolicy(html)).toContain("; connect-src 'self' https://stackblitz.com;");
  expect(withPolicy(html, ['https://lrs.example.edu'])).toContain("; connect-src 'self' https://stackblitz.com https://lrs.example.edu;");
});

test('files of a page and data in it need no hash', () => {
  const html = `<script type="application/json">{}</script><script type="module" src="/b.js"></script><script type="module">${script}</script>`;
  expect(inlineScriptHashes(html)).toEqual([hash]);
});

test.for(['/', '/course/'])('built for %s, what is named by its content is kept for a year, and pages have a policy', async (base) => {
  const policy = 'content-security-policy';
  const paths = ['', 'lessons/1-plain/', 'engine/', '_astro/frame.js'].map((path) => base + path);
  const answers = (await served(base, paths)).map(({ headers }) => [headers.get('cache-control'), headers.get(policy)?.split(';')[0]]);
  expect(answers).toEqual([
    [null, "default-src 'self'"],
    [null, "default-src 'self'"],
    [null, "default-src 'none'"],
    ['public, max-age=31536000, immutable', "default-src 'none'"],
  ]);
});

test.for([
  { runtime: 'webcontainer', isolated: ['lessons/2-node/', 'lessons/3-open/'] },
  { runtime: 'auto', isolated: ['lessons/2-node/'] },
  { runtime: 'worker', isolated: [] },
] as const)('built with --runtime $runtime, these lessons are isolated: $isolated', async ({ runtime, isolated }) => {
  const paths = ['', 'embed/1-plain/', 'lessons/1-plain/', 'lessons/2-node/', 'lessons/3-open/'];
  const answers = await served('/', paths.map((path) => `/${path}`), runtime);
  const found = paths.filter((_, index) => answers[index]?.headers.get(opener) === 'same-origin' && answers[index]?.headers.get(embedder) === 'require-corp');
  expect(found).toEqual(isolated);
});

test('where every lesson is isolated one rule says so: Cloudflare Pages takes a hundred rules', () => {
  const root = mkdtempSync(join(tmpdir(), 'converge-headers-'));
  const slugs = ['1-first', '2-second'];
  for (const path of [...slugs.map((slug) => `src/content/lessons/1-part/${slug}`), ...slugs.map((slug) => `dist/lessons/${slug}`), 'dist/de/lessons/1-first']) {
    mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, path, path.startsWith('dist/') ? 'index.html' : 'index.mdx'), '---\ntitle: A lesson\n---\n');
  }
  mkdirSync(join(root, 'dist/engine'));
  writeFileSync(join(root, 'dist/engine/index.html'), `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`);
  const site = { root, out: join(root, 'dist'), base: '/course/', runtime: 'webcontainer' } as const;
  const rules = headerRules(site, '').filter(({ headers }) => headers['Cross-Origin-Opener-Policy'] !== undefined);
  expect(rules.map(({ path }) => path)).toEqual(['/course/de/lessons/*', '/course/lessons/*']);
  expect(isolatedPages(site)).toEqual(['de/lessons/1-first/', 'lessons/1-first/', 'lessons/2-second/']);
  rmSync(root, { recursive: true });
});

test.for(['/', '/course/'])('built for %s, other sites may show the pages for it in a frame, and no others', async (base) => {
  const paths = ['', 'lessons/1-plain/', 'embed/1-plain/', 'engine/'].map((path) => base + path);
  const policies = (await served(base, paths)).map(({ headers }) => headers.get('content-security-policy') ?? '');
  // The engine's page stands within one that is framed.
  expect(policies.map((policy) => /frame-ancestors [^;]*/.exec(policy)?.[0])).toEqual(["frame-ancestors 'self'", "frame-ancestors 'self'", undefined, undefined]);
});

test('nginx is told the same by its variables, with what holds where no rule does', () => {
  const rules = [
    { path: '/course/_astro/*', headers: { 'Cache-Control': 'immutable' } },
    { path: '/course/404.html', headers: { 'Cache-Control': 'no-cache' } },
    { path: '/course/a.b', headers: { 'Cache-Control': 'private' } },
  ];
  expect(nginxMaps(rules, { 'Cache-Control': 'no-cache' })).toContain(
    [
      'map $uri $converge_cache_control {',
      '  "~^/course/_astro/" "immutable";',
      '  "~^/course/a\\.b$" "private";',
      '  default "no-cache";',
      '}',
    ].join('\n'),
  );
});
