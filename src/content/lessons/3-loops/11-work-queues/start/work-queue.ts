/** The queue between a controller's watches and its workers. */
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
  readonly waiting: Map<string, Wait>;
  open: boolean;
}

interface Wait {
  readonly at: number;
  readonly timer: Timer;
}

/** A watch has seen a change of this key. */
function add(queue: Queue, key: string): void {
  if (!queue.open) return;
  // Yours. Is it queued already? Does a worker have it?
  queue.queued.push(key);
  queue.onAvailable?.();
}

/** A worker asks for a key. */
function get(queue: Queue): string | undefined {
  if (!queue.open) return undefined;
  // Yours. What is true of the key from now on?
  return queue.queued.shift();
}

/** A worker gives its key back. */
function done(queue: Queue, key: string): void {
  // Yours. What if it was added while the worker had it?
  // Here nothing is queued once the queue is shut down;
  // client-go’s still hands out what is left.

}

/** Of several waits of one key the earliest counts. */
function addAfter(queue: Queue, key: string, ms: number): void {
  const { clock, waiting, open } = queue;
  if (!open) return;
  if (ms <= 0) return add(queue, key);
  const at = clock.now() + ms;
  const planned = waiting.get(key);
  if (planned !== undefined && planned.at <= at) return;
  planned?.timer.cancel();
  const timer = clock.after(ms, () => {
    waiting.delete(key);
    add(queue, key);
  }, { background: ms >= 10_000 });
  waiting.set(key, { at, timer });
}

export function createWorkQueue({
  clock, onAvailable, rateLimiter = createRateLimiter(clock),
}: WorkQueueOptions): WorkQueue {
  const queue: Queue = {
    clock, onAvailable, queued: [], open: true,
    dirty: new Set(), processing: new Set(), waiting: new Map(),
  };
  const limited = (key: string) =>
    addAfter(queue, key, rateLimiter.delayMs(key));
  return {
    add: (key) => add(queue, key),
    get: () => get(queue),
    done: (key) => done(queue, key),
    addAfter: (key, ms) => addAfter(queue, key, ms),
    addRateLimited: limited,
    forget: rateLimiter.forget,
    failures: rateLimiter.failures,
    length: () => queue.queued.length,
    status: () => queue,
    shutDown() {
      queue.open = false;
      for (const { timer } of queue.waiting.values())
        timer.cancel();
      queue.waiting.clear();
    },
  };
}
