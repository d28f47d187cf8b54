/**
 * A session that begins in the worker at once and moves to a WebContainer, or back: what was done is replayed there, and goes on there
 * when its history is the same. A move waits until no input is under way, and inputs wait until it is over. Whatever happens to the
 * WebContainer, the worker takes the session back.
 */
import type { RecoveringRuntime } from './browser/recovering-runtime.ts';
import { createListeners } from './listeners.ts';
import type { Place, PlaceChoice, PlaceName } from './place.ts';
import type { Control, KeptBranches, Runtime, TimeMachine } from './runtime.ts';
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
  const { worker } = options;
  const listeners = createListeners();
  let active: RecoveringRuntime = worker;
  let container: Promise<RecoveringRuntime> | undefined;
  let place: Place = { runs: 'worker', wanted: options.wanted, container: 'idle', words: '' };
  /** Calls that the active runtime hasn't answered. */
  let underWay = 0;
  let moving: Promise<void> | undefined;
  /** Where the session is to go once nothing is under way. */
  let goal: RecoveringRuntime | undefined;
  let flow: { readonly playing: boolean; readonly speed: number | undefined } = { playing: false, speed: undefined };
  /** There is a session. */
  let begun = false;

  function stand(change: Partial<Place>): void {
    place = { ...place, runs: active === worker ? 'worker' : 'webcontainer', ...change };
    listeners.emit({ type: 'place', place });
  }

  function hear(runtime: RecoveringRuntime): void {
    runtime.on((event) => {
      if (runtime === active && moving === undefined) {
        if (runtime !== worker && event.type === 'state' && event.state.state === 'failed') fallBack(event.state.because);
        else listeners.emit(event);
      }
    });
  }
  hear(worker);

  /** Does something with the active runtime, when no move is under way. */
  async function through<T>(work: (runtime: RecoveringRuntime) => Promise<T>): Promise<T> {
    while (moving !== undefined) await moving;
    underWay += 1;
    try {
      return await work(active);
    } finally {
      underWay -= 1;
      setOff();
    }
  }

  function setOff(): void {
    if (goal === undefined || moving !== undefined || underWay > 0) return;
    const to = goal;
    goal = undefined;
    if (to === active) return;
    moving = Promise.resolve()
      .then(() => move(to))
      .finally(() => {
        moving = undefined;
        // It may have failed while nobody listened.
        if (active !== worker && 'because' in active.state) fallBack(active.state.because);
        else setOff();
      });
  }

  /** Nothing of the session is lost: until the other stands where this one stands, this one has it. */
  async function move(to: RecoveringRuntime): Promise<void> {
    const from = active;
    stand({ container: 'moving', words: to === worker ? 'The session moves to the worker.' : 'The session moves to the WebContainer.' });
    try {
      if (begun) {
        await from.control({ type: 'pause' });
        const kept = await from.time.kept();
        const before = await from.snapshot();
        const after = await to.reset(kept);
        if (after.historyHash !== before.historyHash) throw new Error('The replay there came to another history.');
      } else await to.start();
    } catch (error) {
      const because = sentence(error);
      stand({ container: 'failed', words: `The session stays where it is: ${because}` });
      // It may have failed under the move.
      if (from !== worker && from.state.state !== 'ready') await takeBack(from.known(), because);
      else await resume(from);
      return;
    }
    active = to;
    from.stop();
    stand({ container: to === worker ? 'idle' : 'ready', words: '' });
    await tellAll();
    await resume(to);
  }

  async function resume(runtime: RecoveringRuntime): Promise<void> {
    if (!flow.playing) return;
    const { speed } = flow;
    await runtime.control(speed === undefined ? { type: 'play' } : { type: 'play', speed }).catch(() => undefined);
  }

  /** What the page would have heard, had the session always been there. */
  async function tellAll(): Promise<void> {
    listeners.emit({ type: 'state', state: active.state });
    if (!begun) return;
    try {
      const { branches, current } = await active.time.kept();
      listeners.emit({ type: 'branches', branches: branches.map(({ view }) => view), current });
      listeners.emit({ type: 'swapped', controllers: (await active.snapshot()).swapped });
      listeners.emit({ type: 'view', view: await active.view() });
    } catch {
      // It is gone again: that is told on its own.
    }
  }

  /** The WebContainer has gone, with whatever was under way in it. */
  function fallBack(because: string): void {
    const kept = active.known();
    goal = undefined;
    moving = takeBack(kept, because).finally(() => {
      moving = undefined;
      setOff();
    });
  }

  async function takeBack(kept: KeptBranches | undefined, because: string): Promise<void> {
    const gone = active;
    active = worker;
    flow = { ...flow, playing: false };
    stand({ container: 'failed', words: because });
    gone.stop();
    try {
      if (kept === undefined) await worker.start();
      else await worker.reset(kept);
      await tellAll();
      listeners.emit({ type: 'recovered', because: `${because} The session goes on in the worker.` });
    } catch (error) {
      listeners.emit({ type: 'state', state: { state: 'failed', because: sentence(error) } });
    }
  }

  /** Starts the WebContainer beside what runs; the session follows when it is ready. */
  async function fetchContainer(): Promise<void> {
    const because = options.unsupported();
    if (because !== undefined) return stand({ container: 'unsupported', words: because });
    if (place.container === 'starting' || place.container === 'moving' || active !== worker) return;
    stand({ container: 'starting', words: '' });
    const slow = (): void => {
      if (place.container === 'starting')
        stand({ words: 'The WebContainer takes longer than usual. The session runs in the worker meanwhile.' });
    };
    container ??= options.container(slow).then((made) => {
      hear(made);
      return made;
    });
    try {
      const made = await container;
      await made.start();
      if (place.wanted === 'worker') return stand({ container: 'idle', words: '' });
      goal = made;
      setOff();
    } catch (error) {
      stand({ container: 'failed', words: sentence(error) });
    }
  }

  function begin(): void {
    if (place.wanted === 'webcontainer' || (place.wanted === 'auto' && options.unsupported() === undefined))
      void fetchContainer();
  }

  async function choose(name: PlaceName): Promise<void> {
    options.remember(name);
    stand({ wanted: name });
    if (name === 'worker') {
      goal = active === worker ? undefined : worker;
      if (goal === undefined) stand({ container: place.container === 'starting' ? 'idle' : place.container, words: '' });
      return setOff();
    }
    if (options.unsupported() !== undefined && options.isolate !== undefined) {
      const because = await options.isolate();
      if (because !== undefined) stand({ container: 'unsupported', words: because });
      return;
    }
    await fetchContainer();
  }

  function noteFlow(control: Control): void {
    if (control.type === 'play') flow = { playing: true, speed: control.speed ?? flow.speed };
    else if (control.type === 'speed') flow = { ...flow, speed: control.speed };
    else if (control.type === 'pause' || control.type === 'step') flow = { ...flow, playing: false };
  }

  const there = forwardTimeMachine((work) => through((runtime) => work(runtime.time)));
  const time: TimeMachine = {
    ...there,
    act(act) {
      flow = { ...flow, playing: false };
      return there.act(act);
    },
  };

  return {
    get kind() {
      return active.kind;
    },
    get state() {
      return active.state;
    },
    get place() {
      return place;
    },
    choose: (name) => void choose(name),
    async start() {
      await through((runtime) => runtime.start());
      begin();
    },
    async reset(log) {
      flow = { ...flow, playing: false };
      const replayed = await through((runtime) => runtime.reset(log));
      const first = !begun;
      begun = true;
      if (first) begin();
      return replayed;
    },
    run: (input) => through((runtime) => runtime.run(input)),
    updateFile: (path, text) => through((runtime) => runtime.updateFile(path, text)),
    control(control) {
      noteFlow(control);
      return through((runtime) => runtime.control(control));
    },
    interrupt: (terminal) => active.interrupt(terminal),
    snapshot: () => through((runtime) => runtime.snapshot()),
    view: (at) => through((runtime) => runtime.view(at)),
    time,
    inspect: (name, ask) => through((runtime) => runtime.inspect(name, ask)),
    known: () => active.known(),
    get openTerminal() {
      return active.openTerminal;
    },
    stop() {
      goal = undefined;
      begun = false;
      flow = { playing: false, speed: undefined };
      active.stop();
    },
    on: listeners.on,
  };
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
