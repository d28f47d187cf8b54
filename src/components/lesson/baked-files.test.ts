import { existsSync, statSync, utimesSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readBakedLesson } from './baked-files.ts';

test('a lesson’s file is read once for all of its cells, and again when it has changed', () => {
  const file = '.generated/lessons/1-thermostats.json';
  expect(existsSync(file), 'the lessons haven’t run: npm run build').toBe(true);
  const first = readBakedLesson('1-thermostats');
  expect(readBakedLesson('1-thermostats')).toBe(first);
  const { atime, mtimeMs } = statSync(file);
  utimesSync(file, atime, (mtimeMs + 1000) / 1000);
  expect(readBakedLesson('1-thermostats')).not.toBe(first);
  expect(readBakedLesson('none')).toBeUndefined();
});
