/** The engine's own parts pass their cases, and parts with one mistake fail, by the cause that says which. */
import type { Clock, ExpectationStore, KubeObject, OwnerGraph, RateLimiter } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createKernel, createRandom, type EngineParts, engineParts } from '../../../engine/index.ts';
import { madeOf } from '../../../session/learner/parts/made-part.ts';
import type { Case } from '../types.ts';
import type { RunCalls } from './calls.ts';
import { expectationCases } from './expectation-cases.ts';
import { ownerGraphCases } from './owner-graph-cases.ts';
import { rateLimiterCases } from './rate-limiter-cases.ts';

const universes = 8;

/** What the reports say of a part, the most frequent cause first. */
async function causesOf(cases: readonly Case[], parts: Partial<EngineParts>): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  for (let seed = 1; seed <= universes; seed += 1) {
    for (const each of cases) {
      const found = await each.judge(runOf(parts), createRandom(seed).fork(each.name));
      if (found === undefined) continue;
      const cause = 'cause' in found ? found.cause : found.problem.title;
      counts.set(cause, (counts.get(cause) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([cause]) => cause);
}

const runOf =
  (parts: Partial<EngineParts>): RunCalls =>
  async (calls) => {
    const kernel = createKernel({ seed: 1, settle: async () => {} });
    const made = madeOf(parts, kernel.clock) ?? {};
    const returned: unknown[] = [];
    const beganMs = kernel.clock.now();
    for (const [index, { name, values, atMs }] of calls.entries())
      kernel.clock.after(beganMs + atMs - kernel.clock.now(), () => {
        const value: unknown = Reflect.apply(Reflect.get(made, name), made, [...values]);
        returned[index] = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
      });
    await kernel.run({ until: beganMs + (calls.at(-1)?.atMs ?? 0) });
    return JSON.parse(JSON.stringify({ returned: returned.map((each) => each ?? null) }), (_key, value) => value ?? undefined);
  };

test('the engine’s own pass', async () => {
  const { createExpectations, createRateLimiter, createOwnerGraph } = engineParts;
  expect(await causesOf(expectationCases, { createExpectations })).toEqual([]);
  expect(await causesOf(rateLimiterCases, { createRateLimiter })).toEqual([]);
  expect(await causesOf(ownerGraphCases, { createOwnerGraph })).toEqual([]);
});

type Store = Omit<ExpectationStore, 'all'>;

/** The engine's store with some methods of another kind. */
const storeWith = (changed: (own: Store, clock: Pick<Clock, 'now'>) => Partial<Store>): Partial<EngineParts> => ({
  createExpectations(clock) {
    const own = engineParts.createExpectations(clock);
    return { ...own, ...changed(own, clock) };
  },
});

test.each<[string, string, Partial<EngineParts>]>([
  ['remembers nothing', 'trusted its cache too early', storeWith(() => ({ satisfied: () => true }))],
  ['never trusts', 'waited for what nobody expects', storeWith(() => ({ satisfied: () => false }))],
  ['forgets no owner', 'remembered an owner that is gone', storeWith(() => ({ forget: () => {} }))],
  ['takes no refusal back', 'kept expecting what was refused', storeWith(() => ({ creationsFailed: () => {}, deletionsFailed: () => {} }))],
  ['doesn’t hear of deletions', 'waited for what the watch had shown', storeWith(() => ({ deletionObserved: () => {} }))],
  ['has one list for all owners', 'waited for what nobody expects', storeWith((own) => ({ creations: (_key, ...rest) => own.creations('all', ...rest), satisfied: () => own.satisfied('all') }))],
  [
    'counts deletions',
    'counted one deletion twice',
    storeWith((own, { now }) => {
      const left = new Map<string, number>();
      const since = new Map<string, number>();
      const note = (key: string, count: number, leaving: readonly KubeObject[]): void => {
        own.creations(key, count);
        left.set(key, leaving.length);
        since.set(key, now());
      };
      return {
        creations: (key, count, leaving = []) => note(key, count, leaving),
        deletions: (key, objects) => note(key, 0, objects),
        deletionsFailed: (key, objects) => void left.set(key, (left.get(key) ?? 0) - objects.length),
        deletionObserved: (key) => void left.set(key, (left.get(key) ?? 0) - 1),
        forget(key) {
          own.forget(key);
          left.delete(key);
        },
        satisfied: (key) => own.satisfied(key) && ((left.get(key) ?? 0) <= 0 || now() - (since.get(key) ?? 0) > 300_000),
      };
    }),
  ],
  ['waits for an event for ever', 'waited for an event for ever', { createExpectations: () => engineParts.createExpectations({ now: () => 0 }) }],
  [
    'adds to what was expected before',
    'expected what an earlier pass had noted',
    storeWith((own) => {
      const counts = new Map<string, number>();
      return {
        creations(key, count, leaving) {
          const sum = (own.satisfied(key) ? 0 : (counts.get(key) ?? 0)) + count;
          counts.set(key, sum);
          own.creations(key, sum, leaving);
        },
      };
    }),
  ],
])('a store that %s: %s', async (_what, cause, parts) => {
  expect(await causesOf(expectationCases, parts)).toContain(cause);
});

const limiterWith = (changed: (own: RateLimiter) => Partial<RateLimiter>): Partial<EngineParts> => ({
  createRateLimiter(clock, limits) {
    const own = engineParts.createRateLimiter(clock, limits);
    return { ...own, ...changed(own) };
  },
});

test.each<[string, string, Partial<EngineParts>]>([
  ['doesn’t wait', 'waited another time', limiterWith(() => ({ delayMs: () => 0 }))],
  ['never forgets', 'remembered failures of a key that succeeded', limiterWith(() => ({ forget: () => {} }))],
  ['counts nothing', 'miscounted the failures', limiterWith(() => ({ failures: () => 0 }))],
  ['waits beyond the longest', 'waited another time', { createRateLimiter: (clock) => engineParts.createRateLimiter(clock, { baseMs: 5, maxMs: 1e12, perSecond: 10, burst: 100 }) }],
  ['has no bucket', 'let all keys go at once', { createRateLimiter: (clock) => engineParts.createRateLimiter(clock, { baseMs: 5, maxMs: 1_000_000, perSecond: 10, burst: 1e9 }) }],
  ['says no number', 'said no time', limiterWith(() => ({ delayMs: () => Number.NaN }))],
])('a rate limiter that %s: %s', async (_what, cause, parts) => {
  expect(await causesOf(rateLimiterCases, parts)).toContain(cause);
});

const graphWith = (changed: (own: OwnerGraph) => Partial<OwnerGraph>): Partial<EngineParts> => ({
  createOwnerGraph(served) {
    const own = engineParts.createOwnerGraph(served);
    return { ...own, ...changed(own) };
  },
});

test.each<[string, string, Partial<EngineParts>]>([
  ['misses one that is due', 'missed an object that is due', graphWith((own) => ({ seen: (kind, object) => own.seen(kind, object).slice(1) }))],
  ['keeps what is gone', 'lost a dependent', graphWith(() => ({ gone: () => [] }))],
  ['knows nobody absent', 'forgot who is absent', graphWith(() => ({ isAbsent: () => false }))],
  ['takes the unseen for absent', 'took an owner for absent', graphWith((own) => ({ isAbsent: ({ uid }) => own.byUid(uid) === undefined }))],
  ['forgets keys', 'lost an object', graphWith(() => ({ get: () => undefined }))],
  [
    'has everything due',
    'called for objects that nothing has happened to',
    graphWith((own) => {
      const all = new Set<string>();
      return {
        seen(kind, object) {
          for (const key of own.seen(kind, object)) all.add(key);
          return [...all, 'pods/default/x', 'pods/default/y', 'pods/default/z', 'pods/default/w'];
        },
      };
    }),
  ],
])('a graph that %s: %s', async (_what, cause, parts) => {
  expect(await causesOf(ownerGraphCases, parts)).toContain(cause);
});
