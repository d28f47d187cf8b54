import { expect, test } from 'vitest';
import type { ClusterView, TickView } from './model.ts';
import { commandLabels } from './scrub-commands.ts';
import { drawScrub, faultLabels, meantBy, nextOfYours, scrubStops, stopOf } from './scrub.ts';

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
      { t: 40_019, revision: 12, kind: 'lease' },
    ]),
  );
  expect(ticks.map(({ x }) => x)).toEqual([0, 0.5, 1]);
  expect(words).toBe('revision 12, t = 40.019 s');
});

test('a fault lies under the revisions of its time', () => {
  const ticks = [0, 1000, 2000, 3000, 4000].map((t, index) => ({ t, revision: index, kind: 'pod' }) as const);
  expect(
    drawScrub(view(ticks, { timeMs: 4000, faults: [{ from: 1000, to: 3500, label: 'slow disk' }] })).faults,
  ).toEqual([{ from: 0.25, to: 0.75, label: 'slow disk' }]);
});

test('labels of faults never stand over each other: what has no room is counted', () => {
  const fault = (at: number, label: string) => ({ from: at, to: at, label });
  const faults = [
    fault(0, 'late by 800 ms'),
    fault(0.05, 'refused'),
    fault(0.1, 'crashed'),
    fault(0.9, 'paused, scheduler'),
  ];
  const labels = faultLabels(faults, { first: 79 }, 480);
  expect(labels.map(({ text }) => text)).toEqual(['late by 800 ms, +2', 'paused, scheduler']);
  // Right of the first revision's own label.
  expect(labels[0]?.at).toBeGreaterThan(0);
  expect(faultLabels(faults, { first: 79 }, 4000).map(({ text }) => text)).toEqual(faults.map(({ label }) => label));
});

test('what you did stands below its revision, the newest first where there is little room', () => {
  const did = (index: number): TickView => ({ t: index * 1240, revision: 10 + index, kind: 'you', words: index === 0 ? 'apply' : 'delete' });
  const ticks = Array.from({ length: 101 }, (_, index): TickView => ([0, 48, 50].includes(index) ? did(index) : { t: index * 1240, revision: 10 + index, kind: 'pod' }));
  const now = view(ticks, { revision: 110, timeMs: 124_000 });
  expect(commandLabels(now, [], 480)).toEqual([{ at: 0, text: 'apply, 0 s' }, { at: 0.5, text: 'delete, 62 s' }, { at: 1, text: 'r 110, 124 s' }]);
  expect(commandLabels(now, [], 9000).map(({ at }) => at)).toEqual([0, 0.48, 0.5, 1]);
  // A fault's label is never hidden by one.
  expect(commandLabels(now, [{ at: 0.5, text: 'slow disk, node-2' }], 480).map(({ text }) => text)).toEqual(['apply, 0 s', 'r 110, 124 s']);
});

test('commands of the same moment share a label: none hides the one before it', () => {
  const ticks = ['apply', 'delete', 'scale'].map((words, index): TickView => ({ t: index === 0 ? 0 : 25_000 + index, revision: 10 + 40 * index, kind: 'you', words }));
  const quiet = Array.from({ length: 40 }, (_, index): TickView => ({ t: 1000 * index, revision: 11 + index, kind: 'pod' }));
  const now = view([...ticks.slice(0, 1), ...quiet.slice(0, 25), ...ticks.slice(1), ...quiet.slice(26)], { revision: 91, timeMs: 39_000 });
  expect(commandLabels(now, [], 480).map(({ text }) => text)).toEqual(['apply, 0 s', 'delete, scale, 25 s', 'r 91, 39 s']);
});

test('without commands both ends say their revision and its time: the strip goes by revision, the chart above it by time', () => {
  const ticks = [0, 5, 1240, 30_100].map((t, index): TickView => ({ t, revision: 10 + index, kind: 'pod' }));
  expect(commandLabels(view(ticks, { revision: 13, timeMs: 30_100 }), [], 480).map(({ text }) => text)).toEqual(['r 10, 0 s', 'r 13, 30 s']);
  expect(commandLabels(view(ticks.slice(0, 3), { revision: 12, timeMs: 1240 }), [], 480).map(({ text }) => text)).toEqual(['r 10, 0 s', 'r 12, 1.2 s']);
  // Nothing to look back on yet.
  expect(commandLabels(view([], { revision: 9, timeMs: 0 }), [], 480).map(({ text }) => text)).toEqual(['r 9, 0 s']);
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

const ticks: readonly TickView[] = [
  { t: 0, revision: 10, kind: 'you' },
  { t: 5, revision: 11, kind: 'pod' },
  { t: 5, revision: 12, kind: 'pod' },
  { t: 9, revision: 13, kind: 'you' },
  { t: 20, revision: 14, kind: 'lease' },
];

test('every revision is a stop, and now is one where time has passed since', () => {
  const now = view(ticks, { revision: 14, timeMs: 30 });
  expect(scrubStops(now)).toHaveLength(6);
  expect(scrubStops({ ...now, timeMs: 20 })).toHaveLength(5);
  expect(stopOf(now, now)).toBe(5);
  expect(stopOf(now, { timeMs: 5, revision: 11 })).toBe(1);
  expect(stopOf(now, { timeMs: 25, revision: 14 })).toBe(4);
  expect(drawScrub(now, { timeMs: 5, revision: 12 })).toMatchObject({
    stop: 2,
    stops: 6,
    words: 'revision 12, t = 0.005 s',
  });
});

test('what you did can be gone through one after the other', () => {
  const now = view(ticks, { timeMs: 30 });
  expect([nextOfYours(now, 1, 1, 5), nextOfYours(now, 3, 1, 5), nextOfYours(now, 3, -1, 5)]).toEqual([3, 5, 0]);
});

test('a pointer near one of yours means it', () => {
  const many = Array.from({ length: 1000 }, (_, t) => ({ t, revision: t, kind: t === 500 ? 'you' : 'pod' }) as const);
  const now = view(many, { timeMs: 999 });
  expect([meantBy(now, 504, 1000), meantBy(now, 520, 1000)]).toEqual([500, 520]);
});
