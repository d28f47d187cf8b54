import type { Clock, Timer } from '../kernel/index.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';

/**
 * A queue of keys that wait to be processed. Three guarantees make it the heart of every controller:
 *
 * 1. However often a key is added while it waits, it is handed out once.
 * 2. A key is never with two workers at a time.
 * 3. A key added while a worker has it is handed out again afterwards, so no change is lost.
 *
 * (client-go util/workqueue)
 */
export interface WorkQueue {
  add(key: string): void;
  /**
   * Adds the key after a wait. Of several waits of one key the earliest counts. By default a wait is `background` from ten
   * seconds on: shorter ones keep the cluster from being called quiet.
   */
  addAfter(key: string, delayMs: number, options?: { readonly background?: boolean }): void;
  /** Adds the key after a wait that doubles with each failure: 5 ms, 10 ms … 1000 s. */
  addRateLimited(key: string): void;
  /** The key succeeded: its next failure waits 5 ms again. */
  forget(key: string): void;
  /** Failures in a row. */
  failures(key: string): number;
  /** Hands out the longest waiting key, which must be given back with `done`. */
  get(): string | undefined;
  done(key: string): void;
  /** Keys that `get` would hand out. */
  length(): number;
  /** What it holds, for views: live data, not to be changed. */
  status(): WorkQueueStatus;
  /** From now on nothing is added or handed out. */
  shutDown(): void;
}

export interface WorkQueueStatus {
  /** In the order they will be handed out. */
  readonly queued: readonly string[];
  /** Handed out and not yet done; those that are also dirty will be handed out again. */
  readonly processing: ReadonlySet<string>;
  readonly dirty: ReadonlySet<string>;
  /** `at`: milliseconds since the epoch. */
  readonly waiting: ReadonlyMap<string, { readonly at: number }>;
}

export interface WorkQueueOptions {
  readonly clock: Clock;
  /** Called when a key has become available to `get`. */
  readonly onAvailable?: () => void;
  /** client-go's default limiter if absent. */
  readonly rateLimiter?: RateLimiter;
}

/** Waits shorter than this keep the cluster from being called quiet: a retry is about to come. */
export const foregroundWaitMs = 10_000;

/** What a queue holds: client-go's own sets, which say of each key where it stands. */
interface Queue {
  readonly clock: Clock;
  readonly onAvailable: (() => void) | undefined;
  /** Keys that wait to be handed out, oldest first. */
  queued: string[];
  /** Index of the oldest key in `queued`: those before it have been handed out. */
  head: number;
  /** Keys that need processing, whether they are queued or are being processed and must be processed again. */
  readonly dirty: Set<string>;
  /** Keys handed out and not yet done. */
  readonly processing: Set<string>;
  /** Keys to be added later. */
  readonly waiting: Map<string, Wait>;
  open: boolean;
}

interface Wait {
  readonly at: number;
  readonly timer: Timer;
  readonly background: boolean;
}

/**
 * Creates an empty queue. No union of states: the two sets `dirty` and `processing` are upstream's, and a reader who compares the two
 * finds the same three guarantees in the same places.
 */
export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
  const { clock, onAvailable, rateLimiter = createRateLimiter(clock) } = options;
  const queue: Queue = {
    clock,
    onAvailable,
    queued: [],
    head: 0,
    dirty: new Set(),
    processing: new Set(),
    waiting: new Map(),
    open: true,
  };
  const { processing, dirty, waiting } = queue;
  return {
    add: (key) => add(queue, key),
    addAfter: (key, delayMs, waits) => addAfter(queue, key, delayMs, waits),
    addRateLimited: (key) => addAfter(queue, key, rateLimiter.delayMs(key)),
    forget: rateLimiter.forget,
    failures: rateLimiter.failures,
    get: () => take(queue),
    done(key) {
      processing.delete(key);
      if (queue.open && dirty.has(key)) makeAvailable(queue, key);
    },
    length: () => queue.queued.length - queue.head,
    status: () => ({ queued: queue.queued.slice(queue.head), processing, dirty, waiting }),
    shutDown() {
      queue.open = false;
      for (const { timer } of waiting.values()) timer.cancel();
      waiting.clear();
    },
  };
}

function makeAvailable(queue: Queue, key: string): void {
  queue.queued.push(key);
  queue.onAvailable?.();
}

function add(queue: Queue, key: string): void {
  if (!queue.open || queue.dirty.has(key)) return;
  queue.dirty.add(key);
  // A worker has it: `done` will queue it, so that no second worker gets it meanwhile.
  if (!queue.processing.has(key)) makeAvailable(queue, key);
}

function addAfter(queue: Queue, key: string, delayMs: number, waits: { readonly background?: boolean } = {}): void {
  const { clock, waiting } = queue;
  if (!queue.open) return;
  if (delayMs <= 0) {
    add(queue, key);
    return;
  }
  const planned = waiting.get(key);
  const background = waits.background ?? delayMs >= foregroundWaitMs;
  const later = clock.now() + delayMs;
  const at = planned === undefined ? later : Math.min(later, planned.at);
  if (planned !== undefined) {
    // The earlier one counts, and it is awaited when either is.
    if (planned.at <= later && (background || !planned.background)) return;
    planned.timer.cancel();
  }
  const due = (): void => {
    waiting.delete(key);
    add(queue, key);
  };
  waiting.set(key, { at, timer: clock.after(at - clock.now(), due, { background }), background });
}

function take(queue: Queue): string | undefined {
  const key = queue.queued[queue.head];
  if (!queue.open || key === undefined) return undefined;
  queue.head += 1;
  if (queue.head === queue.queued.length) {
    queue.queued = [];
    queue.head = 0;
  }
  queue.dirty.delete(key);
  queue.processing.add(key);
  return key;
}
