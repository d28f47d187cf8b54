import type { Clock, Timer } from '../kernel/index.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';

/**
 * A queue of keys that wait to be looked at. Three promises make it the heart of every controller:
 *
 * 1. However often a key is added while it waits, it is handed out once.
 * 2. A key is never with two workers at a time.
 * 3. A key added while a worker has it is handed out once more afterwards, so no change is lost.
 *
 * (client-go util/workqueue)
 */
export interface WorkQueue {
  add(key: string): void;
  /**
   * Adds the key after a wait. Of several waits of one key the earliest counts. Unless told, a wait is `background` from ten
   * seconds on: shorter ones keep the cluster from being called quiet.
   */
  addAfter(key: string, delayMs: number, options?: { readonly background?: boolean }): void;
  /** Adds the key after a wait that doubles with each failure: 5 ms, 10 ms … 1000 s. */
  addRateLimited(key: string): void;
  /** The key is well again: its next failure waits 5 ms. */
  forget(key: string): void;
  /** Failures in a row. */
  failures(key: string): number;
  /** Hands out the longest waiting key, which must be given back with `done`. */
  get(): string | undefined;
  done(key: string): void;
  /** Keys that `get` would hand out. */
  length(): number;
  /** What it holds, for who looks: live, not to be changed. */
  look(): WorkQueueLook;
  /** From now on nothing is added or handed out. */
  shutDown(): void;
}

export interface WorkQueueLook {
  /** In the order they will be handed out. */
  readonly line: readonly string[];
  /** Handed out and not yet done; those that are dirty too come again. */
  readonly processing: ReadonlySet<string>;
  readonly dirty: ReadonlySet<string>;
  /** `at`: milliseconds since the epoch. */
  readonly waiting: ReadonlyMap<string, { readonly at: number }>;
}

export interface WorkQueueOptions {
  readonly clock: Clock;
  /** Called when a key has become available to `get`. */
  readonly onAvailable?: () => void;
  /** client-go's default unless told. */
  readonly rateLimiter?: RateLimiter;
}

/** Waits shorter than this keep the cluster from being called quiet: somebody is about to try again. */
export const foregroundWaitMs = 10_000;

/** Creates an empty queue. */
export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
  const { clock, onAvailable } = options;
  const rateLimiter = options.rateLimiter ?? createRateLimiter(clock);
  /** Keys in line. */
  let line: string[] = [];
  /** Where the line begins: what is before has been handed out. */
  let head = 0;
  /** Keys that need a look, whether they stand in line or are being processed and must come back. */
  const dirty = new Set<string>();
  /** Keys handed out and not yet done. */
  const processing = new Set<string>();
  /** Keys to be added later. */
  const waiting = new Map<string, { readonly at: number; readonly timer: Timer; readonly background: boolean }>();
  let open = true;

  function standInLine(key: string): void {
    line.push(key);
    onAvailable?.();
  }

  function add(key: string): void {
    if (!open || dirty.has(key)) return;
    dirty.add(key);
    // A worker has it: `done` will put it in line, so that no second worker gets it meanwhile.
    if (!processing.has(key)) standInLine(key);
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
    const key = line[head];
    if (!open || key === undefined) return undefined;
    head += 1;
    if (head === line.length) {
      line = [];
      head = 0;
    }
    dirty.delete(key);
    processing.add(key);
    return key;
  }

  function done(key: string): void {
    processing.delete(key);
    if (open && dirty.has(key)) standInLine(key);
  }

  return {
    add,
    addAfter,
    addRateLimited: (key) => addAfter(key, rateLimiter.delayMs(key)),
    forget: rateLimiter.forget,
    failures: rateLimiter.failures,
    get,
    done,
    length: () => line.length - head,
    look: () => ({ line: line.slice(head), processing, dirty, waiting }),
    shutDown() {
      open = false;
      for (const { timer } of waiting.values()) timer.cancel();
      waiting.clear();
    },
  };
}
