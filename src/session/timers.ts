/** Timers of the cluster's clock for one owner (a command, a script, a program): they end with it. */
import type { Cluster } from '../engine/index.ts';

/** Timers that have been set and haven't run. */
export interface TimerCounts {
  /** Those that come again and again until they are cleared. */
  readonly clocks: number;
  /** Those that run once. */
  readonly waits: number;
}

export interface SetTimerOptions {
  readonly background?: boolean;
  /** It will be set again whenever it has run. */
  readonly repeats?: boolean;
}

export interface Timers {
  /** Runs after so many virtual milliseconds; returns what cancels it. */
  after(delayMs: number, run: () => void, options?: SetTimerOptions): () => void;
  counts(): TimerCounts;
  /** Cancels those that wait: their owner no longer does. */
  cancel(): void;
  /** Cancels them, and takes no more. */
  end(): void;
}

export function createTimers(cluster: Pick<Cluster, 'after'>): Timers {
  /** What cancels each, and whether it repeats. */
  const waiting = new Map<() => void, boolean>();
  let ended = false;
  function cancel(): void {
    for (const each of waiting.keys()) each();
  }
  return {
    after(delayMs, run, options) {
      if (ended) return () => {};
      const timer = cluster.after(
        delayMs,
        () => {
          waiting.delete(forget);
          run();
        },
        options,
      );
      const forget = (): void => {
        waiting.delete(forget);
        timer.cancel();
      };
      waiting.set(forget, options?.repeats === true);
      return forget;
    },
    counts() {
      const clocks = [...waiting.values()].filter((repeats) => repeats).length;
      return { clocks, waits: waiting.size - clocks };
    },
    cancel,
    end() {
      ended = true;
      cancel();
    },
  };
}
