/** What documents say of this repository is there: commands, folders, fields of a lesson. `tests/tidy.test.ts` has their links. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { exerciseFields, lessonFields } from '../src/lesson/frontmatter.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

test('each `npm run` that a document names is a script, and each script and program is a file', () => {
  const { scripts } = JSON.parse(text('package.json'));
  const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: root });
  const programs = new Set(globSync(['scripts/**/*.{ts,mjs}', 'src/**/*.ts', 'tests/**/*.ts'], { cwd: root }));
  expect(documents).toContain('README.md');
  const missing = documents.flatMap((file) => [
    ...[...text(file).matchAll(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g)].filter(([, name = '']) => scripts[name] === undefined),
    ...[...text(file).matchAll(/\bnode ((?:scripts|src|tests)\/[\w./-]+)/g)].filter(([, path = '']) => !programs.has(path)),
  ].map(([command]) => `${file}: ${command}`));
  expect(missing).toEqual([]);
});

test('CONTRIBUTING.md says of each folder of the source what it holds', () => {
  const table = text('CONTRIBUTING.md');
  const folders = ['src', 'src/engine'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}/${name}/`),
  );
  // Its folders stand one by one.
  expect(folders.filter((folder) => folder !== 'src/engine/' && !table.includes(`\`${folder}`))).toEqual([]);
});

test('docs/authoring.md names each field of a lesson and of an exercise', () => {
  const document = text('docs/authoring.md');
  expect([...Object.keys(lessonFields), ...exerciseFields].filter((field) => !document.includes(`\`${field}`))).toEqual([]);
});
