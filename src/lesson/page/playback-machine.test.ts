import { expect, test } from 'vitest';
import type { ClusterView } from '../../viz/model.ts';
import type { Foot } from '../baked.ts';
import { idlePlayback, type PlaybackEffect, type PlaybackEvent, type PlaybackState, stepPlayback, wholeStoryMs } from './playback-machine.ts';

const place = (revision: number) => ({ t: revision * 100, revision });
/** A cluster at revision 20, t = 2 s: a revision every 100 ms. */
const view: ClusterView = {
  timeMs: 2_000,
  revision: 20,
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
  ticks: Array.from({ length: 20 }, (_, index) => ({ ...place(index + 1), kind: 'other' as const })),
};
const foot = (fromRevision: number, toRevision: number): Foot => ({
  fromRevision,
  toRevision,
  fromMs: fromRevision * 100,
  toMs: toRevision * 100,
  quiet: true,
});
type Finished = PlaybackEvent & { type: 'finished' };
const finished = (from: number, to: number, more: Partial<Finished> = {}): Finished => ({
  type: 'finished',
  cell: 'apply',
  foot: foot(from, to),
  view,
  more: false,
  still: false,
  ...more,
});
const frame = (nowMs: number): PlaybackEvent => ({ type: 'frame', nowMs });

/** The effects of these events, in a line each. */
function run(events: readonly PlaybackEvent[], from: PlaybackState = idlePlayback) {
  let state = from;
  const did: string[] = [];
  for (const event of events) {
    const step = stepPlayback(state, event);
    state = step.state;
    did.push(...step.effects.map(words));
  }
  return { state, did };
}

function words(effect: PlaybackEffect): string {
  if (!('at' in effect)) return effect.type;
  return effect.at === undefined ? `${effect.type} now` : `${effect.type} r${effect.at.revision} ${effect.at.t}`;
}

test.each<{ what: string; events: readonly PlaybackEvent[]; did: readonly string[]; ends: PlaybackState['type'] }>([
  {
    what: 'a cell’s revisions are shown one after the other, as long each, and then now',
    events: [{ type: 'began' }, finished(10, 20), ...[0, 500, 1_000, 1_500, 1_999, 2_000].map((ms) => frame(7_000 + ms))],
    did: ['hold', 'show r10 1000', 'show r12 1200', 'show r15 1500', 'show r18 1800', 'show r20 2000', 'rest now'],
    ends: 'idle',
  },
  {
    what: 'where time flows, the cluster has gone on: now comes after the cell’s end, too',
    events: [{ type: 'began' }, finished(10, 18), frame(0), frame(2_000)],
    did: ['hold', 'show r10 1000', 'rest now'],
    ends: 'idle',
  },
  {
    what: 'a press shows the end at once',
    events: [{ type: 'began' }, finished(10, 20), frame(0), { type: 'skip' }, frame(100)],
    did: ['hold', 'show r10 1000', 'rest now'],
    ends: 'idle',
  },
  {
    what: 'few revisions take less time',
    events: [{ type: 'began' }, finished(19, 20), frame(0), frame(299), frame(300), frame(600)],
    did: ['hold', 'show r19 1900', 'show r20 2000', 'rest now'],
    ends: 'idle',
  },
  {
    what: 'a cell that has written nothing isn’t played',
    events: [{ type: 'began' }, finished(20, 20)],
    did: ['hold', 'rest now'],
    ends: 'idle',
  },
  {
    what: 'it stops at the moment that a prediction asks about',
    events: [{ type: 'began' }, finished(10, 20, { stopMs: 1_250 }), frame(0), frame(450), frame(900)],
    did: ['hold', 'show r10 1000', 'show r11 1100', 'rest r12 1250'],
    ends: 'idle',
  },
  {
    what: 'a moment outside of the cell’s story stops nothing',
    events: [{ type: 'began' }, finished(19, 20, { stopMs: 900 }), frame(0), frame(600)],
    did: ['hold', 'show r19 1900', 'rest now'],
    ends: 'idle',
  },
  {
    what: 'of cells that ran one after the other the story is one',
    events: [{ type: 'began' }, finished(5, 10, { more: true }), { type: 'began' }, finished(10, 20), frame(0), frame(wholeStoryMs)],
    did: ['hold', 'show r5 500', 'rest now'],
    ends: 'idle',
  },
  {
    what: 'where nothing may move, the end is there at once',
    events: [{ type: 'began' }, finished(10, 20, { still: true })],
    did: ['hold', 'release'],
    ends: 'idle',
  },
  {
    what: 'a cell that takes long is watched while it runs, and played when it has run',
    events: [{ type: 'began' }, frame(0), frame(1_400), frame(1_500), finished(10, 20)],
    did: ['hold', 'release', 'show r10 1000'],
    ends: 'playing',
  },
  {
    what: 'a press while the cell runs ends nothing',
    events: [{ type: 'began' }, { type: 'skip' }, finished(10, 20)],
    did: ['hold', 'show r10 1000'],
    ends: 'playing',
  },
  {
    what: 'a cell that could not be run leaves the panel as things stand',
    events: [{ type: 'began' }, { type: 'lost' }, finished(10, 20)],
    did: ['hold', 'release'],
    ends: 'idle',
  },
  {
    what: 'an earlier cell is played again up to its end, also where nothing moves by itself',
    events: [{ type: 'play', cell: 'apply', foot: foot(5, 7), view }, frame(0), frame(900)],
    did: ['show r5 500', 'rest r7 700'],
    ends: 'idle',
  },
  {
    what: 'a cell that begins while another is played takes its place',
    events: [{ type: 'play', cell: 'apply', foot: foot(5, 7), view }, frame(0), { type: 'began' }, frame(10), finished(10, 20)],
    did: ['show r5 500', 'hold', 'show r10 1000'],
    ends: 'playing',
  },
])('$what', ({ events, did, ends }) => {
  const after = run(events);
  expect(after.did).toEqual(did);
  expect(after.state.type).toBe(ends);
});
