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

/** Creates an empty queue. */
export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
  const { clock, onAvailable } = options;
  const rateLimiter = options.rateLimiter ?? createRateLimiter(clock);
  /** Keys that wait to be handed out, oldest first. */
  let queued: string[] = [];
  /** Index of the oldest key in `queued`: those before it have been handed out. */
  let head = 0;
  /** Keys that need processing, whether they are queued or are being processed and must be processed again. */
  const dirty = new Set<string>();
  /** Keys handed out and not yet done. */
  const processing = new Set<string>();
  /** Keys to be added later. */
  const waiting = new Map<string, { readonly at: number; readonly timer: Timer; readonly background: boolean }>();
  let open = true;

  function makeAvailable(key: string): void {
    queued.push(key);
    onAvailable?.();
  }

  function add(key: string): void {
    if (!open || dirty.has(key)) return;
    dirty.add(key);
    // A worker has it: `done` will put it in queued, so that no second worker gets it meanwhile.
    if (!processing.has(key)) makeAvailable(key);
  }

  function addAfter(key: string, delayMs: number, waits: { readonly background?: boolean } = {}): void {
    if (!open) return;
    if (delayMs <= 0) {
      add(key);
      return;
    }
    let at = clock.now() + delayMs;
    const planned = waiting.get(key);
    const background = waits.background ?? delayMs >= foregroundWaitMs;
    if (planned !== undefined) {
      // The earlier one counts, and it is awaited when either is.
      if (planned.at <= at && (background || !planned.background)) return;
      planned.timer.cancel();
      at = Math.min(at, planned.at);
    }
    const timer = clock.after(
      at - clock.now(),
      () => {
        waiting.delete(key);
        add(key);
      },
      { background },
    );
    waiting.set(key, { at, timer, background });
  }

  function get(): string | undefined {
    const key = queued[head];
    if (!open || key === undefined) return undefined;
    head += 1;
    if (head === queued.length) {
      queued = [];
      head = 0;
    }
    dirty.delete(key);
    processing.add(key);
    return key;
  }

  function done(key: string): void {
    processing.delete(key);
    if (open && dirty.has(key)) makeAvailable(key);
  }

  return {
    add,
    addAfter,
    addRateLimited: (key) => addAfter(key, rateLimiter.delayMs(key)),
    forget: rateLimiter.forget,
    failures: rateLimiter.failures,
    get,
    done,
    length: () => queued.length - head,
    status: () => ({ queued: queued.slice(head), processing, dirty, waiting }),
    shutDown() {
      open = false;
      for (const { timer } of waiting.values()) timer.cancel();
      waiting.clear();
    },
  };
}
