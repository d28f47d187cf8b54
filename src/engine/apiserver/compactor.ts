/** Lets etcd forget: every interval it compacts to where the store was one interval earlier (upstream: etcd3/compact.go). */
import type { Etcd } from '../etcd/index.ts';
import type { Clock, Timer } from '../kernel/index.ts';

/** Starts it; returns what stops it. An interval of 0 never compacts. */
export function startCompactor(clock: Clock, etcd: Etcd, intervalMs: number): () => void {
  if (intervalMs <= 0) return () => undefined;
  let earlier = 0;
  let timer: Timer;

  function tick(): void {
    const { revision, compactRevision } = etcd.status();
    if (earlier > compactRevision) etcd.compact(earlier, () => undefined);
    earlier = revision;
    timer = clock.after(intervalMs, tick, { background: true });
  }

  timer = clock.after(intervalMs, tick, { background: true });
  return () => timer.cancel();
}
