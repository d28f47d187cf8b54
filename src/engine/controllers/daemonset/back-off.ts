/** How long a node waits until its failed daemon is replaced again: otherwise controller and kubelet would fight. (client-go util/flowcontrol) */

export interface BackOff {
  /** Milliseconds that the key still has to wait; 0 when it may go on. */
  waitMs(key: string, nowMs: number): number;
  /** Begins the next wait, twice as long as the last. */
  next(key: string, nowMs: number): void;
}

const firstMs = 1000;
const mostMs = 15 * 60_000;

/** Nothing has failed yet. */
export function createBackOff(): BackOff {
  const entries = new Map<string, { readonly sinceMs: number; readonly forMs: number }>();

  /** Whoever behaves for twice the longest wait begins anew. */
  function entryOf(key: string, nowMs: number): { readonly sinceMs: number; readonly forMs: number } | undefined {
    const entry = entries.get(key);
    if (entry === undefined || nowMs - entry.sinceMs <= 2 * mostMs) return entry;
    entries.delete(key);
    return undefined;
  }

  return {
    waitMs(key, nowMs) {
      const entry = entryOf(key, nowMs);
      return entry === undefined ? 0 : Math.max(0, entry.sinceMs + entry.forMs - nowMs);
    },
    next(key, nowMs) {
      const entry = entryOf(key, nowMs);
      entries.set(key, { sinceMs: nowMs, forMs: entry === undefined ? firstMs : Math.min(mostMs, entry.forMs * 2) });
    },
  };
}
