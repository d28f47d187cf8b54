/** Time goes on only while it closes a gap, and only that of what is measured. */
import { expect, test } from 'vitest';
import type { ChartView, ClusterView } from '../../viz/model.ts';
import { closeMeasuredGap } from './close-gap.ts';

/** How far time goes, in seconds, where the gap after each five of them is this; the last one stays. */
async function secondsFor(gaps: readonly number[], chart: Partial<ChartView> = { measured: true }, isWanted = (): boolean => true): Promise<number> {
  let at = 0;
  const view = (): ClusterView => ({
    timeMs: at,
    revision: 1,
    quiet: true,
    running: false,
    speed: 1,
    seed: 1,
    sets: [],
    loose: [],
    nodes: [],
    charts: [{ uid: 'a', name: 'room', namespace: 'default', points: [{ t: 0, wants: 24, ready: 24 - (gaps[at / 5_000] ?? gaps.at(-1) ?? 0) }], ...chart }],
    events: [],
    ticks: [],
    faults: [],
  });
  await closeMeasuredGap(
    {
      view: async () => view(),
      async control(control) {
        if (control.type === 'until') at = control.t;
        return { t: at, revision: 1 };
      },
    },
    isWanted,
  );
  return at / 1_000;
}

test('until the gap is closed, or no longer gets smaller', async () => {
  expect(await secondsFor([3, 2, 1, 0])).toBe(15);
  expect(await secondsFor([3, 2, -0.4, 0.6])).toBe(15);
  expect(await secondsFor([3])).toBe(5);
  expect(await secondsFor([0])).toBe(0);
});

test('a minute at most', async () => {
  expect(await secondsFor(Array.from({ length: 40 }, (_none, index) => 40 - index))).toBe(60);
});

test('not for Pods, which come without it, nor when another run has begun', async () => {
  expect(await secondsFor([3, 2, 1], {})).toBe(0);
  expect(await secondsFor([3, 2, 1], { measured: true }, () => false)).toBe(0);
});
