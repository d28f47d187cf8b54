import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTimeline } from './timeline.ts';

const folding = {
  empty: () => ({ sum: 0 }),
  copy: ({ sum }: { sum: number }) => ({ sum }),
  add(state: { sum: number }, commit: number) {
    state.sum += commit;
  },
};

test('whatever is asked for in whatever order, it is the fold of that many commits', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 2_000 }), { maxLength: 30 }), (asked) => {
      const commits = Array.from({ length: 1_500 }, (_, index) => index);
      const timeline = createTimeline(commits, folding);
      for (const count of asked) {
        const n = Math.min(count, commits.length);
        expect(timeline.after(count).sum).toBe((n * Math.max(0, n - 1)) / 2);
      }
    }),
    { numRuns: 50 },
  );
});

test('going back folds a piece, not everything', () => {
  const commits = Array.from({ length: 100_000 }, () => 1);
  let folded = 0;
  const timeline = createTimeline(commits, {
    ...folding,
    add: () => {
      folded += 1;
    },
  });
  timeline.after(commits.length);
  folded = 0;
  for (const count of [90_000, 50_000, 10, 99_999]) timeline.after(count);
  expect(folded).toBeLessThan(4 * 300);
});
