import { expect, test, vi } from 'vitest';
import type { BranchAct, Runtime, Standing, TimeMachine } from '../../runtimes/runtime.ts';
import { emptyLog } from '../../session/session.ts';
import type { Moment } from '../../session/types.ts';
import type { ClusterView } from '../../viz/model.ts';
import { createNotebook, type NotebookState, stepNotebook } from '../notebook.ts';
import { createBranchNotebooks } from './branch-notebooks.ts';
import { createTimeTravel } from './time-travel.ts';

const viewAt = (timeMs: number, revision: number): ClusterView => ({
  timeMs,
  revision,
  quiet: true,
  running: false,
  speed: 1,
  seed: 1,
  sets: [],
  loose: [],
  nodes: [],
  charts: [],
  events: [],
  ticks: [],
  faults: [],
});
const branches = [
  { id: 'main', name: 'main' },
  { id: 'fork-1', name: 'fork 1' },
];
const standing: Standing = {
  branches,
  current: 'fork-1',
  log: emptyLog(1),
  now: { t: 2_000, revision: 12 },
  historyHash: '',
  words: '',
};

/** Travel over a time machine whose answers are given by hand. */
function travelling(machine: Partial<TimeMachine> = {}, hindered?: string) {
  const asked: (BranchAct | Moment)[] = [];
  const moved: string[] = [];
  const said: string[] = [];
  const answers: ((view: ClusterView) => void)[] = [];
  const time: TimeMachine = {
    seek(at) {
      if ('t' in at && 'revision' in at) asked.push(at);
      return new Promise((resolve) => answers.push(resolve));
    },
    cut: async () => ({ t: 1_500, words: 'Before it.', dropped: 2 }),
    async act(ask) {
      asked.push(ask);
      return standing;
    },
    compare: async () => ({ differences: [], same: 3, omitted: 0 }),
    keys: () => Promise.reject(new Error('not asked for here')),
    kept: () => Promise.reject(new Error('not asked for here')),
    keyHistory: () => Promise.reject(new Error('not asked for here')),
    ...machine,
  };
  const runtime: Pick<Runtime, 'time'> = { time };
  const travel = createTimeTravel({
    runtime,
    now: () => viewAt(5_000, 30),
    hindered: () => hindered,
    moved: (to, act, left) => moved.push(`${act.do}: ${left} to ${to.current}`),
    say: (text) => said.push(text),
  });
  travel.heard(branches.slice(0, 1), 'main');
  return { travel, asked, moved, said, answers };
}
const place = (t: number, revision: number): Moment => ({ t, revision });

test('of many moments that are asked for while one is fetched, only the last is fetched', async () => {
  const { travel, asked, answers } = travelling();
  for (const revision of [10, 11, 12, 13]) travel.look(place(revision * 100, revision));
  answers[0]?.(viewAt(1_000, 10));
  await vi.waitFor(() => expect(answers).toHaveLength(2), { timeout: 20_000 });
  answers[1]?.(viewAt(1_300, 13));
  await vi.waitFor(() => expect(travel.value.past?.revision).toBe(13), { timeout: 20_000 });
  expect(asked).toEqual([place(1_000, 10), place(1_300, 13)]);
});

test('back to now, an answer that is still on its way is not shown', async () => {
  const { travel, answers } = travelling();
  travel.look(place(1_000, 10));
  travel.look(undefined);
  answers[0]?.(viewAt(1_000, 10));
  await Promise.resolve();
  expect(travel.value.past).toBeUndefined();
});

test('a fork begins at the moment that is looked at, or else now', async () => {
  const { travel, asked, moved, said, answers } = travelling();
  await travel.fork();
  travel.look(place(2_000, 12));
  answers[0]?.(viewAt(2_000, 12));
  await vi.waitFor(() => expect(travel.value.past).toBeDefined(), { timeout: 20_000 });
  await travel.fork();
  expect(asked.filter((each) => 'do' in each)).toEqual([
    { do: 'fork', at: place(5_000, 30) },
    { do: 'fork', at: place(2_000, 12) },
  ]);
  expect([moved[0], travel.value.past]).toEqual(['fork: main to fork-1', undefined]);
  expect(said.at(-1)).toBe('This is fork 1: it begins at revision 12, t = 2.000 s.');
});

test('nothing is dropped before the question has been answered', async () => {
  const { travel, asked } = travelling();
  await travel.ask();
  expect(travel.value.asking).toMatchObject({ t: 1_500, dropped: 2, at: place(5_000, 30) });
  await travel.answer(false);
  expect([asked, travel.value.asking]).toEqual([[], undefined]);
  await travel.ask();
  await travel.answer(true);
  expect(asked).toEqual([{ do: 'rewind', at: place(5_000, 30) }]);
});

test('what can’t be done now is said, and not done', async () => {
  const { travel, asked, said } = travelling({}, 'A cell is running.');
  await travel.fork();
  expect([asked, said]).toEqual([[], ['A cell is running.']]);
  const failing = travelling({ act: () => Promise.reject(new Error('There are 8 forks already.')) });
  await failing.travel.fork();
  expect([failing.said, failing.travel.value.busy]).toEqual([['There are 8 forks already.'], false]);
});

test('a comparison is this fork against the one inputs go to, and goes when the session moves', async () => {
  const { travel, said } = travelling();
  travel.heard(branches, 'fork-1');
  await travel.compare('main');
  expect([travel.value.comparison?.a.name, travel.value.comparison?.b.name]).toEqual(['main', 'fork 1']);
  expect(said).toEqual(['main against fork 1: nothing differs, 3 are the same.']);
  travel.heard(branches, 'main');
  expect(travel.value.comparison).toBeUndefined();
});

/** A notebook whose cells have run, each for a second after the other. */
function ran(...ids: readonly string[]): NotebookState {
  let state = createNotebook(ids.map((id) => ({ id, code: id })));
  for (const [index, id] of ids.entries()) {
    state = stepNotebook(state, { type: 'run', id }).state;
    const foot = { fromMs: index * 1_000, toMs: index * 1_000 + 900, fromRevision: 1, toRevision: 2, quiet: true };
    state = stepNotebook(state, { type: 'finished', id, foot, ok: true }).state;
  }
  return state;
}
const statuses = ({ cells }: NotebookState): string[] => cells.map(({ status }) => status.type);

test('in a fork only those cells have run whose runs it holds; going back brings the others back', () => {
  const notebooks = createBranchNotebooks();
  const whole = ran('a', 'b', 'c');
  const input = { type: 'command', text: 'x', at: 0 } as const;
  const cut = {
    ...standing,
    log: {
      ...emptyLog(1),
      inputs: [
        { ...input, cell: 'a' },
        { ...input, cell: 'b' },
      ],
    },
  };
  const forked = notebooks.moved(whole, cut, { do: 'fork', at: place(2_000, 12) }, 'main');
  expect(statuses(forked)).toEqual(['ran', 'ran', 'built']);
  const typed = stepNotebook(forked, { type: 'edit', id: 'c', input: 'new' }).state;
  const all = { ...cut.log, inputs: ['a', 'b', 'c'].map((cell) => ({ ...input, cell })) };
  const home = { ...standing, current: 'main', log: all, now: place(5_000, 30) };
  const back = notebooks.moved(typed, home, { do: 'enter', id: 'main' }, 'fork-1');
  expect([statuses(back), back.cells[2]?.input]).toEqual([['ran', 'ran', 'ran'], 'new']);
});
