/** `node:timers/promises` for programs: client-node's informers wait by it. */
import { currentProgram, type Program } from './program.ts';
import type { AnyFunction } from './replace.ts';

interface WaitOptions {
  readonly signal?: AbortSignal;
}

/** Name -> what stands in its place. */
export const virtualPromises: readonly (readonly [name: string, make: (real: AnyFunction) => unknown])[] = [
  [
    'setTimeout',
    (real) => (delayMs?: number, value?: unknown, options?: WaitOptions) => {
      const program = currentProgram();
      return program === undefined ? real(delayMs, value, options) : wait(program, delayMs ?? 1, value, options);
    },
  ],
  [
    'setImmediate',
    (real) => (value?: unknown, options?: WaitOptions) => {
      const program = currentProgram();
      return program === undefined ? real(value, options) : wait(program, 1, value, options);
    },
  ],
  [
    'setInterval',
    (real) => (delayMs?: number, value?: unknown, options?: WaitOptions) => {
      const program = currentProgram();
      return program === undefined ? real(delayMs, value, options) : ticks(program, delayMs ?? 1, value, options);
    },
  ],
];

function wait<T>(program: Program, delayMs: number, value: T, { signal }: WaitOptions = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      timer.cancel();
      reject(new DOMException('The operation was aborted', 'AbortError'));
    };
    const timer = program.after(delayMs, () => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    });
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

async function* ticks<T>(program: Program, delayMs: number, value: T, options?: WaitOptions): AsyncGenerator<T> {
  for (;;) yield await wait(program, delayMs, value, options);
}
