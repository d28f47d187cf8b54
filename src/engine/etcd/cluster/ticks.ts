/** Time for raft: ticks of 100 ms, given when something is due or something arrives, so that a member with nothing to do needs no timer. */
import type { Clock, Timer } from '../../kernel/index.ts';

export const tickMs = 100;

export interface Ticks {
  /** Gives the ticks that have passed: before anything else is given, so that it meets the time it arrives at. */
  catchUp(): void;
  /** Sees to it that the next tick that matters is given in time. */
  arm(): void;
  stop(): void;
}

/** `untilDue`: ticks until something happens; `give` hands that many to raft, at most `untilDue()`. */
export function createTicks(clock: Clock, untilDue: () => number, give: (count: number) => void): Ticks {
  let lastAt = clock.now();
  let timer: Timer | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let stopped = false;

  function catchUp(): void {
    const passed = Math.floor((clock.now() - lastAt) / tickMs);
    if (passed <= 0) return;
    lastAt += passed * tickMs;
    for (let left = passed; left > 0 && !stopped; ) {
      const count = Math.min(left, untilDue());
      left -= count;
      give(count);
    }
  }

  function arm(): void {
    const ticks = untilDue();
    if (stopped || ticks === Number.POSITIVE_INFINITY) return;
    const due = lastAt + ticks * tickMs;
    // A timer that runs too early checks again; only one that would run too late must be replaced.
    if (due >= dueAt) return;
    timer?.cancel();
    dueAt = due;
    const run = (): void => {
      dueAt = Number.POSITIVE_INFINITY;
      catchUp();
      arm();
    };
    timer = clock.after(due - clock.now(), run, { background: true });
  }

  return {
    catchUp,
    arm,
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };
}
