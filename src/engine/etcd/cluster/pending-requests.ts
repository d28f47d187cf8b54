/** Requests that wait for their entry to be committed; each at most as long as etcd waits (server/config: 5 s and two election timeouts). */
import type { Clock, Timer } from '../../kernel/index.ts';

export const requestTimeoutMs = 7000;

export interface PendingRequests<T> {
  add(id: number, done: T): void;
  /** The one that waits under an id, no longer. */
  take(id: number): T | undefined;
  has(id: number): boolean;
  /** Forgets all. */
  clear(): readonly T[];
  size(): number;
}

/** `expired` is called for each that waited too long, with the time it began. While any waits, the cluster isn't quiet. */
export function createPendingRequests<T>(clock: Clock, expired: (done: T, since: number) => void): PendingRequests<T> {
  /** Oldest first. */
  const entries = new Map<number, { readonly done: T; readonly since: number }>();
  let timer: Timer | undefined;

  function arm(): void {
    const [oldest] = entries.values();
    if (oldest === undefined) return;
    timer = clock.after(oldest.since + requestTimeoutMs - clock.now(), () => {
      timer = undefined;
      const now = clock.now();
      for (const [id, { done, since }] of entries) {
        if (since + requestTimeoutMs > now) break;
        entries.delete(id);
        expired(done, since);
      }
      if (timer === undefined) arm();
    });
  }

  return {
    add(id, done) {
      entries.set(id, { done, since: clock.now() });
      if (timer === undefined) arm();
    },
    take(id) {
      const entry = entries.get(id);
      if (entry === undefined) return undefined;
      entries.delete(id);
      if (entries.size === 0) {
        timer?.cancel();
        timer = undefined;
      }
      return entry.done;
    },
    has: (id) => entries.has(id),
    clear() {
      const all = [...entries.values()].map(({ done }) => done);
      entries.clear();
      timer?.cancel();
      timer = undefined;
      return all;
    },
    size: () => entries.size,
  };
}
