/** Timers of the cluster's clock for one owner (a command, a script, a program): they end with it. */
import type { Cluster } from '../engine/index.ts';

export interface Timers {
  /** Runs after so many virtual milliseconds; returns what cancels it. */
  after(delayMs: number, run: () => void, options?: { readonly background?: boolean }): () => void;
  /** Cancels those that wait: their owner no longer does. */
  cancel(): void;
  /** Cancels them, and takes no more. */
  end(): void;
}

export function createTimers(cluster: Pick<Cluster, 'after'>): Timers {
  const waiting = new Set<() => void>();
  let ended = false;
  function cancel(): void {
    for (const each of waiting) each();
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
      waiting.add(forget);
      return forget;
    },
    cancel,
    end() {
      ended = true;
      cancel();
    },
  };
}
