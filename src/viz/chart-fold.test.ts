import { expect, test } from 'vitest';
import { createCharts } from './chart-fold.ts';
import type { ChartPoint } from './model.ts';

/** The line after these changes of what is ready, of 2,000 that are wanted. */
function check(
  changes: readonly (readonly [t: number, ready: number])[],
  expected: (points: readonly ChartPoint[]) => void,
): void {
  const charts = createCharts();
  charts.wants({ uid: 'u', name: 'web' }, 2_000, { t: 0, mine: true });
  let before = 0;
  for (const [t, ready] of changes) {
    charts.ready('u', ready - before, t);
    before = ready;
  }
  expected(charts.views(new Set(['u']))[0]?.points ?? []);
}

const at = (points: readonly ChartPoint[], t: number): number =>
  points.findLast((point) => point.t <= t)?.ready ?? Number.NaN;

test('2,000 Pods that come one by one are drawn from the first to the last', () => {
  const coming = Array.from({ length: 2_000 }, (_, index) => [1_000 + index * 4, index + 1] as const);
  check(coming, (points) => {
    expect(points.length).toBeLessThanOrEqual(750);
    expect(points[0]).toEqual({ t: 0, wants: 2_000, ready: 0 });
    for (const [t, ready] of coming) expect(Math.abs(at(points, t) - ready)).toBeLessThan(40);
    expect(points.at(-1)?.ready).toBe(2_000);
  });
});

test('a gap that lasted is kept while many short ones go', () => {
  const long = [
    [10, 1_990],
    [3_010, 2_000],
  ] as const;
  const short = Array.from({ length: 2_000 }, (_, index) => [4_000 + index * 2, 2_000 - (index % 2)] as const);
  check([[0, 2_000], ...long, ...short], (points) => {
    expect(points.length).toBeLessThanOrEqual(750);
    expect(at(points, 2_000)).toBe(1_990);
    expect(at(points, 3_500)).toBe(2_000);
  });
});
