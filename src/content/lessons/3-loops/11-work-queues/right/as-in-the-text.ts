/** The three rules, one after another. */
import {
  type Clock, createRateLimiter, type Timer,
  type WorkQueue, type WorkQueueOptions,
} from 'converge/sdk';

interface Queue {
  readonly clock: Clock;
  readonly onAvailable: (() => void) | undefined;
  /** Keys that `get` hands out, oldest first. */
  readonly queued: string[];
  /** Keys that need a pass. */
  readonly dirty: Set<string>;
  /** Keys that a worker has. */
  readonly processing: Set<string>;
  /** Keys to be added later. */
  readonly waiting: Map<string, { at: number; timer: Timer }>;
  open: boolean;
}

/** A watch has seen a change of this key. */
function add(queue: Queue, key: string): void {
  if (!queue.open) return;
  if (queue.dirty.has(key)) return;
  queue.dirty.add(key);
  if (queue.processing.has(key)) return;
  queue.queued.push(key);
  queue.onAvailable?.();
}

/** A worker asks for a key. */
function get(queue: Queue): string | undefined {
  if (!queue.open) return undefined;
  const key = queue.queued.shift();
  if (key === undefined) return undefined;
  queue.dirty.delete(key);
  queue.processing.add(key);
  return key;
}

/** A worker gives its key back. */
function done(queue: Queue, key: string): void {
  queue.processing.delete(key);
  if (!queue.open || !queue.dirty.has(key)) return;
  queue.queued.push(key);
  queue.onAvailable?.();
}

/** Adds the key after a wait. Of several waits the earliest counts. */
function addAfter(queue: Queue, key: string, delayMs: number): void {
  const { clock, waiting, open } = queue;
  if (!open) return;
  if (delayMs <= 0) return add(queue, key);
  const at = clock.now() + delayMs;
  const planned = waiting.get(key);
  if (planned !== undefined && planned.at <= at) return;
  planned?.timer.cancel();
  const timer = clock.after(delayMs, () => {
    waiting.delete(key);
    add(queue, key);
  }, { background: delayMs >= 10_000 });
  waiting.set(key, { at, timer });
}

export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
  const { clock, onAvailable } = options;
  const limiter = options.rateLimiter ?? createRateLimiter(clock);
  const queue: Queue = {
    clock, onAvailable, queued: [], open: true,
    dirty: new Set(), processing: new Set(), waiting: new Map(),
  };
  return {
    add: (key) => add(queue, key),
    get: () => get(queue),
    done: (key) => done(queue, key),
    addAfter: (key, delayMs) => addAfter(queue, key, delayMs),
    addRateLimited: (key) => addAfter(queue, key, limiter.delayMs(key)),
    forget: limiter.forget,
    failures: limiter.failures,
    length: () => queue.queued.length,
    status: () => queue,
    shutDown() {
      queue.open = false;
      for (const { timer } of queue.waiting.values()) timer.cancel();
      queue.waiting.clear();
    },
  };
}
