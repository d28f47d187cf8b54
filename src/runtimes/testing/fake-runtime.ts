/** A runtime that keeps a log and does nothing with it: for tests of what is around a runtime. */
import type { InputResult, SessionLog } from '../../session/types.ts';
import type { RecoveringRuntime } from '../browser/recovering-runtime.ts';
import { createListeners } from '../listeners.ts';
import { branchesOf, mainBranch } from '../protocol.ts';
import type { Control, RuntimeEvent, RuntimeState } from '../runtime.ts';

export interface FakeRuntime extends RecoveringRuntime {
  readonly asked: readonly string[];
  tell(event: RuntimeEvent): void;
  /** It breaks: calls under way and later ones are refused. */
  breakDown(because: string): void;
  /** Inputs wait until this is called. */
  hold(): () => void;
}

const elsewhere = (): Promise<never> => Promise.reject(new Error('not asked for here'));

export function createFakeRuntime(kind: 'worker' | 'webcontainer', hashOf = JSON.stringify): FakeRuntime {
  const { emit, on } = createListeners();
  const asked: string[] = [];
  let state: RuntimeState = { state: 'idle' };
  let log: SessionLog = { version: 1, seed: 1, cluster: {}, files: {}, inputs: [] };
  let refuse: ((error: Error) => void)[] = [];
  let held: Promise<void> = Promise.resolve();
  const now = () => ({ t: log.inputs.length, revision: log.inputs.length });
  const kept = () => ({ branches: [{ view: mainBranch, log }], current: mainBranch.id });

  function enter(next: RuntimeState): void {
    state = next;
    emit({ type: 'state', state });
  }
  function answer<T>(value: () => T): Promise<T> {
    if ('because' in state) return Promise.reject(new Error(state.because));
    return new Promise((resolve, reject) => {
      refuse.push(reject);
      void held.then(() => resolve(value()));
    });
  }

  return {
    kind,
    get state() {
      return state;
    },
    asked,
    async start() {
      asked.push('start');
      if (state.state !== 'ready') enter({ state: 'ready' });
    },
    async reset(begin) {
      asked.push('reset');
      enter({ state: 'ready' });
      log = branchesOf(begin).branches[0]?.log ?? log;
      return { results: [], now: now(), historyHash: hashOf(log.inputs) };
    },
    run: (request) =>
      answer((): InputResult => {
        const input = { ...request, at: 0 };
        log = { ...log, inputs: [...log.inputs, input] };
        return { input, outputs: [], exitCode: 0, from: now(), to: now(), end: 'now', files: {} };
      }),
    updateFile: elsewhere,
    async control(control: Control) {
      asked.push(control.type);
      return now();
    },
    interrupt() {},
    snapshot: () => answer(() => ({ log, files: {}, now: now(), historyHash: hashOf(log.inputs), swapped: [] })),
    view: elsewhere,
    inspect: elsewhere,
    time: {
      seek: elsewhere,
      cut: elsewhere,
      act: elsewhere,
      compare: elsewhere,
      keys: elsewhere,
      keyHistory: elsewhere,
      kept: () => answer(kept),
    },
    known: kept,
    stop() {
      asked.push('stop');
      enter({ state: 'idle' });
    },
    on,
    tell: emit,
    breakDown(because) {
      enter({ state: 'failed', because });
      for (const reject of refuse.splice(0)) reject(new Error(because));
      refuse = [];
    },
    hold() {
      let release = (): void => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}
