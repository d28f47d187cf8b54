/** Counts instead of sets: a key is dirty while more additions were made than passes have begun with. */
import { createRateLimiter, type Timer, type WorkQueue, type WorkQueueOptions } from 'converge/sdk';

interface Key {
  /** How often it was added. */
  wanted: number;
  /** What `wanted` was when a worker last took it. */
  begun: number;
  isTaken: boolean;
}

export function createWorkQueue({ clock, onAvailable, rateLimiter = createRateLimiter(clock) }: WorkQueueOptions): WorkQueue {
  const keys = new Map<string, Key>();
  const line: string[] = [];
  const waits = new Map<string, { readonly at: number; readonly timer: Timer }>();
  let isOpen = true;
  const isDirty = ({ wanted, begun }: Key): boolean => wanted > begun;
  const named = (wanted: (key: Key) => boolean): ReadonlySet<string> => new Set([...keys].flatMap(([name, key]) => (wanted(key) ? [name] : [])));
  const offer = (name: string): void => {
    line.push(name);
    onAvailable?.();
  };
  const add = (name: string): void => {
    if (!isOpen) return;
    const key = keys.get(name) ?? { wanted: 0, begun: 0, isTaken: false };
    keys.set(name, key);
    const wasDirty = isDirty(key);
    key.wanted += 1;
    if (!wasDirty && !key.isTaken) offer(name);
  };
  const addAfter = (name: string, delayMs: number): void => {
    if (!isOpen) return;
    if (delayMs <= 0) return add(name);
    const at = clock.now() + delayMs;
    const earlier = waits.get(name);
    if (earlier !== undefined && earlier.at <= at) return;
    earlier?.timer.cancel();
    const due = (): void => {
      waits.delete(name);
      add(name);
    };
    waits.set(name, { at, timer: clock.after(delayMs, due, { background: delayMs >= 10_000 }) });
  };
  return {
    add,
    addAfter,
    addRateLimited: (name) => addAfter(name, rateLimiter.delayMs(name)),
    forget: rateLimiter.forget,
    failures: rateLimiter.failures,
    get() {
      if (!isOpen) return undefined;
      const name = line.shift();
      const key = name === undefined ? undefined : keys.get(name);
      if (key === undefined) return undefined;
      key.begun = key.wanted;
      key.isTaken = true;
      return name;
    },
    done(name) {
      const key = keys.get(name);
      if (key === undefined) return;
      key.isTaken = false;
      if (!isDirty(key)) keys.delete(name);
      else if (isOpen) offer(name);
    },
    length: () => line.length,
    status: () => ({ queued: line, processing: named(({ isTaken }) => isTaken), dirty: named(isDirty), waiting: waits }),
    shutDown() {
      isOpen = false;
      for (const { timer } of waits.values()) timer.cancel();
      waits.clear();
    },
  };
}
