// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { KeptBranches, Runtime, RuntimeEvent } from '../../runtimes/runtime.ts';
import type { InputRequest, InputResult, SessionLog } from '../../session/types.ts';
import type { ClusterView } from '../../viz/model.ts';
import { cellMark } from '../notebook.ts';
import type { Storage } from '../progress/storage.ts';
import { emptyWork, lessonHash } from '../progress/work.ts';
import type { FromGrader } from '../universes/grading.ts';
import type { LessonPageData } from './data.ts';
import { createLessonPage, type LessonPage } from './lesson-page.ts';
import { createLiveSession } from './live-session.ts';

const start = { 'reconcile.ts': 'one\ntwo\nthree\n', 'index.ts': 'export\n' };
const data: LessonPageData = {
  slug: '12-replicaset',
  seed: 1,
  nodes: 3,
  cells: [
    { language: 'yaml', id: 'apply', number: 1, code: 'kind: Pod', file: 'web.yaml' },
    { language: 'sh', id: 'list', number: 2, code: 'kubectl get pods', atMs: 20_000 },
  ],
  tasks: 2,
  exercise: { file: 'reconcile.ts', controller: 'replicaset', entry: 'index.ts', universes: 2, hints: 3, start, above: ['apply'] },
};
const view: ClusterView = {
  timeMs: 5,
  revision: 9,
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
};

const notAsked = (): Promise<never> => Promise.reject(new Error('not asked for here'));
const noTimeMachine = {
  seek: notAsked,
  cut: notAsked,
  act: notAsked,
  compare: notAsked,
  keys: notAsked,
  keyHistory: notAsked,
  kept: notAsked,
};

/** A runtime that answers everything at once and remembers what it was asked. */
function fakeRuntime() {
  const asked: InputRequest[] = [];
  const logs: SessionLog[] = [];
  const told = new Set<(event: RuntimeEvent) => void>();
  const runtime: Runtime = {
    kind: 'worker',
    state: { state: 'idle' },
    start: async () => {},
    async reset(log) {
      if (!('branches' in log)) logs.push(log);
      return { results: [], now: { t: 0, revision: 1 }, historyHash: '' };
    },
    async run(input): Promise<InputResult> {
      asked.push(input);
      const at = { t: input.at ?? 0, revision: 2 };
      const outputs = [{ type: 'stdout', text: `did ${input.type}\n` } as const];
      return { input: { ...input, at: at.t }, outputs, exitCode: 0, from: at, to: at, end: 'quiet', files: {} };
    },
    updateFile: async () => {},
    control: async () => ({ t: 0, revision: 1 }),
    interrupt: () => {},
    snapshot: () => Promise.reject(new Error('not asked for here')),
    view: async () => view,
    time: { ...noTimeMachine },
    inspect: notAsked,
    stop: () => {},
    on(listener) {
      told.add(listener);
      return () => told.delete(listener);
    },
  };
  return { runtime, asked, logs, tell: (event: RuntimeEvent) => told.forEach((listener) => listener(event)) };
}

function memory(values = new Map<string, unknown>()): Storage & { readonly values: Map<string, unknown> } {
  return {
    values,
    get: async (key) => values.get(key),
    async set(key, value) {
      values.set(key, value);
    },
  };
}

/** A page over fakes. `verdicts` answer the check. */
async function open(
  storage = memory(),
  verdict: (seed: number) => FromGrader = (seed) => ({ type: 'verdict', verdict: { ok: true, seed } }),
) {
  const fake = fakeRuntime();
  const page = createLessonPage({
    data,
    runtime: fake.runtime,
    storage,
    after: (_ms, run) => {
      queueMicrotask(run);
      return () => {};
    },
    grading: async () => ({
      graders: 1,
      after: () => () => {},
      open(listen) {
        queueMicrotask(() => listen({ type: 'hello' }));
        return { post: ({ seed }) => queueMicrotask(() => listen(verdict(seed))), stop: () => {} };
      },
    }),
  });
  const notices = new Set<string | undefined>();
  page.subscribe(({ notice }) => notices.add(notice));
  await vi.waitFor(() => expect(page.value.phase).not.toBe('reading'), { timeout: 20_000 });
  await settle();
  return { page, exercise: await exerciseOf(page), storage, notices, ...fake };
}
/** What is done with its exercise, and how it stands. */
async function exerciseOf({ exercise }: LessonPage) {
  const actions = await exercise?.act((all) => all);
  if (exercise === undefined || actions === undefined) throw new Error('no exercise');
  return {
    ...actions,
    get value() {
      return exercise.value;
    },
  };
}

/** Whatever the page loads is there, and what it did with it is done. */
async function settle(): Promise<void> {
  await vi.dynamicImportSettled();
  await new Promise((resolve) => setImmediate(resolve));
}

test('running a cell runs those before it, and not beyond the time a later one names', async () => {
  const { page, asked, logs } = await open();
  page.notebook({ type: 'run', id: 'list' });
  await settle();
  expect(logs.map(({ files }) => files)).toEqual([start]);
  expect(asked).toEqual([
    { type: 'manifest', path: 'web.yaml', text: 'kind: Pod', cell: 'apply', notBeyond: 20_000 },
    { type: 'command', text: 'kubectl get pods', cell: 'list', at: 20_000 },
  ]);
  expect(page.value.notebook.cells.map((cell) => cellMark(page.value.notebook, cell))).toEqual(['fresh', 'fresh']);
});

test('files, inputs, predictions and answers are back after a reload', async () => {
  const { page, exercise, storage } = await open();
  exercise.edit('reconcile.ts', 'mine');
  page.notebook({ type: 'edit', id: 'list', input: 'kubectl get rs' });
  page.predict('predict', '5');
  page.answer('quiz-1', 0, false);
  page.answer('quiz-1', 2, true);
  await settle();
  const again = await open(memory(storage.values));
  expect(again.exercise.value.files).toEqual({ ...start, 'reconcile.ts': 'mine' });
  expect(again.page.value.notebook.cells[1]?.input).toBe('kubectl get rs');
  expect(again.page.value.work.predictions).toEqual({ predict: { choice: '5', settled: false } });
  expect(again.page.value.work.quiz).toEqual({ 'quiz-1': { first: 0, last: 2, right: true } });
});

test('Run runs the cell above, saves every file and swaps the controller without a reset', async () => {
  const { exercise, asked, logs } = await open();
  exercise.edit('reconcile.ts', 'mine');
  await exercise.run();
  expect(asked.map(({ type }) => type)).toEqual(['manifest', 'edit', 'edit', 'swap']);
  expect(logs.length).toBe(1);
  expect(exercise.value).toMatchObject({
    runs: 'yours',
    message: 'The cells above ran first. Yours runs in the cluster now. Run cells again, or let time run in the panel, to see what it does.',
  });
});

test('code that ran without end is named by the line that was changed', async () => {
  const { page, exercise, tell } = await open();
  exercise.edit('reconcile.ts', 'one\nfor (;;) {}\ntwo\nthree\n');
  await exercise.run();
  tell({ type: 'recovered', because: 'x', input: { type: 'swap', controller: 'replicaset', entry: 'index.ts' } });
  await settle();
  const words = 'Your edit of line 2 ran without end. The session is back as it was before it.';
  expect(page.value.notice).toBe(words);
  expect(exercise.value).toMatchObject({ message: words, culprit: { file: 'reconcile.ts', line: 2 }, runs: 'ours' });
  expect(exercise.value.files['reconcile.ts']).toContain('for (;;)');
});

test('after a session was brought back, an edit is compared with what ran in it, not with the start', async () => {
  const hash = lessonHash(start, { apply: 'kind: Pod', list: 'kubectl get pods' });
  const mine = 'one\nmine\ntwo\nthree\n';
  const log: SessionLog = {
    version: 1,
    seed: 1,
    cluster: {},
    files: start,
    inputs: [
      { type: 'edit', path: 'reconcile.ts', text: mine, at: 0 },
      { type: 'swap', controller: 'replicaset', entry: 'index.ts', at: 0 },
      { type: 'edit', path: 'reconcile.ts', text: 'never ran', at: 0 },
    ],
  };
  const kept = { branches: [{ view: { id: 'main', name: 'main' }, log }], current: 'main' };
  const values = new Map<string, unknown>([['session/12-replicaset', [{ at: 0, tab: 'tab', lessonHash: hash, kept }]]]);
  const { page, exercise, tell, notices } = await open(memory(values));
  await vi.waitFor(() => expect(notices).toContain('Your session is being brought back.'), { timeout: 20_000 });
  await vi.waitFor(() => expect(page.value.notice).toBeUndefined(), { timeout: 20_000 });
  const swap = { type: 'swap', controller: 'replicaset', entry: 'index.ts' } as const;
  // Hanging while it is brought back, no line is to blame.
  tell({ type: 'recovered', because: 'The code hung.', input: swap });
  await settle();
  expect(page.value.notice).toBe('The code hung.');
  exercise.edit('reconcile.ts', mine.replace('three', 'for (;;) {}'));
  await exercise.run();
  tell({ type: 'recovered', because: 'x', input: swap });
  expect(exercise.value.culprit).toEqual({ file: 'reconcile.ts', line: 4 });
});

test('a restart and a flush leave the new session in the storage, before any view of it has come', async () => {
  const { page, runtime, storage } = await open();
  const fresh = { branches: [{ view: { id: 'main', name: 'main' }, log: { version: 1, seed: 1, cluster: {}, files: {}, inputs: [] } }], current: 'main' } as const;
  runtime.time.kept = async () => fresh;
  await page.restart();
  await page.flush();
  expect(storage.values.get('session/12-replicaset')).toMatchObject([{ kept: fresh }]);
});

test('a prediction can’t be changed once its cell has run', async () => {
  const { page } = await open();
  page.predict('predict', '5');
  page.settle('predict');
  page.predict('predict', '4');
  expect(page.value.work.predictions).toEqual({ predict: { choice: '5', settled: true } });
});

test('a failing universe opens in the pane, and the cells wait for the lesson’s own session', async () => {
  const log: SessionLog = { version: 1, seed: 2, cluster: {}, files: { 'reconcile.ts': 'x' }, inputs: [] };
  const words = {
    cause: 'made too many Pods',
    glyph: 'too-many',
    scenario: 'a Pod is deleted',
    weather: '',
    seen: '',
    question: '',
  } as const;
  const { page, exercise, logs } = await open(memory(), (seed) => ({
    type: 'verdict',
    verdict: seed === 1 ? { ok: true, seed } : { ok: false, seed, at: 1500, revision: 9, log, ...words },
  }));
  page.notebook({ type: 'run', id: 'apply' });
  await settle();
  await exercise.check();
  expect(exercise.value).toMatchObject({ message: '1 of 2 universes converged.', chosen: 2 });
  await exercise.openUniverse(2);
  expect(logs.at(-1)).toEqual({ ...log, files: start });
  // A link to what is shown holds the universe: the runtime is asked, which has no answer in this test.
  await expect(page.kept()).rejects.toThrow();
  expect(page.value.elsewhere).toEqual({ universe: 2, words: 'Universe 2, a Pod is deleted, at t = 1.500 s.' });
  expect(page.value.notebook.cells.map((cell) => cellMark(page.value.notebook, cell))).toEqual(['stale', 'never']);
  page.notebook({ type: 'run', id: 'apply' });
  await settle();
  expect(logs.at(-1)?.seed).toBe(1);
  await exercise.openUniverse(2);
  page.notebook({ type: 'restart' });
  await settle();
  expect(page.value.elsewhere).toBeUndefined();
});

test('passing leaves the universe that had failed, and shows the learner’s own session', async () => {
  const log: SessionLog = { version: 1, seed: 2, cluster: {}, files: {}, inputs: [] };
  const words = { cause: 'made too many Pods', glyph: 'too-many', scenario: 'a Pod is deleted', weather: '', seen: '', question: '' } as const;
  let right = false;
  const { page, exercise } = await open(memory(), (seed) => ({
    type: 'verdict',
    verdict: right || seed === 1 ? { ok: true, seed } : { ok: false, seed, at: 1500, revision: 9, log, ...words },
  }));
  await exercise.check();
  await exercise.openUniverse(2);
  await exercise.check();
  expect(page.value.elsewhere?.universe).toBe(2);
  right = true;
  await exercise.check();
  await settle();
  expect(exercise.value.message).toBe('All 2 universes converged.');
  expect(page.value.elsewhere).toBeUndefined();
});

test('from a universe, the learner’s own session comes back as it was left', async () => {
  const fake = fakeRuntime();
  const resets: unknown[] = [];
  const log: SessionLog = { version: 1, seed: 1, cluster: {}, files: {}, inputs: [] };
  const kept: KeptBranches = { branches: [{ view: { id: 'b1', name: 'main' }, log }], current: 'b1' };
  const reset = (log: SessionLog | KeptBranches) => {
    resets.push(log);
    return Promise.resolve({ results: [], now: { t: 0, revision: 1 }, historyHash: '' });
  };
  let backs = 0;
  const runtime: Runtime = { ...fake.runtime, reset, time: { ...noTimeMachine, kept: async () => kept } };
  const session = createLiveSession(runtime, () => ({ ...log, seed: 7 }), () => {
    backs += 1;
  });
  await session.run({ type: 'command', text: 'kubectl get pods' });
  const universe: SessionLog = { ...log, seed: 99 };
  expect(await session.show(universe)).toBe(true);
  expect([session.place, backs]).toEqual(['elsewhere', 0]);
  await session.run({ type: 'command', text: 'kubectl get pods' });
  expect([session.place, backs]).toEqual(['lesson', 1]);
  expect(resets.slice(1)).toEqual([universe, kept]);
  await session.show(universe);
  await session.restart();
  expect(resets.at(-1)).toMatchObject({ seed: 7 });
});

test('passing every universe is kept, and what passed runs in the cluster', async () => {
  const { page, exercise, asked } = await open();
  await exercise.run();
  exercise.edit('reconcile.ts', 'better');
  const before = asked.length;
  await exercise.check();
  expect(page.value.work.passed).toBe(true);
  expect(exercise.value.message).toBe('All 2 universes converged.');
  await vi.waitFor(() => expect(exercise.value).toMatchObject({ runs: 'yours', doing: { type: 'nothing' } }));
  expect(asked.slice(before)).toContainEqual(expect.objectContaining({ type: 'swap' }));
  expect(exercise.value.message).toBe('All 2 universes converged.');
});

test('who pauses in writing has graders that get ready, but not while something runs or is checked', async () => {
  const warmed: string[] = [];
  const timers = new Set<() => void>();
  const fake = fakeRuntime();
  const page = createLessonPage({
    data,
    runtime: fake.runtime,
    storage: memory(),
    after(_ms, run) {
      timers.add(run);
      return () => timers.delete(run);
    },
    grading: async () => ({
      graders: 1,
      after: () => () => {},
      warm: ({ lesson }) => void warmed.push(lesson),
      open: () => ({ post: () => {}, stop: () => {} }),
    }),
  });
  const pause = async (): Promise<void> => {
    for (const run of [...timers]) if (timers.delete(run)) run();
    await settle();
  };
  await vi.waitFor(() => expect(page.value.phase).not.toBe('reading'), { timeout: 20_000 });
  await pause();
  const exercise = await exerciseOf(page);
  exercise.edit('reconcile.ts', 'two');
  expect(warmed).toEqual([]);
  await pause();
  expect(warmed).toEqual(['12-replicaset']);
  await exercise.run();
  await pause();
  expect(warmed.length).toBe(2);
  exercise.edit('reconcile.ts', 'three');
  exercise.prepare();
  void exercise.check();
  await settle();
  await pause();
  exercise.prepare();
  await settle();
  expect(warmed.length).toBe(2);
});

test('when the lesson has changed, nothing is lost before the learner chooses', async () => {
  const old = { ...emptyWork('00000000'), files: { 'reconcile.ts': 'old work' }, hints: 2 };
  const values = new Map<string, unknown>([['work/12-replicaset', old]]);
  const { page, exercise } = await open(memory(values));
  expect(page.value.outdated).toEqual(old);
  expect(exercise.value.files).toEqual(start);
  page.decide('keep');
  await settle();
  expect(exercise.value.files['reconcile.ts']).toBe('old work');
  const hash = lessonHash(start, { apply: 'kind: Pod', list: 'kubectl get pods' });
  expect(values.get('work/12-replicaset')).toMatchObject({ lessonHash: hash, files: { 'reconcile.ts': 'old work' } });
});

test('what was typed before that choice is an earlier version', async () => {
  const old = { ...emptyWork('00000000'), files: { 'reconcile.ts': 'old work' } };
  const values = new Map<string, unknown>([['work/12-replicaset', old]]);
  const storage: ReturnType<typeof memory> = {
    ...memory(values),
    change: async (key, next) => void values.set(key, next(values.get(key))),
  };
  const { page, exercise } = await open(storage);
  exercise.edit('reconcile.ts', 'typed since');
  page.decide('keep');
  await settle();
  await page.flush();
  expect(exercise.value.files['reconcile.ts']).toBe('old work');
  expect(values.get('work/12-replicaset')).toMatchObject({ files: { 'reconcile.ts': 'old work' } });
  expect(values.get('versions/12-replicaset')).toMatchObject([{ files: { 'reconcile.ts': 'typed since' } }, { files: { 'reconcile.ts': 'old work' } }]);
});

test('the last five lines the learner’s loop logged are there, until it runs anew', async () => {
  const { exercise, tell } = await open();
  const log = (text: string, controller = 'replicaset') =>
    tell({ type: 'log', controller, t: 1500, level: 'info', text });
  log('0');
  log('not mine', 'other');
  log('1\n2');
  for (const text of ['3', '4', '5']) log(text);
  expect(exercise.value.log).toEqual(['1', '2', '3', '4', '5'].map((text) => ({ t: 1500, text })));
  await exercise.run();
  expect(exercise.value.log).toEqual([]);
});

test('what is saved in the container comes into the editor, but never over a text that it didn’t know', async () => {
  const { page, exercise, storage, tell } = await open();
  const path = 'reconcile.ts';
  const at = { t: 0, revision: 1 };
  const save = (text: string | null, before: string) =>
    tell({
      type: 'inside',
      result: { input: { type: 'edit', path, text, at: 0 }, outputs: [], exitCode: 0, from: at, to: at, end: 'quiet', files: {} },
      saved: { path, text, before },
    });
  const [first, generation] = [start[path], exercise.value.generation];
  save('from vim', first);
  expect(exercise.value).toMatchObject({ files: { [path]: 'from vim' }, generation: generation + 1 });
  expect(exercise.value.message).toBe('reconcile.ts stands here as it was saved in the container. Run runs it.');
  await settle();
  expect(storage.values.get('work/12-replicaset')).toMatchObject({ files: { [path]: 'from vim' } });
  exercise.edit(path, 'typed here');
  save('vim again', 'from vim');
  expect(exercise.value).toMatchObject({ files: { [path]: 'typed here' }, theirs: { file: path, text: 'vim again' } });
  exercise.decide('mine');
  expect([exercise.value.theirs, exercise.value.files[path]]).toEqual([undefined, 'typed here']);
  save('once more', 'vim again');
  exercise.decide('theirs');
  expect([exercise.value.theirs, exercise.value.files[path]]).toEqual([undefined, 'once more']);
  save(null, 'once more');
  expect([exercise.value.files[path], exercise.value.message]).toEqual(['once more', 'reconcile.ts was removed in the container. Run puts it back.']);
  expect(Object.keys(page.value.savedInside ?? {})).toEqual([path]);
});
