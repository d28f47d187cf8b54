import { expect, test } from 'vitest';
import { createAutosave } from './autosave.ts';
import type { Storage } from './storage.ts';
import { mergeWork } from './merge.ts';
import { mergeBackup } from './save-merged.ts';
import { bounded, keepVersion, mostVersions, readVersions, type WorkVersion } from './versions.ts';
import { emptyWork, type LessonWork } from './work.ts';

const empty = emptyWork('h');
const work = (files: LessonWork['files'], more: Partial<LessonWork> = {}): LessonWork => ({ ...empty, ...more, files });

/** One storage for several tabs; every step is a turn later. */
function shared() {
  const values = new Map<string, unknown>();
  const storage: Storage = {
    get: async (key) => structuredClone(values.get(key)),
    async set(key, value) {
      values.set(key, structuredClone(value));
    },
    async change(key, next) {
      await Promise.resolve();
      values.set(key, structuredClone(next(structuredClone(values.get(key)))));
    },
  };
  return { values, storage };
}

function tab(storage: Storage, clock = { now: 0 }) {
  const came: LessonWork[] = [];
  const autosave = createAutosave({
    storage,
    lesson: 'l',
    hash: 'h',
    after: () => () => {},
    nowMs: () => clock.now,
    trouble() {},
    merged: (merged) => came.push(merged),
  });
  return { autosave, came };
}

test('two tabs that do different things lose neither’s work', async () => {
  const { storage, values } = shared();
  const [a, b] = [tab(storage), tab(storage)];
  await a.autosave.open();
  await b.autosave.open();
  a.autosave.keep(work({ 'a.ts': 'A' }, { hints: 1 }));
  b.autosave.keep(work({ 'b.ts': 'B' }, { passed: true, quiz: { q: { first: 0, last: 0, right: true } } }));
  await Promise.all([a.autosave.flush(), b.autosave.flush()]);
  const both = work({ 'a.ts': 'A', 'b.ts': 'B' }, { hints: 1, passed: true, quiz: { q: { first: 0, last: 0, right: true } } });
  expect(values.get('work/l')).toEqual(both);
  expect(b.came).toEqual([both]);
  await a.autosave.refresh();
  expect(a.came).toEqual([both]);
});

test('what is typed while another tab’s work comes in keeps both', async () => {
  const { storage, values } = shared();
  const [a, b] = [tab(storage), tab(storage)];
  await a.autosave.open();
  await b.autosave.open();
  a.autosave.keep(work({ 'a.ts': 'A' }));
  await a.autosave.flush();
  b.autosave.keep(work({ 'b.ts': 'B' }));
  const writing = b.autosave.flush();
  b.autosave.keep(work({ 'b.ts': 'BB' }));
  await writing;
  await b.autosave.flush();
  expect(values.get('work/l')).toEqual(work({ 'a.ts': 'A', 'b.ts': 'BB' }));
});

test('the same file in two tabs: the later stands, the earlier is a version', async () => {
  const { storage, values } = shared();
  const [a, b] = [tab(storage), tab(storage)];
  await a.autosave.open();
  await b.autosave.open();
  a.autosave.keep(work({ 'a.ts': 'A' }));
  await a.autosave.flush();
  b.autosave.keep(work({ 'a.ts': 'B' }));
  await b.autosave.flush();
  expect(values.get('work/l')).toEqual(work({ 'a.ts': 'B' }));
  expect(values.get('versions/l')).toMatchObject([{ why: 'as another tab had left it', files: { 'a.ts': 'A' } }]);
});

test('a reset in one tab is a reset, and what it took is a version', async () => {
  const { storage, values } = shared();
  const a = tab(storage);
  await a.autosave.open();
  a.autosave.keep(work({ 'a.ts': 'A' }));
  await a.autosave.flush();
  a.autosave.keep(empty);
  await a.autosave.flush();
  expect(values.get('work/l')).toEqual(empty);
  expect(values.get('versions/l')).toMatchObject([{ files: { 'a.ts': 'A' } }]);
});

test('what a page that went away had not written is put together with what came since', () => {
  const [base, mine, theirs] = [work({}), work({ 'a.ts': 'A' }), work({ 'b.ts': 'B' })];
  expect(mergeBackup(theirs, { work: mine, base })).toEqual({ work: work({ 'a.ts': 'A', 'b.ts': 'B' }) });
  expect(mergeBackup(undefined, { work: mine, base })).toEqual({ work: mine });
  expect(mergeBackup(work({ 'a.ts': 'B' }), { work: mine, base })).toEqual({ work: mine, lost: work({ 'a.ts': 'B' }) });
  expect(mergeBackup(theirs, 'x')).toBeUndefined();
});

test('both having done the same is no conflict', () => {
  expect(mergeWork(work({}), work({ a: '1' }), work({ a: '1' }))).toEqual({ work: work({ a: '1' }), lost: false });
  expect(mergeWork(work({ a: '0' }), work({}), work({ a: '1' })).lost).toBe(true);
});

test('versions are kept now and then, when a text vanishes, and not twice', () => {
  const minute = 60_000;
  let versions: readonly WorkVersion[] = [];
  versions = keepVersion(versions, work({}), work({ a: '1' }), 0);
  expect(versions).toEqual([]);
  versions = keepVersion(versions, work({ a: '1' }), work({ a: '2' }), minute);
  versions = keepVersion(versions, work({ a: '2' }), work({ a: '3' }), 2 * minute);
  expect(versions.map(({ files }) => files['a'])).toEqual(['1']);
  versions = keepVersion(versions, work({ a: '3' }), work({ a: '4' }), 3 * minute);
  versions = keepVersion(versions, work({ a: '4' }), work({}), 3 * minute);
  versions = keepVersion(versions, work({ a: '4' }), work({}), 9 * minute);
  expect(versions.map(({ files }) => files['a'])).toEqual(['4', '3', '1']);
});

test('versions are bounded in number and size, and read only where they are ours', () => {
  const many = Array.from({ length: 30 }, (_none, at): WorkVersion => ({ at, why: '', lessonHash: 'h', files: { a: String(at) }, inputs: {} }));
  expect(bounded(many).length).toBe(mostVersions);
  const large = many.map((each) => ({ ...each, files: { a: 'x'.repeat(150_000) } }));
  expect(bounded(large).length).toBe(2);
  expect(readVersions([...many.slice(0, 1), { at: 1 }, null, 'x', { ...many[0], files: { a: 1 } }])).toEqual(many.slice(0, 1));
  expect(readVersions({})).toEqual([]);
});
