/** Exponential back-off by key, as client-go's flowcontrol.Backoff: 10 s, 20, 40 … 5 min; forgotten after 10 min without need. */

const initialBackOffMs = 10_000;
const longestBackOffMs = 300_000;

export interface BackOff {
  /** Counts a try: the next wait is twice as long. */
  next(key: string, nowMs: number): void;
  /** The present wait, milliseconds. */
  current(key: string): number;
  forget(key: string): void;
}

/** Creates back-offs that are all at their beginning. */
export function createBackOff(): BackOff {
  const entries = new Map<string, { waitMs: number; updatedMs: number }>();
  return {
    next(key, nowMs) {
      const entry = entries.get(key);
      const fresh = entry === undefined || nowMs - entry.updatedMs > 2 * longestBackOffMs;
      const waitMs = fresh ? initialBackOffMs : Math.min(entry.waitMs * 2, longestBackOffMs);
      entries.set(key, { waitMs, updatedMs: nowMs });
    },
    current: (key) => entries.get(key)?.waitMs ?? 0,
    forget: (key) => void entries.delete(key),
  };
}
