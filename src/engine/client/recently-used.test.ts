import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRecentlyUsed } from './recently-used.ts';

test('what was used longest ago is forgotten first', () => {
  const cache = createRecentlyUsed<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect(['a', 'b', 'c'].map(cache.get)).toEqual([1, undefined, 3]);
});

test('a value that is set again counts as used and takes no second place', () => {
  const cache = createRecentlyUsed<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('a', 3);
  cache.set('c', 4);
  expect(['a', 'b', 'c'].map(cache.get)).toEqual([3, undefined, 4]);
});

test('is a list of which the end is cut off', () => {
  const use = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), value: fc.option(fc.nat(9), { nil: undefined }) });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(use, { maxLength: 40 }), (capacity, uses) => {
      const cache = createRecentlyUsed<number>(capacity);
      let list: { readonly key: string; readonly value: number }[] = [];
      for (const { key, value } of uses) {
        const known = list.find((each) => each.key === key)?.value;
        if (value === undefined) expect(cache.get(key)).toBe(known);
        else cache.set(key, value);
        const now = value ?? known;
        if (now !== undefined) list = [{ key, value: now }, ...list.filter((each) => each.key !== key)].slice(0, capacity);
      }
    }),
  );
});
