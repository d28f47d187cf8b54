/** Real time where a cluster has virtual time: timers of the machine, the machine's chance, and a trace that remembers nothing. */
import { createKernel, createRandom, type Kernel, type Trace } from '../../engine/index.ts';

/** The longest wait of `setTimeout`. */
const longestTimerMs = 2 ** 31 - 1;

export interface WallKernel extends Kernel {
  /** Nothing that waits happens any more: nothing of it keeps the process alive. */
  end(): void;
}

/** `failed`: what a timer threw. */
export function createWallKernel(seed: string, failed: (error: unknown) => void): WallKernel {
  const kernel = createKernel({ seed, settle: () => Promise.resolve(), traceCapacity: 1 });
  const waits = new Set<Wait>();
  return {
    ...kernel,
    random: createRandom(seed),
    trace: forgetfulTrace(),
    unsettled() {},
    clock: {
      now: () => Date.now(),
      after(delayMs, run) {
        if (Number.isNaN(delayMs)) throw new RangeError('a timer needs a number of milliseconds');
        const wait: Wait = { timer: undefined };
        waits.add(wait);
        const cancel = (): void => {
          clearTimeout(wait.timer);
          waits.delete(wait);
        };
        waitFor(wait, delayMs, () => {
          waits.delete(wait);
          try {
            run();
          } catch (error) {
            failed(error);
          }
        });
        return { cancel };
      },
    },
    end() {
      for (const { timer } of waits) clearTimeout(timer);
      waits.clear();
    },
  };
}

interface Wait {
  timer: NodeJS.Timeout | undefined;
}

function waitFor(wait: Wait, leftMs: number, fire: () => void): void {
  const partMs = Math.min(Math.max(0, leftMs), longestTimerMs);
  wait.timer = setTimeout(() => (leftMs > partMs ? waitFor(wait, leftMs - partMs, fire) : fire()), partMs);
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
