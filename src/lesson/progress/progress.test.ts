import { expect, test } from 'vitest';
import { createAutosave } from './autosave.ts';
import type { Storage } from './storage.ts';
import { emptyWork, keepWork, type LessonWork, lessonHash, openWork, tasksDone } from './work.ts';

const edited: LessonWork = { ...emptyWork('old'), files: { 'reconcile.ts': 'mine' } };

function memory(): Storage & { readonly values: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  return {
    values,
    get: async (key) => values.get(key),
    async set(key, value) {
      values.set(key, value);
    },
  };
}

function keeperOn(storage: Storage) {
  const timers: (() => void)[] = [];
  const lines: (string | undefined)[] = [];
  const autosave = createAutosave({
    storage,
    lesson: '12-replicaset',
    hash: 'old',
    after(_ms, run) {
      timers.push(run);
      return () => timers.splice(timers.indexOf(run), 1);
    },
    trouble: (line) => lines.push(line),
  });
  return { autosave, lines, timers };
}

test('the same start files have the same hash, in any order', () => {
  expect(lessonHash({ a: '1', b: '2' })).toBe(lessonHash({ b: '2', a: '1' }));
  expect(lessonHash({ a: '1' })).not.toBe(lessonHash({ a: '2' }));
});

test('work is back as it was left', async () => {
  const storage = memory();
  const { autosave } = keeperOn(storage);
  autosave.keep(emptyWork('old'));
  autosave.keep(edited);
  await autosave.flush();
  expect(await keeperOn(storage).autosave.open()).toEqual({ type: 'current', work: edited });
});

test('a page that goes away keeps at once what waits, and what is still on its way', () => {
  const kept: unknown[] = [];
  // A storage that never answers before the page is gone.
  const storage: Storage = {
    get: async () => undefined,
    set: () => new Promise(() => {}),
    backUp: (_key, rescued) => kept.push(rescued) > 0,
  };
  const { autosave } = keeperOn(storage);
  autosave.leave();
  expect(kept).toEqual([]);
  autosave.keep(edited);
  autosave.leave();
  autosave.leave();
  const rescued = { work: edited, base: emptyWork('old') };
  expect(kept).toEqual([rescued, rescued]);
});

test('what storage has refused is not given up: it goes with the page, or when there is room', async () => {
  const kept: unknown[] = [];
  const storage = memory();
  let full = true;
  const forgotten: string[] = [];
  const { autosave } = keeperOn({
    ...storage,
    async set(key, value) {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      await storage.set(key, value);
    },
    backUp: (_key, rescued) => kept.push(rescued) > 0,
    forget: (key) => forgotten.push(key),
  });
  autosave.keep(edited);
  await autosave.flush();
  autosave.leave();
  expect(kept).toMatchObject([{ work: edited }]);
  await autosave.flush();
  expect(forgotten).toEqual([]);
  full = false;
  await autosave.flush();
  expect(storage.values.get('work/12-replicaset')).toEqual(edited);
  expect(forgotten).toEqual(['work/12-replicaset']);
});

test('many changes are one write', async () => {
  const storage = memory();
  const { autosave, timers } = keeperOn(storage);
  autosave.keep(emptyWork('old'));
  autosave.keep(edited);
  expect(timers.length).toBe(1);
  expect(storage.values.size).toBe(0);
});

test('edited work on a lesson that has changed asks; unedited work doesn’t', () => {
  expect(openWork(edited, 'new')).toEqual({ type: 'outdated', work: edited });
  expect(openWork({ ...emptyWork('old'), hints: 1 }, 'new')).toMatchObject({
    type: 'current',
    work: { lessonHash: 'new', hints: 1 },
  });
  expect(keepWork(edited, 'new')).toMatchObject({ lessonHash: 'new', files: { 'reconcile.ts': 'mine' } });
});

test('nothing stored is nothing done', () => {
  expect(openWork(undefined, 'new')).toEqual({ type: 'current', work: emptyWork('new') });
});

test('storage that is refused is said in one line and survived', async () => {
  const refuse = async (): Promise<never> => {
    throw new DOMException('denied', 'SecurityError');
  };
  const { autosave, lines } = keeperOn({ get: refuse, set: refuse });
  expect(await autosave.open()).toEqual({ type: 'current', work: emptyWork('old') });
  autosave.keep(edited);
  await autosave.flush();
  expect(lines[0]).toContain('doesn’t let the page keep anything');
});

test('full storage is said, and unsaid when there is room again', async () => {
  const storage = memory();
  let full = true;
  const { autosave, lines } = keeperOn({
    get: storage.get,
    async set(key, value) {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      await storage.set(key, value);
    },
  });
  autosave.keep(edited);
  await autosave.flush();
  full = false;
  autosave.keep(edited);
  await autosave.flush();
  expect(lines).toEqual([expect.stringContaining('storage is full'), undefined]);
});

test('tasks done are predictions, right answers and the exercise', () => {
  const work: LessonWork = {
    ...emptyWork('x'),
    predictions: { a: { choice: '5', settled: true } },
    quiz: { 1: { first: 0, last: 2, right: true }, 2: { first: 1, last: 1, right: false } },
    passed: true,
  };
  expect(tasksDone(work)).toBe(3);
});
