import type { Clock, Random } from '../kernel/index.ts';

export interface BackOff {
  /** The next wait, milliseconds. */
  nextMs(): number;
}

const firstMs = 800;
const maxMs = 30_000;
/** After this long without a failure the waits begin anew. */
const resetMs = 120_000;

/** Waits of 800 ms, doubling to 30 s, each stretched by up to its own length (client-go reflector.go). */
export function createBackOff(clock: Pick<Clock, 'now'>, random: Pick<Random, 'next'>): BackOff {
  let waitMs = firstMs;
  let lastAt = clock.now();
  return {
    nextMs() {
      const now = clock.now();
      if (now - lastAt > resetMs) waitMs = firstMs;
      lastAt = now;
      const chosen = waitMs * (1 + random.next());
      waitMs = Math.min(waitMs * 2, maxMs);
      return chosen;
    },
  };
}
