import { expect, test } from 'vitest';
import { drawChart } from './chart.ts';
import type { ChartPoint } from './model.ts';

const draw = (points: readonly ChartPoint[], timeMs: number) => drawChart({ uid: 'u', name: 'web', namespace: 'default', points }, timeMs);

test('a desired state that is reached has no gap, and both lines lie on each other', () => {
  const { gaps, want, is } = draw([{ t: 0, wants: 3, ready: 3 }], 10_000);
  expect(gaps).toEqual([]);
  expect(want[0]?.y).toBe(is[0]?.y);
});

test('what is ends now, what is wanted goes on', () => {
  const { want, is, now } = draw(
    [
      { t: 0, wants: 4, ready: 0 },
      { t: 2000, wants: 4, ready: 4 },
    ],
    40_000,
  );
  expect(is.at(-1)?.x).toBe(now);
  expect(want.at(-1)?.x).toBe(1);
  expect(now).toBeCloseTo(40 / 48);
});

test('a gap lasts until the next point', () => {
  const { gaps } = draw(
    [
      { t: 0, wants: 4, ready: 0 },
      { t: 24_000, wants: 4, ready: 4 },
    ],
    40_000,
  );
  expect(gaps).toHaveLength(1);
  expect(gaps[0]?.map(({ x }) => x)).toEqual([0, 0.5, 0.5, 0]);
});

test('a gap that opens at this very moment can be seen', () => {
  const { gaps, now } = draw(
    [
      { t: 0, wants: 4, ready: 4 },
      { t: 40_000, wants: 5, ready: 4 },
    ],
    40_000,
  );
  expect(gaps[0]?.[1]?.x).toBeGreaterThan(now);
});

test('an old session shows its last two minutes, from the value that held then', () => {
  const { want, xTicks } = draw(
    [
      { t: 0, wants: 2, ready: 2 },
      { t: 290_000, wants: 3, ready: 2 },
    ],
    300_000,
  );
  expect(want[0]?.x).toBe(0);
  expect(xTicks[0]?.label).toBe('180 s');
});

test('it can be said in words', () => {
  const points = [
    { t: 0, wants: 4, ready: 0 },
    { t: 2214, wants: 4, ready: 4 },
  ];
  expect(draw(points, 5000).words).toBe(
    'Desired and ready replicas of web. Desired now 4. Ready: 0 at 0.000 s, 4 at 2.214 s.',
  );
});

test('looking back moves the cursor, not the chart; what is far back comes into the window', () => {
  const points = [
    { t: 0, wants: 4, ready: 0 },
    { t: 2_000, wants: 4, ready: 4 },
    { t: 50_000, wants: 2, ready: 2 },
  ];
  const chart = { uid: 'u', name: 'web', namespace: 'default', points };
  const back = drawChart(chart, 60_000, 30_000);
  expect(back.now).toBeCloseTo(drawChart(chart, 60_000).now / 2);
  expect([back.wants, back.ready, back.is]).toEqual([4, 4, drawChart(chart, 60_000).is]);
  const far = drawChart(chart, 3_600_000, 1_000);
  expect([far.ready, far.now >= 0 && far.now < 0.5]).toEqual([0, true]);
});

test('a gap that closes step by step is one outline', () => {
  const { gaps } = draw(
    [
      { t: 0, wants: 3, ready: 0 },
      { t: 10_000, wants: 3, ready: 1 },
      { t: 20_000, wants: 3, ready: 3 },
      { t: 30_000, wants: 4, ready: 3 },
    ],
    40_000,
  );
  expect(gaps).toHaveLength(2);
  expect(gaps[0]).toHaveLength(8);
});
