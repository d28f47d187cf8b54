/** The runtime of builds, tests and graders: the session in this very thread. An endless loop in learner code isn't survived. */
import type { SessionParts } from '../../session/session.ts';
import { createHost, type Host } from '../host.ts';
import { createInspect } from '../inspect.ts';
import { createListeners } from '../listeners.ts';
import { branchesOf } from '../protocol.ts';
import type { Runtime, RuntimeState } from '../runtime.ts';
import { createTimeMachine } from '../time-machine.ts';

/** `parts`: see `session/parts.ts` for the real ones. */
export function createNodeRuntime(parts: SessionParts): Runtime {
  const listeners = createListeners();
  let state: RuntimeState = { state: 'idle' };
  let host: Host | undefined;

  function enter(next: RuntimeState): void {
    state = next;
    listeners.emit({ type: 'state', state });
  }

  function started(): Host {
    if (host === undefined) throw new Error('The runtime hasn’t been started.');
    return host;
  }

  async function start(): Promise<void> {
    if (host !== undefined) return;
    enter({ state: 'starting' });
    host = createHost(parts, listeners.emit);
    enter({ state: 'ready' });
  }

  return {
    kind: 'node',
    get state() {
      return state;
    },
    start,
    async reset(begin) {
      await start();
      return started().call('restore', branchesOf(begin));
    },
    run: async (input) => started().call('run', input),
    async updateFile(path, text) {
      await started().call('run', { type: 'edit', path, text });
    },
    control: async (control) => started().call('control', control),
    interrupt(terminal) {
      void host?.call('interrupt', terminal ?? null);
    },
    snapshot: async () => started().call('snapshot', null),
    view: async (at) => started().call('view', at === undefined ? {} : { at }),
    time: createTimeMachine(async (name, ask) => started().call(name, ask)),
    inspect: createInspect(async (name, ask) => started().call(name, ask)),
    stop() {
      host?.stop();
      host = undefined;
      enter({ state: 'idle' });
    },
    on: listeners.on,
  };
}
