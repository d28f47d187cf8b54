// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { KeptBranches } from '../../runtimes/runtime.ts';
import { createNodeRuntime } from '../../runtimes/node/node-runtime.ts';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../../session/parts.ts';
import { cellMark } from '../notebook.ts';
import type { Storage } from '../progress/storage.ts';
import type { LessonPageData } from './data.ts';
import { saveSession, largestSession, sessionToRestore } from './saved-session.ts';
import type { SavedSession } from './stored-session.ts';
import { createLessonPage, type LessonPage } from './lesson-page.ts';

const data: LessonPageData = {
  slug: '1-thermostats',
  seed: 1,
  nodes: 2,
  profile: 'minimal',
  tasks: 0,
  cells: [
    { language: 'sh', id: 'make', number: 1, code: 'kubectl create deployment web --image=nginx:1.28 --replicas=2' },
    { language: 'sh', id: 'list', number: 2, code: 'kubectl get deployment web --no-headers' },
  ],
};

function memory(): Storage & { readonly values: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  return {
    values,
    get: async (key) => structuredClone(values.get(key)),
    async set(key, value) {
      values.set(key, structuredClone(value));
    },
    async change(key, next) {
      values.set(key, structuredClone(next(values.get(key))));
    },
  };
}

const open = (storage: Storage, cells = data.cells): LessonPage =>
  createLessonPage({
    data: { ...data, cells },
    runtime: createNodeRuntime(sessionParts(nodePlatform())),
    storage,
    grading: () => Promise.reject(new Error('not asked for here')),
    after(_ms, run) {
      queueMicrotask(run);
      return () => {};
    },
  });

/** Resolves when the page's state is so. */
const until = (page: LessonPage, so: (page: LessonPage) => boolean): Promise<void> =>
  new Promise((resolve) => {
    page.subscribe(() => {
      if (so(page)) resolve();
    });
  });
const marks = ({ value }: LessonPage): string[] => value.notebook.cells.map((cell) => cellMark(value.notebook, cell));

test('a reload stands where one was: the cells’ outputs, the clock, the forks', async () => {
  const storage = memory();
  const before = open(storage);
  await until(before, ({ value }) => value.phase !== 'reading');
  before.notebook({ type: 'run', id: 'list' });
  await until(before, ({ value }) => value.notebook.queue.length === 0 && value.notebook.turns === 2);
  await before.travel.fork();
  before.control({ type: 'until', t: 60_000 });
  await until(before, ({ value }) => value.view?.timeMs === 60_000);
  await expect.poll(() => JSON.stringify(storage.values.get('session/1-thermostats'))).toContain('"to":60000');

  const after = open(storage);
  await until(after, ({ value }) => value.notebook.turns === 2);
  expect(marks(after)).toEqual(['fresh', 'fresh']);
  expect(after.value.notebook.cells.map(({ output }) => output)).toEqual(before.value.notebook.cells.map(({ output }) => output));
  expect(after.value.view).toMatchObject({ timeMs: 60_000, revision: before.value.view?.revision });
  expect(after.travel.value).toMatchObject({ current: 'fork-1', branches: [{ id: 'main' }, { id: 'fork-1' }] });
  expect(after.value.notice).toBeUndefined();
});

test('a session that was begun in another language goes on: its cells are the same, with other comments', async () => {
  const commented = (comment: string) => data.cells.map((cell) => ({ ...cell, code: `${cell.code} # ${comment}` }));
  const english = commented('a Deployment');
  const german = commented('ein Deployment').map((cell, index) => ({ ...cell, original: english[index]?.code ?? '' }));
  const storage = memory();
  const before = open(storage, german);
  await until(before, ({ value }) => value.phase !== 'reading');
  before.notebook({ type: 'run', id: 'list' });
  await until(before, ({ value }) => value.notebook.queue.length === 0 && value.notebook.turns === 2);
  await expect.poll(() => JSON.stringify(storage.values.get('session/1-thermostats'))).toContain('# a Deployment');

  for (const cells of [english, german]) {
    const after = open(storage, cells);
    await until(after, ({ value }) => value.notebook.turns === 2);
    expect(after.hash).toBe(before.hash);
    expect(marks(after)).toEqual(['fresh', 'fresh']);
    expect(after.value.notebook.cells.map(({ input }) => input)).toEqual(cells.map(({ code }) => code));
  }
});

test('who presses Run all before the session is back runs only what hasn’t run in it', async () => {
  const storage = memory();
  const before = open(storage);
  await until(before, ({ value }) => value.phase !== 'reading');
  before.notebook({ type: 'run', id: 'list' });
  await until(before, ({ value }) => value.notebook.queue.length === 0 && value.notebook.turns === 2);
  await expect.poll(() => JSON.stringify(storage.values.get('session/1-thermostats'))).toContain('"cell":"list"');

  const after = open(storage);
  after.notebook({ type: 'run-all' });
  await until(after, ({ value }) => value.said !== '');
  expect(after.value).toMatchObject({ said: 'Every cell has run. Restart to run them again.', notice: after.value.said });
  expect(after.value.notebook.turns).toBe(2);
  expect(after.value.view?.revision).toBe(before.value.view?.revision);
});

const kept = (text: string, branches = 1): KeptBranches => ({
  branches: Array.from({ length: branches }, (_none, index) => ({
    view: { id: `b${index}`, name: 'b' },
    log: { version: 1, seed: 1, cluster: {}, files: {}, inputs: [{ type: 'command', text, at: 0 }] },
  })),
  current: 'b0',
});

test('a tab has its own session; a new one takes the last', async () => {
  const stored = ['a', 'b'].map((tab, at): SavedSession => ({ at, tab, lessonHash: 'h', kept: kept(tab) }));
  expect(sessionToRestore(stored, { lessonHash: 'h' }, ['gone', 'b'])).toEqual(kept('b'));
  expect(sessionToRestore(stored, { lessonHash: 'h' }, ['new'])).toEqual(kept('a'));
  expect(sessionToRestore(stored, { lessonHash: 'other' }, ['b'])).toBeUndefined();
  expect(sessionToRestore([{ ...stored[0], kept: { ...kept('a'), current: 'gone' } }, null, stored[1]], { lessonHash: 'h' }, ['a'])).toEqual(kept('b'));
  for (const rubbish of [undefined, 'x', {}, [1]]) expect(sessionToRestore(rubbish, { lessonHash: 'h' })).toBeUndefined();
});

test('what is too large is kept without its forks, or not at all', async () => {
  const storage = memory();
  const place = { storage, lesson: 'l', lessonHash: 'h' };
  expect(await saveSession(place, kept('x'.repeat(largestSession / 3), 4))).toBe(true);
  expect(sessionToRestore(storage.values.get('session/l'), { lessonHash: 'h' })?.branches.length).toBe(1);
  expect(await saveSession(place, kept('x'.repeat(largestSession + 1)))).toBe(false);
  expect(storage.values.get('session/l')).toEqual([]);
});
