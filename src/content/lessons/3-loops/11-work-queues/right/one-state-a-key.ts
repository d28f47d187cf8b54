/** One state for each key instead of two sets. */
import { createRateLimiter, type Timer, type WorkQueue, type WorkQueueOptions } from 'converge/sdk';

type State = 'queued' | 'processing' | 'again';

export function createWorkQueue({ clock, onAvailable, rateLimiter = createRateLimiter(clock) }: WorkQueueOptions): WorkQueue {
  const states = new Map<string, State>();
  let line: string[] = [];
  const waits = new Map<string, { at: number; timer: Timer }>();
  let closed = false;
  function enqueue(key: string): void {
    states.set(key, 'queued');
    line.push(key);
    onAvailable?.();
  }
  function add(key: string): void {
    if (closed) return;
    const state = states.get(key);
    if (state === undefined) enqueue(key);
    else if (state === 'processing') states.set(key, 'again');
  }
  function addAfter(key: string, delayMs: number): void {
    if (closed) return;
    if (delayMs <= 0) return add(key);
    const at = clock.now() + delayMs;
    const known = waits.get(key);
    if (known && known.at <= at) return;
    known?.timer.cancel();
    const timer = clock.after(delayMs, () => {
      waits.delete(key);
      add(key);
    }, { background: delayMs >= 10_000 });
    waits.set(key, { at, timer });
  }
  const inState = (...wanted: readonly State[]) => new Set([...states].filter(([, state]) => wanted.includes(state)).map(([key]) => key));
  return {
    add,
    addAfter,
    addRateLimited: (key) => addAfter(key, rateLimiter.delayMs(key)),
    forget: rateLimiter.forget,
    failures: rateLimiter.failures,
    get() {
      const [key, ...rest] = line;
      if (closed || key === undefined) return undefined;
      line = rest;
      states.set(key, 'processing');
      return key;
    },
    done(key) {
      const again = states.get(key) === 'again';
      states.delete(key);
      if (again && !closed) enqueue(key);
    },
    length: () => line.length,
    status: () => ({ queued: line, processing: inState('processing', 'again'), dirty: inState('queued', 'again'), waiting: waits }),
    shutDown() {
      closed = true;
      for (const { timer } of waits.values()) timer.cancel();
      waits.clear();
    },
  };
}
