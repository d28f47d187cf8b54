/** docs/facts.md: each cell that it names exists, and each fact is seen in one. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { lessonSlugs, readLesson } from '../src/lesson/node/lesson-folder.ts';

const text = readFileSync(fileURLToPath(new URL('../docs/facts.md', import.meta.url)), 'utf8');
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split('|').map((each) => each.trim()));
const named = (places = ''): readonly string[] => [...places.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place);

test('each fact is seen in a cell', () => {
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(([, , places]) => named(places).length === 0)).toEqual([]);
});

test('each cell that is named exists', () => {
  const cells = new Set(lessonSlugs().flatMap((slug) => readLesson(slug).cells.map(({ id }) => `${slug}#${id}`)));
  expect(rows.flatMap(([, , places]) => named(places)).filter((place) => !cells.has(place))).toEqual([]);
});
