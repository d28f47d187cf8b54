import { expect, test } from 'vitest';
import type { Foot } from './baked.ts';
import {
  cellMark,
  createNotebook,
  type NotebookEvent,
  type NotebookState,
  staleness,
  stepNotebook,
} from './notebook.ts';

const foot: Foot = { fromMs: 20_000, toMs: 30_000, fromRevision: 1, toRevision: 2, quiet: true };
const baked = { output: [{ kind: 'text' as const, text: 'built\n' }], foot };
const three = ['a', 'b', 'c'].map((id) => ({ id, code: `run ${id}`, baked }));

/** Runs the events and returns the state, the marks, and which cells the page was told to run. */
function check(events: readonly NotebookEvent[], start: NotebookState = createNotebook(three)) {
  let state = start;
  const ran: string[] = [];
  const said: string[] = [];
  for (const event of events) {
    const step = stepNotebook(state, event);
    state = step.state;
    for (const effect of step.effects) {
      if (effect.type === 'run') ran.push(effect.id);
      if (effect.type === 'say') said.push(effect.text);
    }
  }
  return { state, ran, said, marks: state.cells.map((cell) => cellMark(state, cell)) };
}
const done = (id: string, ok = true): NotebookEvent => ({ type: 'finished', id, foot, ok });

test('running a cell runs those before it that have not run, one after the other', () => {
  expect(check([{ type: 'run', id: 'b' }])).toMatchObject({ ran: ['a'], marks: ['running', 'queued', 'never'] });
  expect(check([{ type: 'run', id: 'b' }, done('a'), done('b')])).toMatchObject({
    ran: ['a', 'b'],
    marks: ['fresh', 'fresh', 'never'],
  });
});

test('run all stops at an error, and what waited is as it was', () => {
  const { ran, marks, said } = check([{ type: 'run-all' }, done('a'), done('b', false)]);
  expect(ran).toEqual(['a', 'b']);
  expect(marks).toEqual(['fresh', 'error', 'never']);
  expect(said.at(-1)).toBe('Cell 2 stopped with an error, t = 30.000 s. The rest wait.');
});

test('after a cell that is meant to fail, the others run', () => {
  const cells = three.map((cell) => ({ ...cell, expectsError: cell.id === 'b' }));
  const { ran, marks } = check([{ type: 'run-all' }, done('a'), done('b', false), done('c')], createNotebook(cells));
  expect(ran).toEqual(['a', 'b', 'c']);
  expect(marks).toEqual(['fresh', 'error', 'fresh']);
});

test('a changed cell is stale, says why, and is fresh again when changed back', () => {
  const ran = check([{ type: 'run', id: 'a' }, done('a'), { type: 'edit', id: 'a', input: 'else' }]);
  const [cell] = ran.state.cells;
  expect(ran.marks[0]).toBe('stale');
  expect(cell && staleness(ran.state, cell)).toBe('The text has changed since this ran at t = 20.000 s.');
  expect(check([{ type: 'edit', id: 'a', input: 'run a' }], ran.state).marks[0]).toBe('fresh');
});

test('text typed while a cell runs makes it stale when it is done', () => {
  expect(check([{ type: 'run', id: 'a' }, { type: 'edit', id: 'a', input: 'else' }, done('a')]).marks[0]).toBe('stale');
});

test('a cell is out of date when one before it has run again', () => {
  const { marks } = check([{ type: 'run', id: 'b' }, done('a'), done('b'), { type: 'run', id: 'a' }, done('a')]);
  expect(marks).toEqual(['fresh', 'stale', 'never']);
});

test('output replaces what the build printed and arrives in one piece', () => {
  const text = (part: string): NotebookEvent => ({ type: 'output', id: 'a', output: { kind: 'text', text: part } });
  const { state } = check([{ type: 'run', id: 'a' }, text('one '), text('two')]);
  expect(state.cells[0]?.output).toEqual([{ kind: 'text', text: 'one two' }]);
});

test('an interrupt lets the running cell end and gives back those that wait', () => {
  const { marks, state } = check([{ type: 'run', id: 'c' }, { type: 'interrupt' }]);
  expect(marks).toEqual(['running', 'never', 'never']);
  expect(state.queue).toEqual(['a']);
});

test('while the cluster begins anew, runs wait', () => {
  expect(check([{ type: 'restart' }, { type: 'run', id: 'a' }])).toMatchObject({
    ran: [],
    marks: ['queued', 'never', 'never'],
  });
  expect(check([{ type: 'restart' }, { type: 'run', id: 'a' }, { type: 'restarted' }]).ran).toEqual(['a']);
});

test('what was printed before a restart says so, until its cell runs again', () => {
  const { state } = check([{ type: 'run', id: 'b' }, done('a'), done('b'), { type: 'restart' }, { type: 'restarted' }]);
  const words = state.cells.map((cell) => staleness(state, cell));
  expect(words).toEqual([expect.stringContaining('from before the restart'), expect.stringContaining('from before the restart'), undefined]);
  const again = check([{ type: 'run', id: 'b' }, done('a'), done('b')], state);
  expect([again.ran, again.marks]).toEqual([['a', 'b'], ['fresh', 'fresh', 'never']]);
});

test('cells that something needs run where they haven’t', () => {
  const first = check([{ type: 'run', id: 'a' }, done('a')]);
  expect(check([{ type: 'run-first', ids: ['a', 'b'] }, done('b')], first.state)).toMatchObject({ ran: ['b'], marks: ['fresh', 'fresh', 'never'] });
});

test('when the runtime is lost, the running cell is interrupted and the reason is said', () => {
  const { marks, said, state } = check([
    { type: 'run', id: 'b' },
    { type: 'lost', reason: 'The session is back.' },
  ]);
  expect(marks).toEqual(['never', 'never', 'never']);
  expect(said.at(-1)).toBe('The session is back.');
  expect(state.queue).toEqual([]);
});

test('run all with nothing left to run says so', () => {
  const all = check([{ type: 'run-all' }, done('a'), done('b'), done('c')]);
  expect(check([{ type: 'run-all' }], all.state).said).toEqual(['Every cell has run. Restart to run them again.']);
});

test('what was typed on an earlier visit is back, and the built output says that it is another text’s', () => {
  const state = createNotebook(three, { b: 'mine' });
  expect(state.cells[1]?.input).toBe('mine');
  expect(state.cells[1] && staleness(state, state.cells[1])).toContain('You changed this cell');
});

test('cells come, go and move: those that stay are as they were, and one that runs and goes leaves its turn to the next', () => {
  const cells = createNotebook([{ id: 'c', code: '' }, { id: 'new', code: 'x' }, { id: 'a', code: '' }]).cells;
  const { state, marks } = check([{ type: 'run', id: 'a' }, done('a'), { type: 'cells', cells }]);
  expect(state.cells.map(({ id, number, input }) => [id, number, input])).toEqual([['c', 1, 'run c'], ['new', 2, 'x'], ['a', 3, 'run a']]);
  expect(marks).toEqual(['never', 'never', 'fresh']);
  expect(check([{ type: 'run', id: 'c' }, { type: 'cells', cells: cells.filter(({ id }) => id !== 'a') }]).ran).toEqual(['a', 'c']);
});
