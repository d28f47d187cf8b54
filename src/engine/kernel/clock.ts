/** Virtual time. Whole milliseconds since the Unix epoch; it moves only when the kernel runs an event. */
export interface Clock {
  /** Milliseconds since the Unix epoch, virtual. */
  now(): number;
  /**
   * Runs `run` after `delayMs` (rounded up to whole milliseconds, at least 0), under the cause that is current now; never when that
   * is longer than a thousand years. Throws a RangeError for NaN.
   */
  after(delayMs: number, run: () => void, options?: TimerOptions): Timer;
}

export interface TimerOptions {
  /** A wait that doesn't keep the cluster from being quiet (heartbeat, back-off, resync). */
  readonly background?: boolean;
}

/** Something that runs later. */
export interface Timer {
  /** Harmless after it has run. */
  cancel(): void;
}

/** Where virtual time begins: 2026-01-01T00:00:00Z, in milliseconds. */
export const epochMs = 1767225600000;
