import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { pagesOf } from '../scripts/hosting/header-rules.ts';
import { packageFolder, recordedPackages } from '../scripts/licenses/bundled-packages.ts';
import { licensesText, readPackageLicense } from '../scripts/licenses/licenses-text.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A file of the built site. */
function built(path: string): string {
  const file = join(root, 'dist', path);
  if (!existsSync(file)) throw new Error(`dist/${path} is missing: run \`npm run build\` first`);
  return readFileSync(file, 'utf8');
}

test.for([
  ['node_modules/svelte/src/index.js', 'node_modules/svelte'],
  ['/srv/course/node_modules/@codemirror/view/dist/index.js?v=1', 'node_modules/@codemirror/view'],
  ['C:\\course\\node_modules\\a\\node_modules\\@b\\c\\index.js', 'node_modules/a/node_modules/@b/c'],
  ['\0/course/node_modules/a/index.js?commonjs-proxy', 'node_modules/a'],
  ['src/engine/index.ts', undefined],
])('%s lies in the package %s', ([module = '', folder]) => {
  expect(packageFolder(module)).toBe(folder);
});

test('the license of every package that a bundle is made of is in licenses.txt', () => {
  const text = built('licenses.txt');
  const records = recordedPackages();
  expect([...records.keys()].sort()).toEqual(['engine', 'engines-for-node', 'service-worker', 'site', 'site-workers']);
  // One well-known package of each bundle: a record that is empty would prove nothing.
  for (const [bundle, known] of [['engine', 'yaml'], ['site', '@codemirror/view'], ['service-worker', 'workbox-strategies'], ['site-workers', 'typescript']] as const)
    expect(records.get(bundle)).toContain(`node_modules/${known}`);
  const missing = [...records.values()].flat().filter((folder) => {
    const { name, version, texts } = readPackageLicense(root, folder);
    return !text.includes(`${name} ${version} (`) || !texts.every((each) => text.includes(each));
  });
  expect(missing).toEqual([]);
  // In no bundle; its licenses are two files in a folder.
  expect(text).toMatch(/^pagefind \d\S* \(MIT\)/m);
  expect(text).toContain('Copyright (c) Pagefind');
});

test('every page links the licenses', () => {
  const pages = pagesOf(join(root, 'dist'));
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((page) => !built(page).includes('href="/licenses.txt"'))).toEqual([]);
});

test('a text that two packages share is printed once, under both names', () => {
  const one = { name: 'a', version: '1.0.0', license: 'MIT', homepage: 'https://a.example', texts: ['Permission …'] };
  const text = licensesText(root, [one, { ...one, name: 'b' }, { ...one, name: 'c', texts: [] }]);
  expect(text.match(/Permission …/g)).toHaveLength(1);
  expect(text).toContain('a 1.0.0 (MIT) https://a.example\nb 1.0.0 (MIT) https://a.example\n');
  expect(text).toContain('The package brings no license text. Its manifest says: MIT.');
});
