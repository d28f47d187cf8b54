import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { brand } from './brand.ts';

/** A file's text without comments. */
const code = (path: string): string => readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

test('the page has the course’s name from here, so that another name is one line', () => {
  const files = ['src/components', 'src/pages'].flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)));
  const read = files.filter((file) => /\.(?:ts|astro|svelte)$/.test(file) && !file.endsWith('.test.ts'));
  expect(read.length).toBeGreaterThan(100);
  expect(read.filter((file) => code(file).includes(brand.name))).toEqual([]);
});

test('the mark has what moves as lessons are passed', () => {
  expect(readFileSync('src/brand/logo.svg', 'utf8')).toContain('class="plug"');
});
