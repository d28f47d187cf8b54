/** The page's end of the type checker: starts its worker with the first edit, or at once on a steady connection; turns messages into promises. */
import { isSteady } from './connection.ts';
import type { FromTypes, ToTypes, TypeService } from './protocol.ts';

export interface TypeServiceHandle extends TypeService {
  stop(): void;
}

/** The reader has changed something, or wants to know something. */
const starting: ReadonlySet<ToTypes['method']> = new Set(['updateFile', 'getAutocompletion', 'getHover']);

type State =
  /** Messages wait for the worker. */
  | { readonly state: 'idle'; readonly messages: readonly unknown[] }
  | { readonly state: 'started'; readonly worker: Worker };

/**
 * Its worker loads TypeScript (1 MB) in the background: with the first edit, or at once where the connection is steady. What is queried before
 * is answered then. Promises reject when it can't be loaded.
 */
export function openTypeService(): TypeServiceHandle {
  let state: State = { state: 'idle', messages: [] };
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;

  function start(): Worker {
    const worker = new Worker(new URL('./types-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<FromTypes>) => {
      const question = waiting.get(data.id);
      waiting.delete(data.id);
      if ('refused' in data) question?.reject(new Error(data.refused));
      else question?.resolve(data.answer);
    });
    worker.addEventListener('error', () => {
      for (const { reject } of waiting.values()) reject(new Error('the type checker could not be loaded'));
      waiting.clear();
    });
    return worker;
  }

  function post(message: { readonly id: number; readonly method: ToTypes['method']; readonly ask: unknown }): void {
    if (state.state === 'idle') {
      const messages = [...state.messages, message];
      if (!starting.has(message.method) && !isSteady()) {
        state = { state: 'idle', messages };
        return;
      }
      const worker = start();
      for (const each of messages) worker.postMessage(each);
      state = { state: 'started', worker };
    } else state.worker.postMessage(message);
  }

  const call = (method: ToTypes['method']) => (ask: unknown) =>
    new Promise<never>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve: (value) => resolve(value as never), reject });
      post({ id: last, method, ask });
    });

  return {
    initialize: call('initialize'),
    updateFile: call('updateFile'),
    getLints: call('getLints'),
    getAutocompletion: call('getAutocompletion'),
    getHover: call('getHover'),
    stop() {
      if (state.state === 'started') state.worker.terminate();
    },
  };
}
