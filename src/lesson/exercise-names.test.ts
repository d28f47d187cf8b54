import { expect, test } from 'vitest';
import { exerciseKey, exerciseTag, keyOfCheck } from './exercise-names.ts';
import { readExercise, readLesson } from './node/lesson-folder.ts';

test('a check belongs to the lesson, or to the further exercise that its folder names', () => {
  expect(keyOfCheck('/src/content/lessons/2-front-door/6-quorum/check.ts')).toBe(exerciseKey('6-quorum'));
  expect(keyOfCheck('src/content/lessons/2-front-door/6-quorum/exercises/restore/check.ts')).toBe(exerciseKey('6-quorum', 'restore'));
  expect(keyOfCheck('src/content/lessons/2-front-door/6-quorum/known-mutants.ts')).toBeUndefined();
});

test('each exercise has its own place in the text', () => {
  const text = 'See it.\n\n<Exercise />\n\nThen:\n\n<Exercise name="restore" />\n';
  expect([text.search(exerciseTag()), text.search(exerciseTag('restore')), text.search(exerciseTag('rest'))]).toEqual([9, 30, -1]);
});

test('a lesson’s exercises are read in order, each by its key, and begin in one workspace', () => {
  const { exercises, exercise, start } = readLesson('6-quorum');
  expect(exercises.map(({ key }) => key)).toEqual(['6-quorum', '6-quorum/restore']);
  expect(exercise).toBe(exercises[0]?.exercise);
  expect(Object.keys(start)).toEqual(['vote-rule.ts', 'restore.sh']);
  expect(readExercise('6-quorum/restore').exercise.file).toBe('restore.sh');
  expect(() => readExercise('6-quorum/restor')).toThrow('there is no exercise 6-quorum/restor: there are 6-quorum, 6-quorum/restore');
  expect(() => readExercise('3-one-apply-six-loops')).toThrow('3-one-apply-six-loops has no exercise');
});
