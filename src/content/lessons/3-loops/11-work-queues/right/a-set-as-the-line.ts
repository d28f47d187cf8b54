/** A class whose line is a Set: it keeps the order in which keys came, and holds each once. */
import { type Clock, createRateLimiter, type RateLimiter, type Timer, type WorkQueue, type WorkQueueOptions, type WorkQueueStatus } from 'converge/sdk';

class SetQueue implements WorkQueue {
  readonly #clock: Clock;
  readonly #wake: () => void;
  readonly #limiter: RateLimiter;
  readonly #line = new Set<string>();
  readonly #taken = new Set<string>();
  /** Keys that were added while a worker had them. */
  readonly #again = new Set<string>();
  readonly #later = new Map<string, { readonly at: number; readonly timer: Timer }>();
  #isClosed = false;

  constructor({ clock, onAvailable = () => {}, rateLimiter = createRateLimiter(clock) }: WorkQueueOptions) {
    this.#clock = clock;
    this.#wake = onAvailable;
    this.#limiter = rateLimiter;
  }

  add(key: string): void {
    if (this.#isClosed) return;
    if (this.#taken.has(key)) {
      this.#again.add(key);
      return;
    }
    const before = this.#line.size;
    this.#line.add(key);
    if (this.#line.size > before) this.#wake();
  }

  addAfter(key: string, delayMs: number, { background = delayMs >= 10_000 } = {}): void {
    if (this.#isClosed) return;
    if (delayMs <= 0) {
      this.add(key);
      return;
    }
    const at = this.#clock.now() + delayMs;
    const known = this.#later.get(key);
    if (known !== undefined && known.at <= at) return;
    known?.timer.cancel();
    const due = (): void => {
      this.#later.delete(key);
      this.add(key);
    };
    this.#later.set(key, { at, timer: this.#clock.after(delayMs, due, { background }) });
  }

  addRateLimited(key: string): void {
    this.addAfter(key, this.#limiter.delayMs(key));
  }

  forget(key: string): void {
    this.#limiter.forget(key);
  }

  failures(key: string): number {
    return this.#limiter.failures(key);
  }

  get(): string | undefined {
    const [key] = this.#line;
    if (this.#isClosed || key === undefined) return undefined;
    this.#line.delete(key);
    this.#taken.add(key);
    return key;
  }

  done(key: string): void {
    this.#taken.delete(key);
    if (this.#again.delete(key)) this.add(key);
  }

  length(): number {
    return this.#line.size;
  }

  status(): WorkQueueStatus {
    return { queued: [...this.#line], processing: this.#taken, dirty: new Set([...this.#line, ...this.#again]), waiting: this.#later };
  }

  shutDown(): void {
    this.#isClosed = true;
    for (const { timer } of this.#later.values()) timer.cancel();
    this.#later.clear();
  }
}

export const createWorkQueue = (options: WorkQueueOptions): WorkQueue => new SetQueue(options);
