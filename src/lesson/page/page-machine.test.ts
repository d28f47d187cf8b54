/** What a page makes of each event, as a table. */
import { expect, test } from 'vitest';
import { emptyWork } from '../progress/work.ts';
import { createPage, type PageEvent, type PageMachineState, stepPage } from './page-machine.ts';

const data = {
  slug: '12-replicaset',
  seed: 1,
  nodes: 3,
  cells: [{ language: 'sh', id: 'list', number: 1, code: 'kubectl get pods' }],
  tasks: 1,
} as const;
const work = emptyWork('now');
const run: PageEvent = { type: 'notebook', event: { type: 'run', id: 'list' } };

/** Sends each event; compares the phase, how many events wait, and the effects. */
function check(...rows: readonly (readonly [PageEvent, string, number, ...string[]])[]): PageMachineState {
  let state = createPage(data, 'now', 'idle');
  const found = rows.map(([event]) => {
    const step = stepPage(state, event);
    state = step.state;
    return [event, state.phase, state.waiting.length, ...step.effects.map(({ type }) => type)];
  });
  expect(found).toEqual(rows);
  return state;
}

test('an answer waits for the kept work, and a run for the kept session', () => {
  const state = check(
    [run, 'reading', 1],
    [{ type: 'predict', id: 'how-many', choice: '3' }, 'reading', 2],
    [{ type: 'read', found: { type: 'current', work } }, 'restoring', 1, 'open-exercise', 'restore-session', 'keep-work'],
    [{ type: 'answer', question: '1', answer: 2, right: true }, 'restoring', 1, 'keep-work'],
    [{ type: 'restored' }, 'ready', 0, 'run'],
  );
  expect([state.work.predictions, state.notebook.cells[0]?.status.type]).toEqual([
    { 'how-many': { choice: '3', settled: false } },
    'running',
  ]);
});

test('work from before the lesson changed isn’t written over until the learner has chosen', () => {
  const old = { ...work, lessonHash: 'then', files: { 'index.ts': 'mine' } };
  const state = check(
    [{ type: 'read', found: { type: 'outdated', work: old } }, 'restoring', 0, 'open-exercise', 'restore-session'],
    [{ type: 'keep', change: { hints: 1 } }, 'restoring', 0],
    [{ type: 'decide', choice: 'keep' }, 'restoring', 0, 'keep-work', 'open-exercise'],
    [{ type: 'keep', change: { hints: 1 } }, 'restoring', 0, 'keep-work'],
  );
  expect([state.outdated, state.work.files, state.work.lessonHash]).toEqual([undefined, { 'index.ts': 'mine' }, 'now']);
});

test('what is typed before that choice is kept, and the earlier text becomes a version', () => {
  const old = { ...work, lessonHash: 'then', files: { 'index.ts': 'mine' }, inputs: { apply: 'my cell' } };
  const typed = { files: { 'index.ts': 'typed since' } };
  const begun = [{ type: 'read', found: { type: 'outdated', work: old } }, { type: 'answer', question: '1', answer: 2, right: true }] as const;
  const undecided = begun.reduce((state, event) => stepPage(state, event).state, createPage(data, 'now', 'idle'));
  const written = stepPage(undecided, { type: 'keep', change: typed });
  expect(written.effects).toMatchObject([{ type: 'keep-work', work: typed, why: 'as it was before the lesson changed' }]);
  expect(written.state.outdated).toEqual(old);
  const chosen = stepPage(written.state, { type: 'decide', choice: 'keep' });
  expect(chosen.effects).toMatchObject([
    { type: 'keep-work', work: { files: old.files, inputs: old.inputs, quiz: { 1: { last: 2 } } }, why: 'before the earlier text came back' },
    { type: 'open-exercise' },
  ]);
});

test('work of another tab opens the exercise anew only where its files are others', () => {
  check(
    [{ type: 'take', work: { ...work, hints: 1 } }, 'reading', 0],
    [{ type: 'take', work: { ...work, files: { 'index.ts': 'theirs' } } }, 'reading', 0, 'open-exercise'],
  );
});

test('a restart forgets what was swapped; a session that could not be restored says why', () => {
  const state = check(
    [{ type: 'runtime', event: { type: 'swapped', controllers: ['replicaset'] } }, 'reading', 0],
    [{ type: 'notebook', event: { type: 'restart' } }, 'reading', 0, 'restart'],
    [{ type: 'restored', because: 'It is too long.' }, 'ready', 0],
  );
  expect([state.swapped, state.notice]).toEqual([[], 'It is too long.']);
});
