/**
 * CPU time of a process, as `ulimit -t` (RLIMIT_CPU) counts it: in steps instead of seconds, so that every machine counts the same. A step is
 * some 50 nanoseconds. All that runs in the process draws from it: stages of pipelines, subshells, jobs, matching of expressions.
 *
 * What a process does in one instant is a turn. A process that has used up its turn is throttled: it goes on in a later instant, as a CFS quota
 * has it go on in the next period. Steps come back while it waits by itself (it sleeps, reads, asks the network), not while it is throttled.
 * Without steps it ends, as with SIGXCPU.
 */
import type { Host } from './host.ts';
import type { Steps } from './task.ts';

/** Steps of a process that never waits. */
export const limitSteps = 1_000_000;
/** Steps of one turn. */
export const turnSteps = 250_000;
/** Steps that come back in a millisecond of waiting: what goes on for ever has half a thousandth of a CPU. */
export const refillPerMs = 10;
/** Steps that an endless loop leaves to the rest of its process. */
const reservedSteps = limitSteps / 2;

/** The limit is exceeded. */
export class CpuLimitError extends Error {
  constructor() {
    super('CPU time limit exceeded');
  }
}

/** Exit code of what SIGXCPU ended. */
export const cpuLimitCode = 152;

export interface CpuHost extends Pick<Host, 'now'> {
  readonly limits: Pick<Host['limits'], 'throttledMs'>;
}

export class CpuTime {
  /** Steps that are left; matching counts them down itself (`regexp/`). */
  left = limitSteps;
  readonly #host: CpuHost;
  /** How many turns have begun, and where the last one ends. */
  #turns = 0;
  #turnEnd = limitSteps - turnSteps;
  #instantMs: number;
  #throttledUntilMs = Number.NEGATIVE_INFINITY;
  #isReported = false;

  constructor(host: CpuHost) {
    this.#host = host;
    this.#instantMs = host.now();
  }

  /** Counts steps of what must not fail half way: the next `spend` does. */
  charge(steps: number): void {
    this.left -= steps;
  }

  /** @throws CpuLimitError where none are left. */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new CpuLimitError();
  }

  /** Whether the turn is used up. */
  isThrottled(): boolean {
    const nowMs = this.#host.now();
    if (nowMs !== this.#instantMs) this.#refill(nowMs);
    return this.left <= this.#turnEnd;
  }

  /** Waits for a turn. */
  *turn(): Steps<void> {
    while (this.isThrottled()) {
      const { throttledMs } = this.#host.limits;
      const turns = this.#turns;
      this.#throttledUntilMs = this.#instantMs + throttledMs;
      yield throttledMs;
      if (this.left < 0) throw new CpuLimitError();
      // Whoever wakes first begins the turn of all.
      if (turns === this.#turns) this.#beginTurn();
    }
  }

  /** How long an endless loop has to wait until the steps that it leaves to others are there again. */
  recoveryMs(): number {
    return Math.max(0, Math.ceil((reservedSteps - this.left) / refillPerMs));
  }

  /** As for a new process: a person has typed a command. */
  renew(): void {
    this.left = limitSteps;
    this.#isReported = false;
    this.#beginTurn();
  }

  /** Whether a message is due: one tells of the limit for all that run in the process. */
  report(): boolean {
    const isFirst = !this.#isReported;
    this.#isReported = true;
    return isFirst;
  }

  #refill(nowMs: number): void {
    const waitedMs = nowMs - Math.max(this.#instantMs, this.#throttledUntilMs);
    if (waitedMs > 0) this.left = Math.min(limitSteps, this.left + waitedMs * refillPerMs);
    this.#instantMs = nowMs;
    this.#beginTurn();
  }

  #beginTurn(): void {
    this.#turns += 1;
    this.#turnEnd = this.left - turnSteps;
  }
}
