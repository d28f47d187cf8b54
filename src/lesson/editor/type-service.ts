/** The page's end of the type checker: starts its worker when first asked, and turns messages into promises. */
import type { FromTypes, ToTypes, TypeService } from './protocol.ts';

export interface TypeServiceHandle extends TypeService {
  stop(): void;
}

/** Starts the worker; it loads TypeScript (1 MB) in the background. Promises reject when it can't be loaded. */
export function openTypeService(): TypeServiceHandle {
  const worker = new Worker(new URL('./types-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;

  worker.addEventListener('message', ({ data }: MessageEvent<FromTypes>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('refused' in data) asked?.reject(new Error(data.refused));
    else asked?.resolve(data.answer);
  });
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('the type checker could not be loaded'));
    waiting.clear();
  });

  const call = (method: ToTypes['method']) => (ask: unknown) =>
    new Promise<never>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve: (value) => resolve(value as never), reject });
      worker.postMessage({ id: last, method, ask });
    });

  return {
    initialize: call('initialize'),
    updateFile: call('updateFile'),
    getLints: call('getLints'),
    getAutocompletion: call('getAutocompletion'),
    getHover: call('getHover'),
    stop: () => worker.terminate(),
  };
}
