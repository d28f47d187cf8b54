/** The home page's instrument as a state machine without I/O: what a visitor does and what the engine reports in; `hero.ts` carries out its effects. */
import type { ClusterView } from '../../viz/model.ts';
import { killPod, moveWindow, type SceneName, type Scenes, scaleTo, setTemperature, speeds } from './scenes.ts';

/** What the page shows. */
export interface HeroState {
  readonly scene: SceneName;
  readonly view: ClusterView;
  /** The desired number, as the dial says it: the session hears of it a moment later. */
  readonly want: number;
  /** The view when the loop last had nothing to do: what has changed since is what it did. */
  readonly rested: ClusterView;
  readonly heating: boolean;
  readonly windowOpen: boolean;
  /** `built`: as the page was built; nothing runs. */
  readonly engine: 'built' | 'starting' | 'running' | 'resting' | 'failed';
  /** A sentence below the Pods, or ''. */
  readonly note: string;
}

/** What a visitor turns, opens or clicks; of each the newest counts, for a dial moves faster than a cluster. */
type Control = 'dial' | 'window' | 'pod';

export interface HeroMachine {
  readonly scenes: Scenes;
  /** Nothing may move of its own: after each act time runs until all is done, in one step. */
  readonly still: boolean;
  readonly shown: HeroState;
  /** `opened`: it is there, and no session has begun on it. `broken`: the next act opens another. */
  readonly runtime: 'none' | 'opening' | 'opened' | 'ready' | 'broken';
  /** Commands that wait, oldest first. */
  readonly waiting: readonly { readonly control: Control; readonly command: string }[];
  /** A command, and the time after it, is under way. */
  readonly working: boolean;
  /** The revision that was shown last. */
  readonly revision: number;
}

export type HeroEvent =
  | { readonly type: 'scene-chosen'; readonly scene: SceneName }
  | { readonly type: 'dial-turned'; readonly value: number }
  | { readonly type: 'pod-killed'; readonly pod: string }
  | { readonly type: 'window-moved' }
  /** Somebody comes near: the engine is loaded, so that the first act is answered at once. */
  | { readonly type: 'approached' }
  /** The runtime is loaded. */
  | { readonly type: 'opened' }
  /** A scene's session stands. */
  | { readonly type: 'reset' }
  | { readonly type: 'command-ran' }
  /** Time flows. `after`: why it was started. */
  | { readonly type: 'playing'; readonly after: 'reset' | 'command' }
  /** Time has run until all is done. */
  | { readonly type: 'settled' }
  /** Nothing was done for a while. */
  | { readonly type: 'left-alone' }
  | { readonly type: 'viewed'; readonly view: ClusterView }
  | { readonly type: 'heater-read'; readonly on: boolean }
  /** The engine says that it has failed. */
  | { readonly type: 'engine-failed'; readonly because: string }
  /** Something that was requested of the runtime failed. */
  | { readonly type: 'request-failed'; readonly because: string };

export type HeroEffect =
  | { readonly do: 'open' }
  | { readonly do: 'reset'; readonly scene: SceneName }
  | { readonly do: 'run'; readonly command: string }
  /** Lets time run up to `t`. */
  | { readonly do: 'settle'; readonly t: number }
  | { readonly do: 'play'; readonly speed: number; readonly after: 'reset' | 'command' }
  | { readonly do: 'pause' }
  | { readonly do: 'start-rest-timer'; readonly ms: number }
  | { readonly do: 'stop-rest-timer' }
  | { readonly do: 'read-heater' };

export interface HeroStep {
  readonly state: HeroMachine;
  readonly effects: readonly HeroEffect[];
}

/** Real milliseconds without an act after which time stands still: the room would go on for ever. */
const restAfterMs = { cluster: 6_000, room: 40_000 };
/** Virtual milliseconds that an act is given where nothing may move. */
const settleMs = { cluster: 10_000, room: 30_000 };

export const clusterHint = 'Click a Pod to kill it.';
export const roomHint = 'One socket is one degree above 15. Open the window and watch the loop answer.';

export const beginHero = (scenes: Scenes, still: boolean): HeroMachine => ({
  scenes,
  still,
  shown: beginning(scenes, 'cluster'),
  runtime: 'none',
  waiting: [],
  working: false,
  revision: 0,
});

/** As the page was built. */
export function beginning(scenes: Scenes, scene: SceneName): HeroState {
  const { view } = scenes[scene];
  const wants = scene === 'cluster' ? view.sets[0]?.wants : view.charts[0]?.points.at(-1)?.wants;
  // The Pod that is on its way is what the loop has just done.
  const rested = { ...view, sets: view.sets.map((set) => ({ ...set, pods: set.pods.filter(({ ready }) => ready) })) };
  return {
    scene,
    view,
    want: wants ?? 0,
    rested,
    heating: scene === 'room',
    windowOpen: false,
    engine: 'built',
    note: scene === 'cluster' ? clusterHint : roomHint,
  };
}

export function stepHero(state: HeroMachine, event: HeroEvent): HeroStep {
  switch (event.type) {
    case 'scene-chosen':
      return onSceneChosen(state, event.scene);
    case 'dial-turned':
    case 'pod-killed':
    case 'window-moved':
      return onAct(state, event);
    case 'approached':
      return state.shown.engine === 'built' && state.runtime === 'none' ? open(state) : only(state);
    case 'opened':
      return reset({ ...state, runtime: 'opened' });
    case 'reset':
      return onReset(show(state, { engine: 'running' }));
    case 'command-ran':
      return flow(state, 'command');
    case 'playing':
      return onPlaying(state, event.after);
    case 'settled':
      return next(state);
    case 'left-alone':
      return { state: show(state, { engine: 'resting' }), effects: [{ do: 'pause' }] };
    case 'viewed':
      return onViewed(state, event.view);
    case 'heater-read':
      return only(show(state, { heating: event.on }));
    case 'engine-failed':
      return only(show(state, { engine: 'failed', note: event.because }));
    case 'request-failed':
      return only({
        ...show(state, { engine: 'failed', note: event.because }),
        runtime: state.runtime === 'opening' ? 'none' : 'broken',
        waiting: [],
        working: false,
      });
  }
}

const only = (state: HeroMachine): HeroStep => ({ state, effects: [] });

const show = (state: HeroMachine, fields: Partial<HeroState>): HeroMachine => ({ ...state, shown: { ...state.shown, ...fields } });

const open = (state: HeroMachine): HeroStep => ({ state: { ...state, runtime: 'opening' }, effects: [{ do: 'open' }] });

const reset = (state: HeroMachine): HeroStep => ({
  state: show(state, { engine: 'starting' }),
  effects: [{ do: 'reset', scene: state.shown.scene }],
});

function onSceneChosen(state: HeroMachine, scene: SceneName): HeroStep {
  if (scene === state.shown.scene) return only(state);
  const shown = { ...beginning(state.scenes, scene), engine: state.shown.engine };
  const changed = { ...state, shown, waiting: [], revision: 0 };
  const hasRuntime = state.runtime !== 'none' && state.runtime !== 'opening';
  const step = hasRuntime ? reset(changed) : only(changed);
  return { state: step.state, effects: [{ do: 'stop-rest-timer' }, ...step.effects] };
}

type Act = Extract<HeroEvent, { readonly type: 'dial-turned' | 'pod-killed' | 'window-moved' }>;

function onAct(state: HeroMachine, act: Act): HeroStep {
  switch (act.type) {
    case 'dial-turned': {
      const command = state.shown.scene === 'cluster' ? scaleTo(act.value) : setTemperature(act.value);
      return request(show(state, { want: act.value }), 'dial', command);
    }
    case 'pod-killed': {
      const note = `${act.pod} is being deleted. The loop gets no message about it: it compares, and finds one too few.`;
      return request(show(state, { note }), 'pod', killPod(act.pod));
    }
    case 'window-moved': {
      const windowOpen = !state.shown.windowOpen;
      return request(show(state, { windowOpen }), 'window', moveWindow(windowOpen));
    }
  }
}

function request(state: HeroMachine, control: Control, command: string): HeroStep {
  const isWaiting = state.waiting.some((each) => each.control === control);
  const waiting = isWaiting
    ? state.waiting.map((each) => (each.control === control ? { control, command } : each))
    : [...state.waiting, { control, command }];
  const changed = { ...state, waiting };
  if (state.runtime === 'none' || state.runtime === 'broken') return open(changed);
  return state.runtime === 'ready' && !state.working ? next(changed) : only(changed);
}

/** The command that has waited longest, if one waits. */
function next(state: HeroMachine): HeroStep {
  const [first, ...waiting] = state.waiting;
  if (first === undefined) return only({ ...state, working: false });
  return { state: { ...state, waiting, working: true }, effects: [{ do: 'run', command: first.command }] };
}

/** Time flows at the scene's speed, or runs in one step. */
function flow(state: HeroMachine, after: 'reset' | 'command'): HeroStep {
  const { scene, view } = state.shown;
  if (!state.still) return { state, effects: [{ do: 'play', speed: speeds[scene], after }] };
  return { state, effects: [{ do: 'settle', t: view.timeMs + settleMs[scene] }] };
}

function onReset(state: HeroMachine): HeroStep {
  return state.still ? ready(state) : flow(state, 'reset');
}

/** The session stands: what waits for it is done now. */
function ready(state: HeroMachine): HeroStep {
  const changed: HeroMachine = { ...state, runtime: 'ready' };
  return state.working ? only(changed) : next(changed);
}

function onPlaying(state: HeroMachine, after: 'reset' | 'command'): HeroStep {
  const running = show(state, { engine: 'running' });
  const step = after === 'reset' ? ready(running) : next(running);
  return { state: step.state, effects: [{ do: 'start-rest-timer', ms: restAfterMs[state.shown.scene] }, ...step.effects] };
}

function onViewed(state: HeroMachine, view: ClusterView): HeroStep {
  const isSatisfied = view.quiet && view.sets.every(({ gap, pods, wants }) => gap === 0 && pods.length === wants);
  const shown = show(state, isSatisfied ? { view, rested: view } : { view });
  const readsHeater = state.shown.scene === 'room' && view.revision !== state.revision;
  return { state: { ...shown, revision: view.revision }, effects: readsHeater ? [{ do: 'read-heater' }] : [] };
}
