/** Which files an exercise is made of. */
import { expect, test } from 'vitest';
import { assembleExercise, type ExerciseFields } from './exercise.ts';

const engine = { 'index.ts': 'the engine’s entry', 'plan.ts': 'the answer', 'status.ts': 'a helper' };
const start = { 'reconcile.ts': 'yours', 'index.ts': 'the lesson’s entry' };
const assemble = (fields: Partial<ExerciseFields>) =>
  assembleExercise({ file: 'reconcile.ts', replaces: 'lamp', ...fields }, { start, solution: { 'reconcile.ts': 'solved' }, wrong: {}, engine });

test('the engine’s files stand beside the learner’s; the lesson’s own come first', () => {
  expect(assemble({}).start).toEqual({ ...engine, ...start });
});

test('an exercise that names the engine’s files it uses has no others, nor has its solution', () => {
  const { start: files, solution } = assemble({ uses: ['status.ts'] });
  expect(files).toEqual({ ...start, 'status.ts': 'a helper' });
  expect(solution).toEqual({ ...files, 'reconcile.ts': 'solved' });
});

test('one that the engine doesn’t have is named, with the nearest', () => {
  expect(() => assemble({ uses: ['statuses.ts'] })).toThrow('the exercise uses statuses.ts, which the engine’s controller doesn’t have; the nearest is status.ts');
});

test('a solution that isn’t there is named, with the nearest; that of a part is the engine’s', () => {
  const folders = { start, solution: { 'reconcil.ts': 'solved' }, wrong: {}, engine: {} };
  expect(() => assembleExercise({ file: 'reconcile.ts', replaces: 'lamp' }, folders)).toThrow('the exercise has no solution/reconcile.ts; the nearest is solution/reconcil.ts');
  const part = { ...folders, solution: {}, engine: { 'reconcile.ts': 'solved' } };
  expect(assembleExercise({ file: 'reconcile.ts', replaces: 'lamp', part: 'vote-rule' }, part).solution['reconcile.ts']).toBe('solved');
});

test.each(['/**\n * Makes one.\n * @cause made too many Pods\n */', '/** @cause made too many Pods */', '// @cause made too many Pods', '# @cause made too many Pods'])('a wrong answer says its cause in a comment: %j', (comment) => {
  const folders = { start, solution: { 'reconcile.ts': 'solved' }, wrong: { 'many.ts': `${comment}\nexport {};\n` }, engine: {} };
  expect(assembleExercise({ file: 'reconcile.ts', replaces: 'lamp' }, folders).wrong[0]?.causes).toEqual(['made too many Pods']);
});
