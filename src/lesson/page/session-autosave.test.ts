import { expect, test, vi } from 'vitest';
import type { KeptBranches } from '../../runtimes/runtime.ts';
import { largestSession } from './saved-session.ts';
import type { SavedSession } from './stored-session.ts';
import type { LiveSession } from './live-session.ts';
import { createSessionAutosave } from './session-autosave.ts';

const kept = (text: string, branches = 1): KeptBranches => ({
  branches: Array.from({ length: branches }, (_none, index) => ({
    view: { id: `b${index}`, name: 'b' },
    log: { version: 1, seed: 1, cluster: {}, files: {}, inputs: [{ type: 'command', text, at: 0 }] },
  })),
  current: 'b0',
});

/** A session whose storage answers when told to. */
function open(known: KeptBranches, limit = largestSession + 1_000) {
  const rescued = new Map<string, unknown>();
  const written: unknown[] = [];
  const timers: (() => void)[] = [];
  let answer = (): void => {};
  const live: { place: LiveSession['place'] } = { place: 'lesson' };
  const notAsked = (): never => {
    throw new Error('not asked for here');
  };
  const keeping = createSessionAutosave({
    place: {
      lesson: 'l',
      lessonHash: 'h',
      storage: {
        get: async () => undefined,
        set: notAsked,
        change: (_key, next) =>
          new Promise((resolve) => {
            answer = () => {
              written.push(next(undefined));
              resolve();
            };
          }),
        backUp(key, value) {
          if (JSON.stringify(value).length > limit) return false;
          rescued.set(key, value);
          return true;
        },
        forget: (key) => void rescued.delete(key),
      },
    },
    session: { ...live, begin: notAsked, run: notAsked, runShown: notAsked, view: notAsked, control: notAsked, interrupt: notAsked, restart: notAsked, restore: notAsked, show: notAsked, back: notAsked, get place() { return live.place; } },
    fences: () => [],
    runtime: { on: notAsked, stop: notAsked },
    kept: async () => known,
    known: () => known,
    after(_ms, run) {
      timers.push(run);
      return () => {};
    },
    notebook: notAsked,
    stands: notAsked,
    notice() {},
    refused: notAsked,
  });
  const turn = (): Promise<void> => vi.dynamicImportSettled();
  return { keeping, rescued, written, timers, live, turn, answer: () => answer() };
}

test('a page that is left right after a run keeps it before it goes', () => {
  const { keeping, rescued } = open(kept('kubectl get pods'));
  keeping.leave();
  expect(rescued.size).toBe(0);
  keeping.keep();
  keeping.leave();
  expect(rescued.get('session/l')).toMatchObject({ lessonHash: 'h', kept: kept('kubectl get pods') } satisfies Partial<SavedSession>);
});

test('it is forgotten when what was rescued is down; what happened meanwhile is rescued again', async () => {
  const { keeping, rescued, timers, written, answer, turn } = open(kept('x'));
  keeping.keep();
  timers.shift()?.();
  keeping.leave();
  expect(rescued.size).toBe(1);
  await turn();
  keeping.keep();
  answer();
  await expect.poll(() => written.length).toBe(1);
  await turn();
  expect(rescued.size).toBe(1);
  timers.shift()?.();
  await turn();
  answer();
  await expect.poll(() => rescued.size).toBe(0);
  keeping.leave();
  expect(rescued.size).toBe(0);
});

test('what is too large is rescued without its forks; another universe isn’t the lesson’s session', () => {
  const { keeping, rescued, live } = open(kept('x'.repeat(1_000), 3), 2_000);
  keeping.keep();
  live.place = 'elsewhere';
  keeping.leave();
  expect(rescued.size).toBe(0);
  live.place = 'lesson';
  keeping.leave();
  expect(rescued.get('session/l')).toMatchObject({ kept: { current: 'b0', branches: [{ view: { id: 'b0' } }] } });
});

test('a flush waits for what is being stored, and stores what happened meanwhile', async () => {
  const { keeping, timers, written, answer, turn } = open(kept('x'));
  keeping.keep();
  timers.shift()?.();
  await turn();
  keeping.keep();
  let isDown = false;
  const flushed = keeping.flush().then(() => (isDown = true));
  answer();
  await turn();
  expect([written.length, isDown]).toEqual([1, false]);
  answer();
  await flushed;
  expect(written).toHaveLength(2);
  await keeping.flush();
  expect(written).toHaveLength(2);
});
