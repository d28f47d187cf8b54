/** The yaml that the page's bundle has reads manifests as the whole one does. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { yamlForReading } from '../scripts/yaml-for-reading.ts';
import { type Manifest, readManifest } from '../src/kubectl/manifest/read.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What YAML has that manifests rarely use; and what can't be read. */
const rare = [
  'a: !!binary aGVsbG8=\nb: !!set {c, d}\ne: !!omap [f: 1]\ng: !!timestamp 2001-12-14\nh: !!str 5\ni: !j k\nl: !!pairs [m: 1]\n',
  'a: &a {b: 1, c: 2}\nd:\n  <<: *a\n  c: 3\ne: *a\n',
  'a: 1_000\nb: 0o7\nc: 017\nd: 1:30\ne: .5\nf: .\ng: 1e3\nh: .inf\ni: ~\nj: yes\nk: 2026-01-01T00:00:00Z\nl: 0b11\nm: 0x1F\n',
  'a: |-\n  b\n   c\nd: >+\n  e\n  f\n\ng: "\\u00e9\\n"\nh: \'it\'\'s\'\n# i\nj: k # l\n',
  '%YAML 1.2\n---\na: yes\nb: 0o7\nc: 1e3\nd: true\n',
  '? [a]\n: b\n',
  '? {a: 1}\n: b\n',
  'a: *b\n',
  'a: [1\n',
  'a: b: c\n',
  'a: !!binary "%"\n',
  '\ta: 1\n',
  '',
];

test('what can’t be reached is left out, and each text is read as before', async () => {
  const { outputFiles } = await build({
    stdin: { contents: "export { readManifest } from './src/kubectl/manifest/read.ts';", resolveDir: root },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'reader',
    plugins: [yamlForReading],
  });
  const text = outputFiles[0]?.text ?? '';
  expect(text).toContain('stringifyString is not in this bundle');
  const bundled: { readonly readManifest: typeof readManifest } = new Function(`${text}\nreturn reader;`)();
  const files = globSync(['src/content/**/*.{yaml,yml}', 'examples/**/*.{yaml,yml}', 'tests/**/*.{yaml,yml}'], { cwd: root }).sort();
  expect(files.length).toBeGreaterThan(30);
  for (const source of [...files.map((file) => readFileSync(root + file, 'utf8')), ...rare]) expect(told(bundled.readManifest('f', source)), source).toEqual(told(readManifest('f', source)));
});

/** The error of a bundle is of another class. */
const told = ({ objects, error }: Manifest) => ({ objects, error: error?.message, line: error?.line });
