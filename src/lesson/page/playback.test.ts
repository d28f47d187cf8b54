import { expect, test, vi } from 'vitest';
import type { Moment } from '../../session/types.ts';
import type { ClusterView } from '../../viz/model.ts';
import { createPlayback } from './playback.ts';

const viewAt = (timeMs: number, revision: number): ClusterView => ({
  timeMs,
  revision,
  quiet: true,
  running: false,
  speed: 1,
  seed: 1,
  sets: [],
  loose: [],
  nodes: [],
  charts: [],
  events: [],
  faults: [],
  ticks: [1, 2, 3].map((each) => ({ t: each * 100, revision: each, kind: 'other' as const })),
});

/** A playback whose frames and presses are given by hand. */
function playing({ begun = true } = {}) {
  const frames = new Set<(nowMs: number) => void>();
  const presses = new Set<() => void>();
  const looked: (Moment | undefined)[] = [];
  const pasts: ClusterView[] = [];
  const playback = createPlayback({
    motion: async () => ({
      still: () => false,
      frame(run) {
        frames.add(run);
        return () => frames.delete(run);
      },
      presses(run) {
        presses.add(run);
        return () => presses.delete(run);
      },
    }),
    seek: async ({ t, revision = 0 }) => viewAt(t, revision),
    travel: { look: (at) => looked.push(at), showPast: (past) => pasts.push(past) },
    now: () => (begun ? viewAt(300, 3) : undefined),
  });
  const frame = (nowMs: number): void => {
    const due = [...frames];
    frames.clear();
    for (const run of due) run(nowMs);
  };
  return { playback, frame, frames, presses, looked, pasts };
}
const foot = { fromMs: 100, toMs: 300, fromRevision: 1, toRevision: 3, quiet: true };
const settled = vi.dynamicImportSettled;

test('what the panel shows while a cell runs and afterwards', async () => {
  const { playback, frame, frames, presses, looked } = playing();
  playback.began();
  // At once: the player is still on its way.
  expect(playback.value).toMatchObject({ shows: 'before', shown: { revision: 3 } });
  await settled();
  expect(playback.value).toMatchObject({ shows: 'before', shown: { revision: 3 } });
  playback.finished('apply', foot, viewAt(300, 3), false);
  await vi.waitFor(() => expect(playback.value).toMatchObject({ shows: 'story', cell: 'apply', shown: { revision: 1 } }));
  frame(0);
  frame(400);
  await vi.waitFor(() => expect(playback.value.shown?.timeMs).toBe(200));
  expect(presses.size).toBe(1);
  for (const press of presses) press();
  await vi.waitFor(() => expect(playback.value).toEqual({}));
  expect(looked).toEqual([undefined]);
  expect([frames.size, presses.size]).toEqual([0, 0]);
});

test('after the first run of a page, its end is not shown before its beginning', async () => {
  const { playback } = playing({ begun: false });
  const shown: (number | undefined)[] = [];
  playback.began();
  await settled();
  playback.subscribe((value) => value.shows === 'story' && shown.push(value.shown?.revision));
  playback.finished('apply', foot, viewAt(300, 3), false);
  await vi.waitFor(() => expect(shown).toEqual([undefined, 1]));
});

test('a player that can’t be loaded leaves the panel as things stand', async () => {
  const playback = createPlayback({
    motion: () => Promise.reject(new Error('offline')),
    seek: async ({ t, revision = 0 }) => viewAt(t, revision),
    travel: { look() {}, showPast() {} },
    now: () => viewAt(300, 3),
  });
  playback.began();
  expect(playback.value.shows).toBe('before');
  await vi.waitFor(() => expect(playback.value).toEqual({}));
});

test('at the moment that a prediction asks about, the panel stays', async () => {
  const { playback, presses, pasts } = playing();
  playback.stopAt('apply', 250);
  playback.play('apply', foot);
  await settled();
  await vi.waitFor(() => expect(presses.size).toBe(1));
  for (const press of presses) press();
  await vi.waitFor(() => expect(playback.value).toEqual({}));
  expect(pasts.map(({ timeMs, revision }) => [timeMs, revision])).toEqual([[250, 2]]);
});
