import { expect, test } from 'vitest';
import { commitIndex, type LeaderView } from './commit-rule.ts';

/** It leads in term 4. Entries 6 and 7 are of term 2, entry 8 and those behind it its own. */
const leader: Omit<LeaderView, 'matchIndexes'> = { term: 4, committed: 5, uncommittedTerms: [2, 2, 4, 4, 4] };

test.each<[string, readonly number[], number, Partial<LeaderView>?]>([
  ['none has more than is committed', [5, 5, 5], 5],
  ['the leader alone has more', [9, 5, 5], 5],
  ['a majority has an entry of its term: what is before it counts as well', [9, 8, 5], 8],
  ['the order is no matter', [5, 9, 8], 8],
  ['a majority has entries of an earlier term only', [10, 7, 7], 5],
  ['of two both', [10, 8], 8],
  ['of four three', [10, 9, 8, 1], 8],
  ['of five three', [10, 10, 9, 1, 1], 9],
  ['of six four', [10, 10, 10, 9, 1, 1], 9],
  ['one alone', [10], 10],
  ['a majority is behind what is committed', [9, 3, 2], 5],
  ['all have been removed', [], 5],
  ['none has told yet', [0, 0, 0], 5, { uncommittedTerms: [] }],
])('%s: %j commit %i', (_what, matchIndexes, expected, other) => {
  expect(commitIndex({ ...leader, matchIndexes, ...other })).toBe(expected);
});
