import { expect, test } from 'vitest';
import { lessonRuntime, placeChoices } from './lesson-runtime.ts';

test('the build decides where a lesson leaves it open, and can keep every lesson in the worker', () => {
  const table = placeChoices.map((built) => placeChoices.map((lesson) => lessonRuntime(lesson, built)));
  // Columns: a lesson that says auto, worker, webcontainer.
  expect(table).toEqual([
    ['auto', 'worker', 'webcontainer'],
    ['worker', 'worker', 'worker'],
    ['webcontainer', 'worker', 'webcontainer'],
  ]);
});
