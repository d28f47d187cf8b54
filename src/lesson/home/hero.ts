/** The home page's instrument, live: the real engine behind a dial. It begins when somebody touches it, and rests when nothing moves. */
import type { Runtime } from '../../runtimes/runtime.ts';
import type { ClusterView } from '../../viz/model.ts';
import { createStore, type Store } from '../page/store.ts';
import { killPod, moveWindow, type SceneName, type Scenes, scaleTo, speeds, wishFor } from './scenes.ts';

export interface HeroState {
  readonly scene: SceneName;
  readonly view: ClusterView;
  /** What is wanted, as the dial says it: the session hears of it a moment later. */
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

export interface Hero extends Store<HeroState> {
  choose(scene: SceneName): void;
  want(value: number): void;
  kill(pod: string): void;
  moveWindow(): void;
  /** Loads the engine, so that the first act is answered at once. */
  wake(): void;
  stop(): void;
}

export interface HeroParts {
  readonly scenes: Scenes;
  /** Asked for once, when somebody touches the instrument. */
  runtime(): Promise<Runtime>;
  /** Nothing may move of its own: after each act time runs until all is done, in one step. */
  readonly still: boolean;
  /** Runs after so many real milliseconds; returns what cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** Real milliseconds without an act after which time stands still: the room would go on for ever. */
const restAfterMs = { cluster: 6_000, room: 40_000 };
/** Virtual milliseconds that an act is given where nothing may move. */
const settleMs = { cluster: 10_000, room: 30_000 };

export const clusterHint = 'Click a Pod to kill it.';
export const roomHint = 'One socket is one degree above 15. Open the window and watch the loop answer.';

export function createHero(parts: HeroParts): Hero {
  const store = createStore<HeroState>(beginning(parts.scenes, 'cluster'));
  let runtime: Runtime | undefined;
  let opening: Promise<Runtime> | undefined;
  let rest: (() => void) | undefined;
  let revision = 0;
  /** What waits to be asked, newest wins: a dial moves faster than a cluster. */
  const waiting = new Map<'want' | 'window' | 'kill', string>();
  let busy = false;

  async function open(): Promise<Runtime> {
    const opened = await parts.runtime();
    opened.on((event) => {
      if (event.type === 'view') seen(event.view);
      if (event.type === 'state' && event.state.state === 'failed') failed(event.state.because);
    });
    runtime = opened;
    await begin(opened);
    return opened;
  }

  async function begin(engine: Runtime): Promise<void> {
    store.patch({ engine: 'starting' });
    await engine.reset(parts.scenes[store.value.scene].log);
    store.patch({ engine: 'running' });
    await go(engine);
  }

  async function go(engine: Runtime): Promise<void> {
    if (parts.still) return;
    await engine.control({ type: 'play', speed: speeds[store.value.scene] });
    store.patch({ engine: 'running' });
    rest?.();
    rest = parts.after(restAfterMs[store.value.scene], () => {
      void engine.control({ type: 'pause' });
      store.patch({ engine: 'resting' });
    });
  }

  function seen(view: ClusterView): void {
    const satisfied = view.sets.every(({ gap, pods, wants }) => gap === 0 && pods.length === wants);
    store.patch({ view, ...(view.quiet && satisfied ? { rested: view } : {}) });
    if (store.value.scene === 'room' && view.revision !== revision) void readHeater();
    revision = view.revision;
  }

  async function readHeater(): Promise<void> {
    const history = await runtime?.inspect('keyHistory', { key: '/registry/configmaps/default/room' }).catch(() => undefined);
    const last = history?.changes.flatMap(({ fields }) => fields).find(({ path }) => path === 'data.heater');
    if (last !== undefined) store.patch({ heating: last.to === 'on' });
  }

  function failed(because: string): void {
    store.patch({ engine: 'failed', note: because });
  }

  function ask(what: 'want' | 'window' | 'kill', command: string): void {
    waiting.set(what, command);
    if (!busy) void work();
  }

  async function work(): Promise<void> {
    busy = true;
    try {
      opening ??= open();
      const engine = await opening;
      for (let next = waiting.entries().next().value; next !== undefined; next = waiting.entries().next().value) {
        waiting.delete(next[0]);
        await engine.run({ type: 'command', text: next[1], after: 'now' });
        const { scene, view } = store.value;
        if (parts.still) await engine.control({ type: 'until', t: view.timeMs + settleMs[scene] });
        else await go(engine);
      }
    } catch (error) {
      opening = undefined;
      waiting.clear();
      failed(error instanceof Error ? error.message : String(error));
    } finally {
      busy = false;
    }
  }

  return {
    get value() {
      return store.value;
    },
    subscribe: store.subscribe,
    choose(scene) {
      if (scene === store.value.scene) return;
      waiting.clear();
      rest?.();
      revision = 0;
      const { engine } = store.value;
      store.set({ ...beginning(parts.scenes, scene), engine });
      if (runtime !== undefined) void begin(runtime).catch((error: unknown) => failed(String(error)));
    },
    want(value) {
      const { scene } = store.value;
      store.patch({ want: value });
      ask('want', scene === 'cluster' ? scaleTo(value) : wishFor(value));
    },
    kill(pod) {
      store.patch({ note: `${pod} is going. Nobody tells the loop; it looks.` });
      ask('kill', killPod(pod));
    },
    moveWindow() {
      const windowOpen = !store.value.windowOpen;
      store.patch({ windowOpen });
      ask('window', moveWindow(windowOpen));
    },
    wake() {
      if (store.value.engine !== 'built' || opening !== undefined) return;
      opening = open();
      opening.catch((error: unknown) => {
        opening = undefined;
        failed(error instanceof Error ? error.message : String(error));
      });
    },
    stop() {
      rest?.();
      runtime?.stop();
    },
  };
}

/** As the page was built. */
export function beginning(scenes: Scenes, scene: SceneName): HeroState {
  const { view } = scenes[scene];
  const wants = scene === 'cluster' ? view.sets[0]?.wants : view.charts[0]?.points.at(-1)?.wants;
  // The Pod that is on its way is what the loop has just done.
  const rested = { ...view, sets: view.sets.map((set) => ({ ...set, pods: set.pods.filter(({ ready }) => ready) })) };
  return {
    ...{ scene, view, want: wants ?? 0, rested, heating: scene === 'room', windowOpen: false },
    ...{ engine: 'built', note: scene === 'cluster' ? clusterHint : roomHint },
  };
}
