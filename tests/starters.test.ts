/** What a learner begins with is read in an editor of 64 columns: nothing in it wraps, and there is room for the answer. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const columns = 64;
const starters = globSync('src/content/lessons/*/*/start/*.ts').map((path) => ({ path, text: readFileSync(path, 'utf8') }));

test('no line of a starter is wider than the editor', () => {
  const wide = starters.flatMap(({ path, text }) => text.split('\n').filter((line) => line.length > columns).map((line) => `${path}: ${line}`));
  expect(wide).toEqual([]);
});

test('an empty line waits for the answer under what is asked', () => {
  const asking = starters.filter(({ text }) => text.includes('// Yours.'));
  expect(asking.length).toBeGreaterThan(2);
  for (const { path, text } of asking) expect(/\/\/ Yours\..*\n(\s*\/\/.*\n)*\n/.test(text), path).toBe(true);
});
