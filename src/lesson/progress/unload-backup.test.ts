import { expect, test, vi } from 'vitest';
import type { KeptBranches } from '../../runtimes/runtime.ts';
import { createCodeAutosave } from '../page/code-autosave.ts';
import { readSessions } from '../page/saved-session.ts';
import type { SavedSession } from '../page/stored-session.ts';
import { createAutosave } from './autosave.ts';
import { codeKey } from './keys.ts';
import type { Database, SyncStorage } from './storage.ts';
import { createBackupStorage } from './unload-backup.ts';
import { emptyWork, type LessonWork } from './work.ts';

const empty = emptyWork('h');
const work = (files: LessonWork['files'], more: Partial<LessonWork> = {}): LessonWork => ({ ...empty, ...more, files });

/** One browser: a database that answers later, or never again, and a shelf. */
function browser() {
  const values = new Map<string, unknown>();
  const shelved = new Map<string, string>();
  const fault = { broken: undefined as Error | undefined };
  const shelf: SyncStorage = {
    get length() {
      return shelved.size;
    },
    key: (index) => [...shelved.keys()][index] ?? null,
    getItem: (name) => shelved.get(name) ?? null,
    setItem: (name, text) => void shelved.set(name, text),
    removeItem: (name) => void shelved.delete(name),
  };
  /** `gone`: the page that asked is no more, so nothing it asked for is done or answered. */
  const database = (page: { gone: boolean }): Database => {
    async function turn<T>(run: () => T): Promise<T> {
      await new Promise((resolve) => setTimeout(resolve));
      if (page.gone) return new Promise<T>(() => {});
      if (fault.broken !== undefined) throw fault.broken;
      return run();
    }
    return {
      get: (key) => turn(() => structuredClone(values.get(key))),
      set: (key, value) => turn(() => void values.set(key, structuredClone(value))),
      change: (key, next) => turn(() => void values.set(key, structuredClone(next(structuredClone(values.get(key)))))),
      keys: () => turn(() => [...values.keys()]),
    };
  };
  let loads = 0;
  function page() {
    const life = { gone: false };
    loads += 1;
    return { life, storage: createBackupStorage(database(life), () => shelf, `page-${loads}`) };
  }
  return { values, shelved, shelf, fault, page };
}

function keeperOn({ storage }: ReturnType<ReturnType<typeof browser>['page']>) {
  return createAutosave({ storage, lesson: 'l', hash: 'h', after: () => () => {}, nowMs: () => 0, trouble() {} });
}

test('what a page that went away had not written is there for the next, also where all work is listed', async () => {
  const { page, values, shelved } = browser();
  const first = page();
  const autosave = keeperOn(first);
  await autosave.open();
  autosave.keep(work({ 'a.ts': 'A' }, { passed: true }));
  autosave.leave();
  first.life.gone = true;
  expect(values.get('work/l')).toBeUndefined();
  const next = page();
  expect(await next.storage.all('work/')).toEqual(new Map([['l', work({ 'a.ts': 'A' }, { passed: true })]]));
  expect(await keeperOn(next).open()).toMatchObject({ type: 'current', work: { files: { 'a.ts': 'A' } } });
  expect(values.get('work/l')).toMatchObject({ passed: true });
  expect(shelved.size).toBe(0);
});

test('a rescue stays where it is until it is down: a full disk, a page that goes away while taking it in', async () => {
  const { page, values, shelved, fault } = browser();
  const first = page();
  const autosave = keeperOn(first);
  await autosave.open();
  autosave.keep(work({ 'a.ts': 'A' }));
  autosave.leave();
  first.life.gone = true;
  fault.broken = new DOMException('full', 'QuotaExceededError');
  const second = page();
  // It is shown all the same where reading is refused too.
  await expect(second.storage.get('work/l')).resolves.toEqual(work({ 'a.ts': 'A' }));
  expect(await second.storage.all('work/')).toEqual(new Map([['l', work({ 'a.ts': 'A' })]]));
  expect(shelved.size).toBe(1);
  fault.broken = undefined;
  const third = page();
  void third.storage.get('work/l');
  third.life.gone = true;
  await vi.dynamicImportSettled();
  expect([shelved.size, values.size]).toEqual([1, 0]);
  expect(await page().storage.get('work/l')).toEqual(work({ 'a.ts': 'A' }));
  expect(shelved.size).toBe(0);
});

test('another tab that writes takes the rescue in, and does not drop it', async () => {
  const { page, values, shelved } = browser();
  const [left, stays] = [page(), page()];
  const [leaver, stayer] = [keeperOn(left), keeperOn(stays)];
  await leaver.open();
  await stayer.open();
  leaver.keep(work({ 'a.ts': 'A' }));
  leaver.leave();
  left.life.gone = true;
  stayer.keep(work({ 'b.ts': 'B' }));
  await stayer.flush();
  expect(values.get('work/l')).toEqual(work({ 'a.ts': 'A', 'b.ts': 'B' }));
  expect(shelved.size).toBe(0);
});

test('two tabs closed at once lose neither’s; the same text in both: the later stands, the other is a version', async () => {
  const { page, values, shelved } = browser();
  const pages = [page(), page()];
  const keepers = pages.map(keeperOn);
  for (const autosave of keepers) await autosave.open();
  keepers[0]?.keep(work({ 'a.ts': 'A', 'same.ts': 'one' }));
  keepers[1]?.keep(work({ 'b.ts': 'B', 'same.ts': 'two' }));
  for (const autosave of keepers) autosave.leave();
  for (const { life } of pages) life.gone = true;
  expect(shelved.size).toBe(2);
  await page().storage.get('work/l');
  expect(values.get('work/l')).toEqual(work({ 'a.ts': 'A', 'b.ts': 'B', 'same.ts': 'two' }));
  expect(values.get('versions/l')).toMatchObject([{ files: { 'same.ts': 'one' } }]);
});

test('a page that lives on forgets its rescue once that is down, and not before', async () => {
  const { page, values, shelved } = browser();
  const own = page();
  const autosave = keeperOn(own);
  await autosave.open();
  autosave.keep(work({ 'a.ts': '1' }));
  const writing = autosave.flush();
  await Promise.resolve();
  autosave.keep(work({ 'a.ts': '2' }));
  // Hidden while the first is being written.
  autosave.leave();
  await writing;
  expect(shelved.size).toBe(1);
  await autosave.flush();
  expect(values.get('work/l')).toEqual(work({ 'a.ts': '2' }));
  expect(shelved.size).toBe(0);
});

const log = (text: string): KeptBranches => ({
  branches: [{ view: { id: 'main', name: 'main' }, log: { version: 1, seed: 1, cluster: {}, files: {}, inputs: [{ type: 'command', text, at: 0 }] } }],
  current: 'main',
});
const session = (tab: string, at: number, text: string): SavedSession => ({ at, tab, lessonHash: 'h', kept: log(text) });

test('a session that was rescued is its tab’s; what that tab wrote after all stays', async () => {
  const { page, values } = browser();
  values.set('session/l', [session('b', 5, 'theirs'), session('a', 1, 'old')]);
  const first = page();
  first.storage.backUp('session/l', session('a', 9, 'run'));
  first.life.gone = true;
  expect(readSessions(await page().storage.get('session/l')).map(({ tab, at }) => [tab, at])).toEqual([['a', 9], ['b', 5]]);
  const late = page();
  late.storage.backUp('session/l', session('a', 7, 'older'));
  late.storage.backUp('session/other', 'rubbish');
  expect(await page().storage.get('session/l')).toMatchObject([{ at: 9 }, { at: 5 }]);
  expect(await page().storage.get('session/other')).toEqual([]);
});

test('code that was typed just before leaving is there, and the parts another tab has kept', async () => {
  const { page, values } = browser();
  const watch = { id: 'w', file: 'a.ts', line: 1, text: 'x' };
  values.set('code/l', { files: { 'a.ts': '1' }, open: 'a.ts', ran: {}, watches: [watch] });
  const first = page();
  const keeping = createCodeAutosave(first.storage, codeKey('l'));
  keeping.keep({ files: { 'a.ts': '12' }, open: 'a.ts' });
  keeping.keep({ files: { 'a.ts': '123' }, open: 'a.ts' });
  keeping.leave();
  first.life.gone = true;
  expect(await page().storage.get('code/l')).toEqual({ files: { 'a.ts': '123' }, open: 'a.ts', ran: {}, watches: [watch] });
});

test('a shelf that refuses, is full, or holds rubbish is survived', async () => {
  const { page, shelved, values } = browser();
  values.set('work/l', work({ 'a.ts': 'A' }));
  shelved.set('converge/work/l#x', '{');
  shelved.set('converge/work/l#y', '{"at":1,"value":7}');
  shelved.set('converge/character-keys', 'off');
  expect(await page().storage.get('work/l')).toEqual(work({ 'a.ts': 'A' }));
  expect([...shelved.keys()]).toEqual(['converge/character-keys']);
  const refuse = (): never => {
    throw new DOMException('denied', 'SecurityError');
  };
  const database: Database = { get: async () => 'there', set: async () => {}, change: async () => {}, keys: async () => ['work/l'] };
  const refused = createBackupStorage(database, refuse, 'me');
  expect([refused.backUp('work/l', 1), await refused.get('work/l')]).toEqual([false, 'there']);
  refused.forget('work/l');
  expect(page().storage.backUp('work/l', 'x'.repeat(4_000_000))).toBe(false);
});
