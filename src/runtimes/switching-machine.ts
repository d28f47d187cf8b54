/**
 * Where a session runs and where it goes next: a state machine without I/O; `switching-runtime.ts` carries out its effects. A move begins
 * when no call is under way, and calls wait until it is over. Whatever happens to the WebContainer, the worker takes the session back.
 */
import type { Place, PlaceChoice, PlaceName } from './place.ts';
import type { Control } from './runtime.ts';

export interface Switching {
  readonly place: Place;
  /** `moving`: the session is replayed in the other runtime. `taking back`: the WebContainer was lost, the worker replays the session. */
  readonly activity: 'serving' | 'moving' | 'taking back';
  /** Calls that the runtime hasn't answered. */
  readonly calls: number;
  /** Where the session goes once no call is under way. */
  readonly goal: PlaceName | undefined;
  readonly hasSession: boolean;
  /** How time flows, to go on with after a move. */
  readonly flow: { readonly playing: boolean; readonly speed: number | undefined };
}

export type SwitchingEvent =
  | { readonly type: 'call-began' | 'call-ended' }
  | { readonly type: 'session-began' }
  | { readonly type: 'control'; readonly control: Control }
  /** A reset or a branch act: time stands still after it. */
  | { readonly type: 'time-stopped' }
  | { readonly type: 'chosen'; readonly name: PlaceName }
  /** The choice, or the lesson, asks for a WebContainer. `because`: why this page can't have one. */
  | { readonly type: 'container-wanted'; readonly because: string | undefined }
  | { readonly type: 'container-slow' | 'container-ready' }
  | { readonly type: 'container-failed'; readonly because: string }
  /** The session stands in the other runtime, with the same history. */
  | { readonly type: 'arrived'; readonly at: PlaceName }
  | { readonly type: 'move-failed'; readonly because: string }
  /** The runtime that the session runs in has failed. */
  | { readonly type: 'lost'; readonly because: string }
  /** A move, or taking back, is over. `failure`: why the runtime that the session runs in has failed meanwhile, unheard. */
  | { readonly type: 'settled'; readonly failure: string | undefined }
  | { readonly type: 'stopped' };

export type SwitchingEffect =
  | { readonly do: 'publish-place' }
  | { readonly do: 'move'; readonly to: PlaceName }
  | { readonly do: 'take-back'; readonly because: string }
  | { readonly do: 'start-container' };

export interface SwitchingStep {
  readonly state: Switching;
  readonly effects: readonly SwitchingEffect[];
}

const standingStill = { playing: false, speed: undefined };

export const beginSwitching = (wanted: PlaceChoice): Switching => ({
  place: { runs: 'worker', wanted, container: 'idle', words: '' },
  activity: 'serving',
  calls: 0,
  goal: undefined,
  hasSession: false,
  flow: standingStill,
});

export function stepSwitching(state: Switching, event: SwitchingEvent): SwitchingStep {
  switch (event.type) {
    case 'call-began':
      return only({ ...state, calls: state.calls + 1 });
    case 'call-ended':
      return depart({ ...state, calls: state.calls - 1 });
    case 'session-began':
      return only({ ...state, hasSession: true });
    case 'control':
      return only({ ...state, flow: flowAfter(state.flow, event.control) });
    case 'time-stopped':
      return only({ ...state, flow: { ...state.flow, playing: false } });
    case 'chosen':
      return onChosen(state, event.name);
    case 'container-wanted':
    case 'container-slow':
    case 'container-ready':
    case 'container-failed':
      return onContainer(state, event);
    case 'arrived':
      return placed({ ...state, place: { ...state.place, runs: event.at } }, event.at === 'worker' ? 'idle' : 'ready');
    case 'move-failed':
      return placed(state, 'failed', `The session stays where it is: ${event.because}`);
    case 'lost':
      return onLost(state, event.because);
    case 'settled':
      return event.failure === undefined
        ? depart({ ...state, activity: 'serving' })
        : onLost({ ...state, activity: 'serving' }, event.failure);
    case 'stopped':
      return only({ ...state, goal: undefined, hasSession: false, flow: standingStill });
  }
}

const only = (state: Switching): SwitchingStep => ({ state, effects: [] });

/** How it stands with the WebContainer, for the page to hear. */
function placed(state: Switching, container: Place['container'], words = ''): SwitchingStep {
  return { state: { ...state, place: { ...state.place, container, words } }, effects: [{ do: 'publish-place' }] };
}

/** Sets off for the goal, if nothing holds the session here. */
function depart(state: Switching): SwitchingStep {
  const { goal, activity, calls, place } = state;
  if (goal === undefined || activity !== 'serving' || calls > 0) return only(state);
  if (goal === place.runs) return only({ ...state, goal: undefined });
  const words = goal === 'worker' ? 'The session moves to the worker.' : 'The session moves to the WebContainer.';
  const { state: next, effects } = placed({ ...state, goal: undefined, activity: 'moving' }, 'moving', words);
  return { state: next, effects: [...effects, { do: 'move', to: goal }] };
}

function onChosen(state: Switching, name: PlaceName): SwitchingStep {
  const { container, words, runs } = state.place;
  const next: Switching = { ...state, place: { ...state.place, wanted: name } };
  if (name === 'webcontainer') return placed(next, container, words);
  if (runs === 'worker') return placed({ ...next, goal: undefined }, container === 'starting' ? 'idle' : container);
  const step = depart({ ...next, goal: 'worker' });
  return { state: step.state, effects: [{ do: 'publish-place' }, ...step.effects] };
}

type ContainerEvent = Extract<SwitchingEvent, { readonly type: `container-${string}` }>;

function onContainer(state: Switching, event: ContainerEvent): SwitchingStep {
  const { place } = state;
  switch (event.type) {
    case 'container-wanted': {
      if (event.because !== undefined) return placed(state, 'unsupported', event.because);
      if (place.container === 'starting' || place.container === 'moving' || place.runs === 'webcontainer') return only(state);
      const step = placed(state, 'starting');
      return { state: step.state, effects: [...step.effects, { do: 'start-container' }] };
    }
    case 'container-slow':
      if (place.container !== 'starting') return only(state);
      return placed(state, 'starting', 'The WebContainer takes longer than usual. The session runs in the worker meanwhile.');
    case 'container-ready':
      return place.wanted === 'worker' ? placed(state, 'idle') : depart({ ...state, goal: 'webcontainer' });
    case 'container-failed':
      return placed(state, 'failed', event.because);
  }
}

/** The worker takes the session back; a move that is under way sees to it by itself. */
function onLost(state: Switching, because: string): SwitchingStep {
  const place: Place = { ...state.place, runs: 'worker' };
  const flow = { ...state.flow, playing: false };
  if (state.activity === 'moving') return placed({ ...state, place, flow }, 'failed', because);
  const step = placed({ ...state, goal: undefined, activity: 'taking back', place, flow }, 'failed', because);
  return { state: step.state, effects: [...step.effects, { do: 'take-back', because }] };
}

function flowAfter(flow: Switching['flow'], control: Control): Switching['flow'] {
  switch (control.type) {
    case 'play':
      return { playing: true, speed: control.speed ?? flow.speed };
    case 'speed':
      return { ...flow, speed: control.speed };
    case 'pause':
    case 'step':
      return { ...flow, playing: false };
    default:
      return flow;
  }
}
