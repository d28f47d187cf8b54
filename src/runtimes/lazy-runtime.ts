/** A runtime whose code is fetched when it is first needed: a page that is only read doesn't load it. */
import { createListeners } from './listeners.ts';
import type { Runtime, RuntimeState } from './runtime.ts';
import { forwardTimeMachine } from './forward-time-machine.ts';

export function createLazyRuntime(load: () => Promise<Runtime>): Runtime {
  const listeners = createListeners();
  let loaded: Runtime | undefined;
  let loading: Promise<Runtime> | undefined;
  let state: RuntimeState = { state: 'idle' };

  async function there(): Promise<Runtime> {
    if (loaded !== undefined) return loaded;
    loading ??= load().then(
      (runtime) => {
        runtime.on(listeners.emit);
        loaded = runtime;
        return runtime;
      },
      () => {
        loading = undefined;
        const because = 'The engine could not be loaded. Run again when you are online.';
        state = { state: 'failed', because };
        listeners.emit({ type: 'state', state });
        throw new Error(because);
      },
    );
    return loading;
  }

  return {
    get kind() {
      return loaded?.kind ?? 'worker';
    },
    get state() {
      return loaded?.state ?? state;
    },
    start: async () => (await there()).start(),
    reset: async (log) => (await there()).reset(log),
    run: async (input) => (await there()).run(input),
    updateFile: async (path, text) => (await there()).updateFile(path, text),
    control: async (control) => (await there()).control(control),
    interrupt: (terminal) => loaded?.interrupt(terminal),
    snapshot: async () => (await there()).snapshot(),
    view: async (at) => (await there()).view(at),
    time: forwardTimeMachine(async (work) => work((await there()).time)),
    inspect: async (name, ask) => (await there()).inspect(name, ask),
    known: () => loaded?.known?.(),
    get openTerminal() {
      return loaded?.openTerminal;
    },
    choose: (name) => void there().then((runtime) => runtime.choose?.(name)).catch(() => undefined),
    stop: () => loaded?.stop(),
    on: listeners.on,
  };
}
