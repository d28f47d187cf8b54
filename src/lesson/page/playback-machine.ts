/** What the panel plays after a cell has run: the revisions from before to after, in about two seconds of the reader's time. */
import type { Foot } from '../baked.ts';
import type { Step } from '../machine.ts';
import type { Moment } from '../../session/types.ts';
import type { ClusterView } from '../../viz/model.ts';
import { scrubStops } from '../../viz/scrub.ts';

export type PlaybackState =
  | { readonly type: 'idle' }
  /** A cell runs. The panel keeps what it showed, so that its story can be played from the beginning. */
  | { readonly type: 'held'; readonly sinceMs: number | undefined; readonly from: Moment | undefined }
  /** The cell takes long: the panel shows the cluster while it runs. */
  | { readonly type: 'live'; readonly from: Moment | undefined }
  | Playing;

interface Playing {
  readonly type: 'playing';
  readonly cell: string;
  readonly stops: readonly Moment[];
  /** The index of the stop that is shown; −1: none yet. */
  readonly at: number;
  /** Real time of the first frame; undefined until then. */
  readonly sinceMs: number | undefined;
  /** Where the panel stays when the story is over; undefined: now. */
  readonly rest: Moment | undefined;
}

export type PlaybackEvent =
  | { readonly type: 'began' }
  /** A cell has run. `more`: another one begins at once. `stopMs`: the virtual time that a prediction asks about. */
  | (Story & { readonly type: 'finished'; readonly more: boolean; readonly still: boolean })
  /** The reader wants to see a cell's story again. */
  | (Story & { readonly type: 'play' })
  /** The cell could not be run, or the session is another one now. */
  | { readonly type: 'lost' }
  /** `nowMs`: real time, of any origin. */
  | { readonly type: 'frame'; readonly nowMs: number }
  /** Any press of a key or a pointer. */
  | { readonly type: 'skip' };

export interface Story {
  readonly cell: string;
  readonly foot: Foot;
  /** The cluster as it now stands, with all its revisions. */
  readonly view: ClusterView;
  readonly stopMs?: number | undefined;
}

export type PlaybackEffect =
  /** The panel keeps what it shows. */
  | { readonly type: 'hold' }
  /** The panel shows how things stand, whatever it kept. */
  | { readonly type: 'release' }
  | { readonly type: 'show'; readonly at: Moment }
  /** The story is over: the panel stays at this moment; undefined: it shows now. */
  | { readonly type: 'rest'; readonly at: Moment | undefined };

export type PlaybackStep = Step<PlaybackState, PlaybackEffect>;

export const idlePlayback: PlaybackState = { type: 'idle' };

/** How long a story takes. Few revisions take less, so that a single one isn't waited for. */
export const wholeStoryMs = 2_000;
const eachRevisionMs = 300;

/** A cell that runs longer than that is watched while it runs. */
const patienceMs = 1_500;

export function stepPlayback(state: PlaybackState, event: PlaybackEvent): PlaybackStep {
  switch (event.type) {
    case 'began':
      if (state.type === 'held' || state.type === 'live') return still(state);
      return { state: { type: 'held', sinceMs: undefined, from: undefined }, effects: [{ type: 'hold' }] };
    case 'finished':
      return finished(state, event);
    case 'play':
      return play(event, startOf(event.foot), endUnlessNow(event));
    case 'lost':
      return state.type === 'idle' ? still(state) : { state: idlePlayback, effects: [{ type: 'release' }] };
    case 'frame':
      return frame(state, event.nowMs);
    case 'skip':
      return state.type === 'playing' ? over(state) : still(state);
  }
}

const still = (state: PlaybackState): PlaybackStep => ({ state, effects: [] });
const over = ({ rest }: Playing): PlaybackStep => ({ state: idlePlayback, effects: [{ type: 'rest', at: rest }] });
const startOf = ({ fromMs, fromRevision }: Foot): Moment => ({ t: fromMs, revision: fromRevision });
const endOf = ({ toMs, toRevision }: Foot): Moment => ({ t: toMs, revision: toRevision });

function finished(state: PlaybackState, event: PlaybackEvent & { type: 'finished' }): PlaybackStep {
  if (state.type !== 'held' && state.type !== 'live') return still(state);
  const from = state.from ?? startOf(event.foot);
  if (event.more) return still({ ...state, from });
  // Where time flows, now is later than the cell's end: whoever ran it wants to see now.
  return event.still ? { state: idlePlayback, effects: [{ type: 'release' }] } : play(event, from, undefined);
}

function endUnlessNow({ foot, view }: Story): Moment | undefined {
  const end = endOf(foot);
  return end.t === view.timeMs && end.revision === view.revision ? undefined : end;
}

/** @param end Where the panel stays when the story is over, unless a prediction asks about a moment; undefined: now. */
function play({ cell, foot, view, stopMs }: Story, from: Moment, end: Moment | undefined): PlaybackStep {
  const to = endOf(foot);
  const story = scrubStops(view).filter(({ revision }) => revision > from.revision && revision <= to.revision);
  const isAsked = stopMs !== undefined && stopMs > from.t && stopMs < to.t;
  const stops = isAsked ? story.filter(({ t }) => t <= stopMs) : story;
  const asked = isAsked ? { t: stopMs, revision: stops.at(-1)?.revision ?? from.revision } : undefined;
  const rest = asked ?? end;
  if (stops.length === 0) return { state: idlePlayback, effects: [{ type: 'rest', at: rest }] };
  return {
    state: { type: 'playing', cell, stops: [from, ...stops], at: 0, sinceMs: undefined, rest },
    effects: [{ type: 'show', at: from }],
  };
}

function frame(state: PlaybackState, nowMs: number): PlaybackStep {
  if (state.type === 'idle' || state.type === 'live') return still(state);
  if (state.sinceMs === undefined) return still({ ...state, sinceMs: nowMs });
  const elapsedMs = nowMs - state.sinceMs;
  if (state.type === 'held') {
    if (elapsedMs < patienceMs) return still(state);
    return { state: { type: 'live', from: state.from }, effects: [{ type: 'release' }] };
  }
  const durationMs = Math.min(wholeStoryMs, state.stops.length * eachRevisionMs);
  const index = Math.floor((elapsedMs / durationMs) * state.stops.length);
  if (index >= state.stops.length) return over(state);
  const at = state.stops[index];
  if (at === undefined || index === state.at) return still(state);
  return { state: { ...state, at: index }, effects: [{ type: 'show', at }] };
}
