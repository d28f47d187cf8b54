import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apply, diff } from './patch.ts';

test('what was diffed is put together again, whatever the two values are', () => {
  const value = fc.jsonValue({ maxDepth: 4 });
  const named = fc.array(fc.record({ uid: fc.constantFrom('a', 'b', 'c', 'd'), n: fc.nat(3), deep: value }, { requiredKeys: ['uid'] }));
  const view = fc.record({ pods: named, other: value });
  fc.assert(
    fc.property(fc.oneof(view, value), fc.oneof(view, value), (before, after) => {
      const patch = diff(before, after);
      const sent: unknown = patch && JSON.parse(JSON.stringify(patch));
      expect(patch === undefined ? before : apply(before, sent === undefined ? patch : structuredClone(patch))).toEqual(after);
    }),
    { seed: 1, numRuns: 500 },
  );
});

test('equal values need no patch', () => {
  const value = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(value, (one) => {
      expect(diff(one, structuredClone(one))).toBeUndefined();
    }),
    { seed: 1 },
  );
});

test('what is the same stays the very same object, wherever it now stands', () => {
  const pods = ['a', 'b', 'c', 'd'].map((uid) => ({ uid, state: 'running' }));
  const [a, b, c, d] = pods;
  const before = { t: 1, pods, ticks: [{ revision: 1 }] };
  const after = { t: 2, pods: [a, { uid: 'c', state: 'failed' }, d, { uid: 'e', state: 'pending' }], ticks: before.ticks };
  const patch = diff(before, after);
  expect(patch).toEqual({
    fields: {
      t: { value: 2 },
      pods: {
        list: [
          { from: 0, count: 1 },
          { at: 2, patch: { fields: { state: { value: 'failed' } }, gone: [] } },
          { from: 3, count: 1 },
          { add: [{ uid: 'e', state: 'pending' }] },
        ],
      },
    },
    gone: [],
  });
  const next = apply(before, structuredClone(patch ?? { value: 0 }));
  expect(next).toEqual(after);
  expect(next).toHaveProperty('ticks', before.ticks);
  const list: unknown = next instanceof Object && 'pods' in next ? next.pods : undefined;
  expect(Array.isArray(list) && list[0] === a && list[2] === d && b !== c).toBe(true);
});
