/** Who copied is marked, and who solved it by themselves isn't, tried with the answers that the course has. */
import { expect, test } from 'vitest';
import { readLesson } from '../../../lesson/node/lesson-folder.ts';
import { findAlike } from './similar.ts';

const { exercise } = readLesson('12-replicaset');
const start = exercise?.start['reconcile.ts'] ?? '';
const solution = exercise?.solution['reconcile.ts'] ?? '';
const alike = (...texts: readonly string[]): readonly (readonly [string, string, number])[] =>
  findAlike(texts.map((text, place) => ({ file: `${place}.json`, text })), 'reconcile.ts', [start]).map(({ left, right, share }) => [left, right, Math.round(share * 100)]);

test('a copy with other comments and spaces is the same', () => {
  expect(alike(solution, `// Mine.\n${solution.replaceAll('\n', '\n  ')}`)).toEqual([['0.json', '1.json', 100]]);
});

test('a copy with other names is alike', () => {
  const renamed = solution.replaceAll(/\b(missing|mine|pods|owned|active|desired|name|key)\b/g, '$1Here');
  expect(renamed).not.toBe(solution);
  const [[left, right, share] = []] = alike(solution, renamed);
  expect([left, right]).toEqual(['0.json', '1.json']);
  expect(share).toBeGreaterThan(90);
});

test('a line’s end in a file’s name hides no copy', () => {
  const renamed = solution.replaceAll(/\b(missing|mine|pods|owned|active|desired|name|key)\b/g, '$1Here');
  expect(findAlike([{ file: 'kim.json', text: solution }, { file: 'l\nee.json', text: renamed }], 'reconcile.ts', [start])).toMatchObject([{ left: 'kim.json', right: 'l\nee.json' }]);
});

test('who hands in what the lesson gave is like nobody', () => {
  expect(alike(start, start)).toEqual([]);
});

test('a whole class that hands in one text is marked, too', () => {
  expect(alike(...Array.from({ length: 40 }, () => solution))).toHaveLength(39);
});

/** These were written by several people who had the page alone; the others of the course are edits of its solution. */
test.each(['1-thermostats', '2-your-own-controller', '12-replicaset'])('%s: who solved it alone is like few', (slug) => {
  const { exercise: each } = readLesson(slug);
  const { file = '', start: given = {}, right = [] } = each ?? {};
  const pairs = findAlike(right.map(({ name, text }) => ({ file: name, text })), file, [given[file] ?? '']);
  expect(pairs.map(({ left, right: other, share }) => `${left} ${other} ${share.toFixed(2)}`)).toEqual([]);
});

test('a repaired manifest is compared with nobody’s', () => {
  const { exercise: manifests } = readLesson('21-probes');
  const text = manifests?.solution[manifests.file] ?? '';
  expect(text).not.toBe('');
  expect(findAlike([{ file: 'a', text }, { file: 'b', text }], manifests?.file ?? '', [])).toEqual([]);
});
