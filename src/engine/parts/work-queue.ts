/** The queue of keys between a controller's watches and its workers. (client-go util/workqueue) */
import { type Clock, createRateLimiter, type Timer, type WorkQueue, type WorkQueueOptions } from 'converge/sdk';

/** Waits shorter than this keep the cluster from being called quiet: a retry is about to come. */
const foregroundWaitMs = 10_000;

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
