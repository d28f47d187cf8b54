/** What an exercise makes of each event, as a table. */
import { expect, test } from 'vitest';
import type { SessionLog } from '../../session/types.ts';
import { findHangCause, type ExerciseEffect, type ExerciseEvent, type ExerciseState, stepExercise } from './exercise-machine.ts';
import { createExercise } from './exercise-parts.ts';

const start = { 'index.ts': 'export default 1;\n', 'names.ts': 'web\n' };
const data = { file: 'index.ts', controller: 'caretaker', entry: 'index.ts', universes: 200, hints: 2, start, above: [] };
const problem = { type: 'error', title: 'TypeError', message: '', hint: '', file: 'index.ts', line: 3, sourceLines: [] } as const;

const edited = (text: string): ExerciseEvent => ({ type: 'edited', file: 'index.ts', text });
const saved = (text: string | null, before: string): ExerciseEvent => ({
  type: 'saved-inside',
  saved: { path: 'index.ts', text, before },
});
const short = (effect: ExerciseEffect): string => (effect.type === 'keep' && effect.why !== undefined ? 'keep a version' : effect.type);

/** Sends each event; compares what is done then, whose controller runs, the line under the buttons, and the effects. */
function check(...rows: readonly (readonly [ExerciseEvent, string, string, ...string[]])[]): ExerciseState {
  let state = createExercise(data);
  const found = rows.map(([event]) => {
    const step = stepExercise(state, event);
    state = step.state;
    return [event, `${state.doing.type}, ${state.runs}`, state.message, ...step.effects.map(short)];
  });
  expect(found).toEqual(rows);
  return state;
}

const swappedIn = 'Yours runs in the cluster now. Run cells again, or let time run in the panel, to see what it does.';

test('a run writes the files, swaps the controller and lets time pass', () => {
  check(
    [edited('mine'), 'nothing, ours', '', 'keep', 'prepare-in-pause'],
    [edited('mine'), 'nothing, ours', ''],
    [{ type: 'run' }, 'running, ours', '', 'cancel-prepare', 'run'],
    [{ type: 'run' }, 'running, ours', ''],
    [{ type: 'check' }, 'running, ours', ''],
    [{ type: 'swapped-in', t: 5 }, 'nothing, yours', swappedIn, 'say', 'prepare-in-pause', 'pass-time'],
    [{ type: 'restarted' }, 'nothing, ours', 'Ours runs again. Run puts yours in its place.'],
  );
});

test('cells above run first, and that is said', () => {
  check(
    [{ type: 'run' }, 'running, ours', '', 'cancel-prepare', 'run'],
    [{ type: 'above', cells: 4 }, 'running, ours', 'The 4 cells above run first.', 'say'],
    [{ type: 'swapped-in', t: 5 }, 'nothing, yours', `The cells above ran first. ${swappedIn}`, 'say', 'prepare-in-pause', 'pass-time'],
  );
});

test('code that passed runs in the cluster where it has run before, unless it does already or was edited meanwhile', () => {
  const words = 'All 200 universes converged.';
  const passed = (files: Readonly<Record<string, string>>): ExerciseEvent => ({ type: 'checked', words, chosen: undefined, passed: files });
  check(
    [{ type: 'check' }, 'checking, ours', '0 of 200 universes', 'cancel-prepare', 'check'],
    [passed(start), 'nothing, ours', words, 'say'],
  );
  const before = check(
    [{ type: 'run' }, 'running, ours', '', 'cancel-prepare', 'run'],
    [{ type: 'swapped-in', t: 5 }, 'nothing, yours', swappedIn, 'say', 'prepare-in-pause', 'pass-time'],
    [{ type: 'check' }, 'checking, yours', '0 of 200 universes', 'cancel-prepare', 'check'],
    [passed(start), 'nothing, yours', words, 'say'],
    [{ type: 'restarted' }, 'nothing, ours', 'Ours runs again. Run puts yours in its place.'],
    [{ type: 'check' }, 'checking, ours', '0 of 200 universes', 'cancel-prepare', 'check'],
    [passed(start), 'running, ours', words, 'say', 'cancel-prepare', 'run'],
    [{ type: 'swapped-in', t: 9 }, 'nothing, yours', words, 'say', 'prepare-in-pause', 'pass-time'],
  );
  expect(before.ran.times).toBe(2);
  // The session came back with another text that ran in it.
  const log: SessionLog = { version: 1, seed: 1, cluster: {}, files: { 'index.ts': 'earlier' }, inputs: [] };
  check(
    [{ type: 'session', log }, 'nothing, ours', ''],
    [{ type: 'heard', event: { type: 'swapped', controllers: ['caretaker'] } }, 'nothing, yours', ''],
    [{ type: 'check' }, 'checking, yours', '0 of 200 universes', 'cancel-prepare', 'check'],
    [passed(start), 'running, yours', words, 'say', 'cancel-prepare', 'run'],
  );
  check(
    [{ type: 'check' }, 'checking, ours', '0 of 200 universes', 'cancel-prepare', 'check'],
    [edited('more'), 'checking, ours', '0 of 200 universes', 'keep', 'prepare-in-pause'],
    [passed(start), 'nothing, ours', words, 'say'],
  );
});

test('code that can’t be run says where, until it is edited', () => {
  const refused = check(
    [{ type: 'run' }, 'running, ours', '', 'cancel-prepare', 'run'],
    [{ type: 'refused', words: 'No.', problem }, 'nothing, ours', 'No.', 'say'],
  );
  expect(refused.problem).toBe(problem);
  expect(stepExercise(refused, edited('better')).state.problem).toBeUndefined();
});

test('an edit that hung is named, and the lost run says nothing more', () => {
  const state = check(
    [edited('one\nfor (;;) {}\n'), 'nothing, ours', '', 'keep', 'prepare-in-pause'],
    [{ type: 'run' }, 'running, ours', '', 'cancel-prepare', 'run'],
  );
  const culprit = findHangCause(state, { type: 'swap', controller: 'caretaker', entry: 'index.ts' });
  expect(culprit).toEqual({ file: 'index.ts', line: 1 });
  expect(findHangCause(state, { type: 'swap', controller: 'another', entry: 'index.ts' })).toBeUndefined();
  if (culprit === undefined) return;
  const hung = stepExercise(state, { type: 'hung', culprit }).state;
  expect(stepExercise(hung, { type: 'lost', words: 'The session was lost.' })).toEqual({ state: hung, effects: [] });
});

test('a check counts what is done, and shows the first universe that failed', () => {
  const checked = check(
    [{ type: 'check' }, 'checking, ours', '0 of 200 universes', 'cancel-prepare', 'check'],
    [{ type: 'progress', done: 10, universes: 200, failed: 0 }, 'checking, ours', '10 of 200 universes'],
    [{ type: 'progress', done: 20, universes: 200, failed: 3 }, 'checking, ours', '20 of 200 universes, 3 failed'],
    [{ type: 'checked', words: '197 of 200 universes converged.', chosen: 7 }, 'nothing, ours', '197 of 200 universes converged.', 'say'],
  );
  expect(checked.chosen).toBe(7);
});

test('a check in stages says which one it is at, and how each stands', () => {
  const stages = [{ name: 'calm', status: 'met' }, { name: 'late and double', status: 'now' }] as const;
  const words = 'late and double: 8 of 50 universes, 1 failed';
  const { doing } = check(
    [{ type: 'check' }, 'checking, ours', '0 of 200 universes', 'cancel-prepare', 'check'],
    [{ type: 'progress', done: 8, universes: 50, failed: 1, stage: 'late and double', stages }, 'checking, ours', words],
  );
  expect(doing).toEqual({ type: 'checking', stages });
});

test('a file saved in the container is taken where nothing else was written, and offered where it was', () => {
  const taken = 'index.ts stands here as it was saved in the container. Run runs it.';
  const offered = 'index.ts was saved in the container with another text than this one.';
  const state = check(
    [saved('theirs', start['index.ts']), 'nothing, ours', taken, 'say', 'keep a version'],
    [edited('mine'), 'nothing, ours', taken, 'keep', 'prepare-in-pause'],
    [saved('again', 'theirs'), 'nothing, ours', offered, 'say'],
    [{ type: 'decide', choice: 'theirs' }, 'nothing, ours', taken, 'say', 'keep a version'],
    [saved(null, 'again'), 'nothing, ours', 'index.ts was removed in the container. Run puts it back.', 'say'],
  );
  expect([state.files['index.ts'], state.theirs]).toEqual(['again', undefined]);
});

test('what the session says of this controller is shown: its last five lines, and whose controller runs', () => {
  const log = (controller: string, text: string): ExerciseEvent => ({ type: 'heard', event: { type: 'log', controller, t: 1, level: 'info', text } });
  const state = check(
    [{ type: 'heard', event: { type: 'swapped', controllers: ['caretaker'] } }, 'nothing, yours', ''],
    [log('caretaker', 'a\nb\nc\nd'), 'nothing, yours', ''],
    [log('another', 'x'), 'nothing, yours', ''],
    [log('caretaker', 'e\nf'), 'nothing, yours', ''],
  );
  expect(state.log.map(({ text }) => text).join('')).toBe('bcdef');
});
