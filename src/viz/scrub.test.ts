import { expect, test } from 'vitest';
import type { ClusterView, TickView } from './model.ts';
import { drawScrub } from './scrub.ts';

const view = (ticks: readonly TickView[], more: Partial<ClusterView> = {}): ClusterView => ({
  timeMs: 40_019,
  revision: ticks.at(-1)?.revision ?? 1,
  quiet: true,
  running: false,
  speed: 1,
  seed: 1,
  sets: [],
  loose: [],
  nodes: [],
  charts: [],
  events: [],
  ticks,
  faults: [],
  ...more,
});

test('every revision is as wide as every other, however long nothing happened', () => {
  const { ticks, words } = drawScrub(
    view([
      { t: 0, revision: 10, kind: 'you' },
      { t: 5, revision: 11, kind: 'pod' },
      { t: 40_000, revision: 12, kind: 'lease' },
    ]),
  );
  expect(ticks.map(({ x }) => x)).toEqual([0, 0.5, 1]);
  expect(words).toBe('revision 12, t = 40.019 s');
});

test('a fault lies under the revisions of its time', () => {
  const ticks = [0, 1000, 2000, 3000, 4000].map((t, index) => ({ t, revision: index, kind: 'pod' }) as const);
  expect(drawScrub(view(ticks, { faults: [{ from: 1000, to: 3500, label: 'slow disk' }] })).faults).toEqual([
    { from: 0.25, to: 0.75, label: 'slow disk' },
  ]);
});

test('of very many revisions yours are never left out', () => {
  const ticks = Array.from(
    { length: 5000 },
    (_, index) => ({ t: index, revision: index, kind: index === 2345 ? 'you' : 'pod' }) as const,
  );
  const drawn = drawScrub(view(ticks)).ticks;
  expect(drawn.length).toBeLessThan(500);
  expect(drawn.filter(({ kind }) => kind === 'you')).toHaveLength(1);
});
