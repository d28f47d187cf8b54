/** The runtime of the page: the session in a worker inside a sandboxed frame. */
import { createRecoveringRuntime, type RecoveringRuntime } from '../browser/recovering-runtime.ts';
import { type EngineFiles, openFrame } from './frame.ts';

export interface WorkerRuntimeOptions {
  readonly engine: EngineFiles;
  /** No answer for so long: the session is brought back. Default 2 s. */
  readonly hangAfterMs?: number;
  /** Default 15 s. */
  readonly startWithinMs?: number;
}

export function createWorkerRuntime(options: WorkerRuntimeOptions): RecoveringRuntime {
  return createRecoveringRuntime({
    kind: 'worker',
    unsupported: () =>
      typeof Worker === 'undefined' ? 'This browser has no web workers, which the cluster runs in.' : undefined,
    async open({ receive, broken, ended }) {
      const [core, host] = await Promise.all([options.engine.core(), options.engine.host()]);
      let spoke = false;
      const frame = openFrame({
        core,
        host,
        role: 'session',
        piece: options.engine.piece,
        receive(message) {
          spoke = true;
          receive(message);
        },
        // Once it has spoken, what throws outside a request, or uses up the memory, is code that runs in it.
        broken: (because) => (spoke ? ended() : broken(because)),
      });
      return { post: (message) => frame.port.postMessage(message), close: () => frame.remove() };
    },
    startWithinMs: options.startWithinMs ?? 15_000,
    late: 'The engine didn’t start: the browser gave its worker no answer. Reload the page to try again.',
    hangAfterMs: options.hangAfterMs ?? 2_000,
    broken: (because) => `The engine has stopped: ${because}. Reload the page to start it again.`,
  });
}
