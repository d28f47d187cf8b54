/** Exponential back-off by key, as client-go's flowcontrol.Backoff: 10 s, 20, 40 … 5 min; forgotten after 10 min without need. */

export const initialBackOffMs = 10_000;
export const longestBackOffMs = 300_000;

export interface BackOff {
  /** Milliseconds left to wait, counted from `sinceMs`; 0 when it may be tried now. */
  remainingMs(key: string, sinceMs: number, nowMs: number): number;
  /** Counts a try: the next wait is twice as long. `sinceMs`: when the last one ended. */
  next(key: string, sinceMs: number, nowMs: number): void;
  /** The present wait, milliseconds. */
  current(key: string): number;
  forget(key: string): void;
}

/** Creates back-offs that are all at their beginning. */
export function createBackOff(): BackOff {
  const entries = new Map<string, { waitMs: number; updatedMs: number }>();

  function expired(sinceMs: number, updatedMs: number): boolean {
    return sinceMs - updatedMs > 2 * longestBackOffMs;
  }
  return {
    remainingMs(key, sinceMs, nowMs) {
      const entry = entries.get(key);
      if (entry === undefined || expired(sinceMs, entry.updatedMs)) return 0;
      return Math.max(0, sinceMs + entry.waitMs - nowMs);
    },
    next(key, sinceMs, nowMs) {
      const entry = entries.get(key);
      const fresh = entry === undefined || expired(sinceMs, entry.updatedMs);
      const waitMs = fresh ? initialBackOffMs : Math.min(entry.waitMs * 2, longestBackOffMs);
      entries.set(key, { waitMs, updatedMs: nowMs });
    },
    current: (key) => entries.get(key)?.waitMs ?? 0,
    forget: (key) => void entries.delete(key),
  };
}
