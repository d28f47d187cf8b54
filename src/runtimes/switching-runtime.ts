/**
 * A session that begins in the worker at once and moves to a WebContainer, or back: what was done is replayed there, and goes on there
 * when its history is the same. `switching-machine.ts` decides; this carries it out.
 */
import type { RecoveringRuntime } from './browser/recovering-runtime.ts';
import { createListeners, type Listeners } from './listeners.ts';
import type { Place, PlaceChoice, PlaceName } from './place.ts';
import type { Runtime, TimeMachine } from './runtime.ts';
import { beginSwitching, stepSwitching, type Switching, type SwitchingEffect, type SwitchingEvent } from './switching-machine.ts';
import { forwardTimeMachine } from './forward-time-machine.ts';

export interface SwitchingOptions {
  readonly worker: RecoveringRuntime;
  /** Called once, when a WebContainer is first wanted. */
  container(slow: () => void): Promise<RecoveringRuntime>;
  /** Why this page can't have one, as a sentence. */
  unsupported(): string | undefined;
  /** The reader wants one all the same: loads the page anew so that it can. Resolves with why it can't be had, where it can't. */
  isolate?(): Promise<string | undefined>;
  readonly wanted: PlaceChoice;
  /** The reader has chosen. */
  remember(choice: PlaceName): void;
}

export interface SwitchingRuntime extends Runtime {
  readonly place: Place;
  choose(name: PlaceName): void;
}

export function createSwitchingRuntime(options: SwitchingOptions): SwitchingRuntime {
  const listeners = createListeners();
  const switcher = createSwitcher(options, listeners);
  const { active, dispatch } = switcher;
  const call = <T>(work: (runtime: RecoveringRuntime) => Promise<T>): Promise<T> => through(switcher, work);
  const begin = (): void => {
    const { wanted } = switcher.state().place;
    const because = options.unsupported();
    if (wanted === 'webcontainer' || (wanted === 'auto' && because === undefined)) dispatch({ type: 'container-wanted', because });
  };
  return {
    get kind() {
      return active().kind;
    },
    get state() {
      return active().state;
    },
    get place() {
      return switcher.state().place;
    },
    choose: (name) => void choose(options, dispatch, name),
    async start() {
      await call((runtime) => runtime.start());
      begin();
    },
    async reset(log) {
      dispatch({ type: 'time-stopped' });
      const replayed = await call((runtime) => runtime.reset(log));
      const isFirst = !switcher.state().hasSession;
      dispatch({ type: 'session-began' });
      if (isFirst) begin();
      return replayed;
    },
    run: (input) => call((runtime) => runtime.run(input)),
    updateFile: (path, text) => call((runtime) => runtime.updateFile(path, text)),
    control(control) {
      dispatch({ type: 'control', control });
      return call((runtime) => runtime.control(control));
    },
    interrupt: (terminal) => active().interrupt(terminal),
    snapshot: () => call((runtime) => runtime.snapshot()),
    view: (at) => call((runtime) => runtime.view(at)),
    time: timeMachine(switcher),
    inspect: (name, ask) => call((runtime) => runtime.inspect(name, ask)),
    known: () => active().known(),
    get openTerminal() {
      return active().openTerminal;
    },
    stop() {
      dispatch({ type: 'stopped' });
      active().stop();
    },
    on: listeners.on,
  };
}

function timeMachine(switcher: Switcher): TimeMachine {
  const time = forwardTimeMachine((work) => through(switcher, (runtime) => work(runtime.time)));
  return {
    ...time,
    act(act) {
      switcher.dispatch({ type: 'time-stopped' });
      return time.act(act);
    },
  };
}

async function choose(options: SwitchingOptions, dispatch: Switcher['dispatch'], name: PlaceName): Promise<void> {
  options.remember(name);
  dispatch({ type: 'chosen', name });
  if (name === 'worker') return;
  const because = options.unsupported();
  if (because === undefined || options.isolate === undefined) return dispatch({ type: 'container-wanted', because });
  const stillBecause = await options.isolate();
  if (stillBecause !== undefined) dispatch({ type: 'container-wanted', because: stillBecause });
}

interface Switcher {
  state(): Switching;
  /** The runtime that the session runs in. */
  active(): RecoveringRuntime;
  dispatch(event: SwitchingEvent): void;
  /** Resolves when the move, or taking back, is over. */
  moved(): Promise<void>;
}

function createSwitcher(options: SwitchingOptions, listeners: Listeners): Switcher {
  const { worker } = options;
  let state = beginSwitching(options.wanted);
  /** Resolves when the move, or taking back, is over. */
  let moved: Promise<void> = Promise.resolve();
  const container = createContainer(options, hear, (event) => dispatch(event));
  const runtimeAt = (place: PlaceName): RecoveringRuntime => (place === 'webcontainer' ? container.runtime() : undefined) ?? worker;
  const active = (): RecoveringRuntime => runtimeAt(state.place.runs);

  function dispatch(event: SwitchingEvent): void {
    const last = active();
    const step = stepSwitching(state, event);
    state = step.state;
    for (const effect of step.effects) carryOut(effect, last);
  }

  /** `last`: where the session ran before this. */
  function carryOut(effect: SwitchingEffect, last: RecoveringRuntime): void {
    switch (effect.do) {
      case 'publish-place':
        listeners.emit({ type: 'place', place: state.place });
        break;
      case 'start-container':
        void container.start();
        break;
      case 'move':
        moved = Promise.resolve()
          .then(() => move(effect.to))
          .finally(settle);
        break;
      case 'take-back':
        moved = takeBack(last, worker, effect.because, listeners).finally(settle);
        break;
    }
  }

  function settle(): void {
    const { state: at } = active();
    dispatch({ type: 'settled', failure: active() !== worker && 'because' in at ? at.because : undefined });
  }

  /** Nothing of the session is lost: until the other stands where this one stands, this one has it. */
  async function move(to: PlaceName): Promise<void> {
    const [from, target] = [active(), runtimeAt(to)];
    try {
      await transfer(from, target, state.hasSession);
    } catch (error) {
      const because = sentence(error);
      dispatch({ type: 'move-failed', because });
      if (from === worker || from.state.state === 'ready') return resume(from, state.flow);
      dispatch({ type: 'lost', because });
      return takeBack(from, worker, because, listeners);
    }
    from.stop();
    dispatch({ type: 'arrived', at: to });
    await publishSession(target, state.hasSession, listeners);
    await resume(target, state.flow);
  }

  function hear(runtime: RecoveringRuntime): void {
    runtime.on((event) => {
      if (runtime !== active() || state.activity !== 'serving') return;
      if (runtime !== worker && event.type === 'state' && event.state.state === 'failed') dispatch({ type: 'lost', because: event.state.because });
      else listeners.emit(event);
    });
  }

  hear(worker);
  return { state: () => state, active, dispatch, moved: () => moved };
}

/** Does something with the runtime that the session runs in, when no move is under way. */
async function through<T>(switcher: Switcher, work: (runtime: RecoveringRuntime) => Promise<T>): Promise<T> {
  while (switcher.state().activity !== 'serving') await switcher.moved();
  switcher.dispatch({ type: 'call-began' });
  try {
    return await work(switcher.active());
  } finally {
    switcher.dispatch({ type: 'call-ended' });
  }
}

interface Container {
  runtime(): RecoveringRuntime | undefined;
  /** Starts the WebContainer beside what runs, and says whether it could be. */
  start(): Promise<void>;
}

/** `made`: called once, with the runtime. */
function createContainer(options: SwitchingOptions, made: (runtime: RecoveringRuntime) => void, dispatch: Switcher['dispatch']): Container {
  let runtime: RecoveringRuntime | undefined;
  let fetching: Promise<RecoveringRuntime> | undefined;

  async function fetchRuntime(): Promise<RecoveringRuntime> {
    runtime = await options.container(() => dispatch({ type: 'container-slow' }));
    made(runtime);
    return runtime;
  }

  return {
    runtime: () => runtime,
    async start() {
      try {
        fetching ??= fetchRuntime();
        await (await fetching).start();
        dispatch({ type: 'container-ready' });
      } catch (error) {
        dispatch({ type: 'container-failed', because: sentence(error) });
      }
    },
  };
}

/** Replays the session of one runtime in another; rejects when it comes to another history there. */
async function transfer(from: RecoveringRuntime, to: RecoveringRuntime, hasSession: boolean): Promise<void> {
  if (!hasSession) return to.start();
  await from.control({ type: 'pause' });
  const kept = await from.time.kept();
  const before = await from.snapshot();
  const after = await to.reset(kept);
  if (after.historyHash !== before.historyHash) throw new Error('The replay there came to another history.');
}

/** The WebContainer is gone, with whatever was under way in it: the worker replays what the page knows. */
async function takeBack(gone: RecoveringRuntime, worker: RecoveringRuntime, because: string, listeners: Listeners): Promise<void> {
  const kept = gone.known();
  gone.stop();
  try {
    if (kept === undefined) await worker.start();
    else await worker.reset(kept);
    await publishSession(worker, kept !== undefined, listeners);
    listeners.emit({ type: 'recovered', because: `${because} The session goes on in the worker.` });
  } catch (error) {
    listeners.emit({ type: 'state', state: { state: 'failed', because: sentence(error) } });
  }
}

async function resume(runtime: RecoveringRuntime, { playing, speed }: Switching['flow']): Promise<void> {
  if (playing) await runtime.control(speed === undefined ? { type: 'play' } : { type: 'play', speed }).catch(() => undefined);
}

/** Emits what the page would have heard, had the session always been in this runtime. */
async function publishSession(runtime: RecoveringRuntime, hasSession: boolean, { emit }: Listeners): Promise<void> {
  emit({ type: 'state', state: runtime.state });
  if (!hasSession) return;
  try {
    const { branches, current } = await runtime.time.kept();
    emit({ type: 'branches', branches: branches.map(({ view }) => view), current });
    emit({ type: 'swapped', controllers: (await runtime.snapshot()).swapped });
    emit({ type: 'view', view: await runtime.view() });
  } catch {
    // It is gone again, which is reported on its own.
  }
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
