import { expect, test } from 'vitest';
import { quarantineText, readQuarantine, quarantine } from './quarantine.ts';
import { createAutosave } from './autosave.ts';
import type { Storage } from './storage.ts';
import { NewerWork, readWork } from './read-work.ts';
import { storageErrorText } from './storage-errors.ts';
import { emptyWork, type LessonWork } from './work.ts';

const whole: LessonWork = {
  ...emptyWork('h'),
  files: { 'a.ts': 'A', 'b.ts': 'B' },
  inputs: { list: 'kubectl get rs' },
  predictions: { p: { choice: '5', settled: true } },
  quiz: { q: { first: 0, last: 1, right: true } },
  hints: 2,
  passed: true,
};

/** What is left of stored work, and what of it could not be read. */
function check(stored: unknown, left: Partial<LessonWork> | undefined, unread: readonly string[]): void {
  expect(readWork(stored)).toEqual({ work: left === undefined ? undefined : { ...whole, ...left }, unread });
}

test('what is damaged costs nothing else', () => {
  check(whole, {}, []);
  check({ ...whole, files: { 'a.ts': 7, 'b.ts': 'B' } }, { files: { 'b.ts': 'B' } }, ['files["a.ts"]']);
  check({ ...whole, files: null, hints: 'many' }, { files: {}, hints: 0 }, ['files', 'hints']);
  check({ ...whole, predictions: { p: { choice: '5' }, r: { choice: '1', settled: false } } }, { predictions: { r: { choice: '1', settled: false } } }, ['predictions["p"]']);
  check({ ...whole, quiz: { q: { first: -1, last: 0, right: true } } }, { quiz: {} }, ['quiz["q"]']);
  check({ ...whole, report: { report: { groups: 'none' }, files: {} } }, {}, ['report']);
  check({ ...whole, bench: { nodes: 1_000_000 } }, {}, ['bench']);
  check({ ...whole, later: 1 }, {}, ['later']);
  for (const rubbish of [null, 'text', 7, [], { version: 0 }, { version: 1 }]) check(rubbish, undefined, ['all of it']);
  check(undefined, undefined, []);
  expect(() => readWork({ ...whole, version: 2 })).toThrow(NewerWork);
});

function memory(given: Readonly<Record<string, unknown>>) {
  const values = new Map<string, unknown>(Object.entries(given));
  const fault: { full?: boolean } = {};
  const put = (key: string, value: unknown): void => {
    if (fault.full === true) throw new DOMException('full', 'QuotaExceededError');
    values.set(key, structuredClone(value));
  };
  const storage = {
    get: async (key: string) => structuredClone(values.get(key)),
    set: async (key: string, value: unknown) => put(key, value),
    change: async (key: string, next: (stored: unknown) => unknown) => put(key, next(structuredClone(values.get(key)))),
  } satisfies Storage;
  return { values, storage, fault };
}

function keeperOn(storage: Storage) {
  const lines: (string | undefined)[] = [];
  const autosave = createAutosave({ storage, lesson: 'l', hash: 'h', after: () => () => {}, nowMs: () => 0, trouble: (line) => lines.push(line) });
  return { autosave, lines };
}

test('damaged work is set aside as it was, said, and what one does is kept beside what could be read', async () => {
  const damaged = { ...whole, files: { 'a.ts': 7, 'b.ts': 'B' } };
  const versions = [{ at: 1, why: '', lessonHash: 'h', files: { x: 'old' }, inputs: {} }, { at: 'never' }];
  const { storage, values } = memory({ 'work/l': damaged, 'versions/l': versions, 'session/l': 'rubbish', 'code/l': { files: { c: 1 } } });
  const { autosave, lines } = keeperOn(storage);
  const { work } = await autosave.open();
  expect(work).toEqual({ ...whole, files: { 'b.ts': 'B' } });
  expect(lines).toEqual([expect.stringMatching(/can’t be read: a session; code beside the exercise; an earlier version; files\["a\.ts"\]\. It is set aside/)]);
  expect(readQuarantine(values.get('aside/l')).map(({ key, raw }) => [key, raw])).toEqual([
    ['session/l', 'rubbish'],
    ['code/l', { files: { c: 1 } }],
    ['versions/l', versions],
    ['work/l', damaged],
  ]);
  autosave.keep({ ...work, hints: 3 });
  await autosave.flush();
  expect(values.get('work/l')).toEqual({ ...whole, files: { 'b.ts': 'B' }, hints: 3 });
  // The sentence stays while the page does; the next load has been told.
  expect(lines.at(-1)).toContain('set aside');
  const next = keeperOn(storage);
  await next.autosave.open();
  expect(readQuarantine(values.get('aside/l')).length).toBe(4);
  expect(next.lines).toEqual([]);
});

test('with no room to set it aside, what can be read is shown and nothing is written over the rest', async () => {
  const damaged = { ...whole, files: { 'a.ts': 7, 'b.ts': 'B' } };
  const { storage, values, fault } = memory({ 'work/l': damaged });
  fault.full = true;
  const { autosave, lines } = keeperOn(storage);
  const { work } = await autosave.open();
  expect(work.files).toEqual({ 'b.ts': 'B' });
  autosave.keep({ ...work, hints: 3 });
  await autosave.flush();
  expect(lines.at(-1)).toContain('storage is full');
  expect(values.get('work/l')).toEqual(damaged);
});

test('work that is damaged while the page is open is set aside before it is written over', async () => {
  const { storage, values } = memory({ 'work/l': whole });
  const { autosave } = keeperOn(storage);
  const { work } = await autosave.open();
  values.set('work/l', { ...whole, inputs: 'gone' });
  autosave.keep({ ...work, hints: 3 });
  await autosave.flush();
  expect(values.get('work/l')).toMatchObject({ hints: 3, files: whole.files });
  expect(readQuarantine(values.get('aside/l'))).toMatchObject([{ key: 'work/l', raw: { ...whole, inputs: 'gone' }, what: 'inputs' }]);
  // Nobody was told then: the next page does.
  const next = keeperOn(storage);
  await next.autosave.open();
  expect(next.lines).toEqual([expect.stringContaining('can’t be read: inputs.')]);
});

test('what a newer version of the page has written is left as it is', async () => {
  const newer = { ...whole, version: 2 };
  const { storage, values } = memory({ 'work/l': newer });
  const { autosave, lines } = keeperOn(storage);
  const { work } = await autosave.open();
  expect(work).toEqual(emptyWork('h'));
  autosave.keep({ ...work, hints: 1 });
  await autosave.flush();
  await autosave.refresh();
  expect(values.get('work/l')).toEqual(newer);
  expect(lines.at(-1)).toMatch(/newer version of this page.*Reload the page\.$/);
});

test('what is set aside is bounded, and can be saved whatever it is', async () => {
  const { storage, values } = memory({});
  for (let each = 0; each < 9; each += 1) await quarantine(storage, 'l', { key: 'work/l', raw: each, what: 'all of it' });
  expect(readQuarantine(values.get('aside/l')).map(({ raw }) => raw)).toEqual([8, 7, 6, 5, 4, 3]);
  await quarantine(storage, 'l', { key: 'work/l', raw: 'x'.repeat(3_000_000), what: 'x' });
  expect(readQuarantine(values.get('aside/l')).length).toBe(1);
  const round: Record<string, unknown> = {};
  round['me'] = round;
  expect([quarantineText(1n), quarantineText({ a: 1 }).includes('"a": 1'), quarantineText(round).includes('circular')]).toEqual(['"1"\n', true, true]);
  expect(readQuarantine('rubbish')).toEqual([]);
});

test('each refusal of the storage has its sentence', () => {
  const words = (name: string): string => storageErrorText(new DOMException('', name));
  expect(words('QuotaExceededError')).toContain('is full');
  for (const name of ['VersionError', 'NotFoundError', 'TimeoutError']) expect(words(name)).toContain('Close the other tabs');
  // It may be slow only.
  expect(words('TimeoutError')).not.toContain('Another tab holds');
  expect(words('SecurityError')).toContain('doesn’t let the page keep anything');
  expect(storageErrorText('x')).toContain('doesn’t let');
});
