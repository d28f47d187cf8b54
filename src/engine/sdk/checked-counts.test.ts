import { expect, test } from 'vitest';
import { createExpectations } from '../parts/expectations.ts';
import { withCheckedCounts } from './checked-counts.ts';

test('a count that is none is refused with the call’s name, and nothing is noted', () => {
  const store = withCheckedCounts(createExpectations({ now: () => 0 }));
  store.creations('k', 2);
  for (const count of [Number.NaN, -1, 1.5])
    expect(() => store.creationsFailed('k', count)).toThrow(/^expect\.creationsFailed\(key, count\): count must be a whole number/);
  expect(() => store.creations('k', Number.NaN)).toThrow('expect.creations(key, count)');
  store.creationsFailed('k', 2);
  expect(store.satisfied('k')).toBe(true);
});
