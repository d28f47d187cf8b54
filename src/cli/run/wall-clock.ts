/** Real time where a cluster has virtual time: timers of the machine, the machine's chance, and a trace that remembers nothing. */
import { createKernel, createRandom, type Kernel, type Trace } from '../../engine/index.ts';

/** The longest wait of `setTimeout`. */
const longestTimerMs = 2 ** 31 - 1;

/** `failed`: what a timer threw. */
export function createWallKernel(seed: string, failed: (error: unknown) => void): Kernel {
  const kernel = createKernel({ seed, settle: () => Promise.resolve(), traceCapacity: 1 });
  return {
    ...kernel,
    random: createRandom(seed),
    trace: forgetfulTrace(),
    unsettled() {},
    clock: {
      now: () => Date.now(),
      after(delayMs, run) {
        if (Number.isNaN(delayMs)) throw new RangeError('a timer needs a number of milliseconds');
        let timer: NodeJS.Timeout;
        const wait = (leftMs: number): void => {
          const partMs = Math.min(Math.max(0, leftMs), longestTimerMs);
          timer = setTimeout(() => (leftMs > partMs ? wait(leftMs - partMs) : fire()), partMs);
        };
        const fire = (): void => {
          try {
            run();
          } catch (error) {
            failed(error);
          }
        };
        wait(delayMs);
        return { cancel: () => clearTimeout(timer) };
      },
    },
  };
}

function forgetfulTrace(): Trace {
  let last = 0;
  return {
    current: 0,
    record: () => (last += 1),
    get: () => undefined,
    since: () => [],
    get last() {
      return last;
    },
  };
}
