import { expect, test } from 'vitest';
import { createChecks } from '../share/checks.ts';
import type { Report } from '../universes/report.ts';
import { changeOfExercise, exerciseWork, type ExerciseWork, type OwnedFiles } from './exercise-work.ts';
import { mergeWork } from './merge.ts';
import { checkWork } from './parse-work.ts';
import { readWork } from './read-work.ts';
import { emptyWork, keepWork, type LessonWork, tasksDone } from './work.ts';

const vote: OwnedFiles = { start: { 'vote-rule.ts': '' } };
const restore: OwnedFiles = { name: 'restore', start: { 'restore.sh': '' } };
const two = [vote, restore];
const report: Report = { universes: 2, passed: 2, left: 0, groups: [] };

/** The work after these changes, each of one exercise. */
function after(work: LessonWork, ...changes: readonly (readonly [OwnedFiles, Partial<ExerciseWork>])[]): LessonWork {
  let now = work;
  for (const [exercise, change] of changes) now = { ...now, ...changeOfExercise(now, exercise, change, two) };
  return now;
}
const nothing = emptyWork('0a0a0a0a');
const kept = after(
  nothing,
  [vote, { files: { 'vote-rule.ts': 'mine' } }],
  [restore, { files: { 'restore.sh': 'etcdutl' }, hints: 2 }],
  [vote, { hints: 1 }],
  [restore, { report: { report, files: { 'restore.sh': 'etcdutl' } }, passed: true }],
);

test('each exercise has its own files, hints, report and pass', () => {
  expect(exerciseWork(kept, vote, two)).toEqual({ files: { 'vote-rule.ts': 'mine' }, hints: 1, passed: false });
  expect(exerciseWork(kept, restore, two)).toEqual({
    files: { 'restore.sh': 'etcdutl' },
    hints: 2,
    report: { report, files: { 'restore.sh': 'etcdutl' } },
    passed: true,
  });
  const reset = after(kept, [vote, { files: {} }]);
  expect(reset.files).toEqual({ 'restore.sh': 'etcdutl' });
});

test('the lesson is passed with the last of its exercises, in whatever order', () => {
  expect([kept.passed, tasksDone(kept)]).toEqual([false, 1]);
  const both = after(kept, [vote, { passed: true }]);
  expect([both.passed, tasksDone(both)]).toEqual([true, 2]);
  const other = after(nothing, [vote, { passed: true }]);
  expect([other.passed, tasksDone(other)]).toEqual([false, 1]);
  expect(after(other, [restore, { passed: true }]).passed).toBe(true);
});

test('the extra mile is no task, and passes nothing', () => {
  const mile: OwnedFiles = { name: 'extra-mile', start: { 'mile.ts': '' } };
  const [passed, withMile] = [{ passed: true }, [vote, mile]];
  const alone = { ...nothing, ...changeOfExercise(nothing, mile, passed, withMile) };
  expect([alone.passed, tasksDone(alone), exerciseWork(alone, mile, withMile).passed]).toEqual([false, 0, true]);
  const one = { ...nothing, ...changeOfExercise(nothing, vote, passed, withMile) };
  expect([one.passed, tasksDone(one), exerciseWork(one, mile, withMile).passed]).toEqual([true, 1, false]);
  const both = { ...one, ...changeOfExercise(one, mile, passed, withMile) };
  expect([both.passed, tasksDone(both), exerciseWork(both, mile, withMile).passed]).toEqual([true, 1, true]);
  const ofTwo = { ...nothing, ...changeOfExercise(after(nothing, [vote, passed]), restore, passed, [...two, mile]) };
  expect(ofTwo.passed).toBe(true);
});

test('work of a lesson with one exercise is stored as it always was', () => {
  const change = changeOfExercise(nothing, vote, { passed: true, hints: 1, report: { report, files: {} } }, [vote]);
  expect(change).toEqual({ passed: true, hints: 1, report: { report, files: {} } });
});

test('what was passed when the lesson had one exercise stays passed, and the further one is still to do', () => {
  const earlier = { ...nothing, files: { 'vote-rule.ts': 'mine' }, hints: 3, passed: true };
  expect(exerciseWork(earlier, vote, two)).toEqual({ files: { 'vote-rule.ts': 'mine' }, hints: 3, passed: true });
  expect(exerciseWork(earlier, restore, two)).toEqual({ files: {}, hints: 0, passed: false });
  const now = after(earlier, [restore, { passed: true }]);
  expect([now.passed, tasksDone(earlier), tasksDone(now)]).toEqual([true, 1, 2]);
});

test('it is read as it was written, from the storage and from a file; damage costs its own part only', () => {
  const stored = JSON.parse(JSON.stringify(kept));
  expect(readWork(stored)).toEqual({ work: kept, unread: [] });
  expect(checkWork(createChecks('The file'), stored, 'work')).toEqual(kept);
  const { work, unread } = readWork({ ...stored, further: { restore: { hints: 'many' }, other: { hints: 1 } } });
  expect([work?.files, work?.further, unread]).toEqual([kept.files, { other: { hints: 1 } }, ['further["restore"]']]);
});

test('two tabs, an exercise each: both are kept', () => {
  const base = after(nothing, [vote, { hints: 1 }]);
  const theirs = after(base, [restore, { hints: 1, passed: true, files: { 'restore.sh': 'theirs' } }]);
  const mine = after(base, [vote, { passed: true, files: { 'vote-rule.ts': 'mine' } }]);
  const { work, lost } = mergeWork(base, theirs, mine);
  expect(lost).toBe(false);
  expect(work).toMatchObject({ files: { 'restore.sh': 'theirs', 'vote-rule.ts': 'mine' }, further: { restore: { hints: 1 } } });
  expect(new Set(work.passedExercises)).toEqual(new Set(['first', 'restore']));
});

test('a changed lesson takes the reports of all exercises, and leaves the texts', () => {
  expect(keepWork(kept, '0b0b0b0b')).toMatchObject({ files: kept.files, further: { restore: { hints: 2 } } });
  expect(keepWork(kept, '0b0b0b0b').further?.['restore']?.report).toBeUndefined();
});
