/**
 * The program under test as a process of a universe: what its code does, timers and answers included, carries it along, so that the code sees
 * the universe's time, and nothing of it runs on after a crash.
 */
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { Kernel } from '../engine/index.ts';

/** What runs now, and all that it has started, belongs to this program; undefined: to the test or to Node. */
const running = new AsyncLocalStorage<Program>();

/** The program that the code which calls this belongs to, while it lives or after its end. */
export const currentProgram = (): Program | undefined => running.getStore();

export interface ProgramOptions {
  /** Of the universe: `controller/operator` in the trace. */
  readonly component: string;
  readonly kernel: Pick<Kernel, 'clock' | 'random' | 'trace' | 'unsettled'>;
  /** It has thrown where no code of its own catches. A process of Node ends of that. */
  failed(error: unknown): void;
}

export interface ProgramTimer {
  cancel(): void;
}

export class Program {
  readonly component: string;
  readonly random: () => number;
  readonly #options: ProgramOptions;
  readonly #atEnd = new Set<() => void>();
  #alive = true;
  #cause = 0;

  constructor(options: ProgramOptions) {
    this.#options = options;
    this.component = options.component;
    const random = options.kernel.random.fork('program');
    this.random = () => random.next();
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** The trace event that the code acts on: what it was handed last. */
  get cause(): number {
    return this.#cause;
  }

  /** Virtual milliseconds since the Unix epoch. */
  now(): number {
    return this.#options.kernel.clock.now();
  }

  /** The code has done something that may be answered, such as sending a request. */
  touch(): void {
    this.#options.kernel.unsettled();
  }

  /** Hands something to the code: runs it as the program, unless it has ended. `what` stands in the trace, as the cause of what comes of it. */
  run(what: string | undefined, work: () => void): void {
    if (!this.#alive) return;
    this.touch();
    const { trace } = this.#options.kernel;
    if (what !== undefined) this.#cause = trace.record({ component: this.component, type: 'note', what });
    try {
      running.run(this, work);
    } catch (error) {
      this.fail(error);
    }
  }

  /** What the code prints stands in the trace. */
  log(text: string): void {
    this.#options.kernel.trace.record({ component: this.component, type: 'note', what: `logs ${text.split('\n')[0]}`, cause: this.#cause });
  }

  /** Its code has thrown, or rejected, where nothing catches. */
  fail(error: unknown): void {
    this.#options.failed(error);
  }

  /** A timer of the code's. Asynchronous contexts of its own come back with it. */
  after(delayMs: number, work: () => void): ProgramTimer {
    const bound = AsyncResource.bind(work);
    // A timer without a delay takes a millisecond, as in Node: one that sets itself again would never let time pass.
    return this.#options.kernel.clock.after(Math.max(1, delayMs || 0), () => this.run(undefined, bound), { background: true });
  }

  /** Called once, when it ends. Returns what takes that back. */
  onEnd(end: () => void): () => void {
    this.#atEnd.add(end);
    return () => void this.#atEnd.delete(end);
  }

  /** Nothing of it runs any more, and its requests under way hang up. What it holds in variables of its modules stays, alas. */
  end(): void {
    if (!this.#alive) return;
    this.#alive = false;
    for (const each of [...this.#atEnd]) each();
    this.#atEnd.clear();
  }
}
