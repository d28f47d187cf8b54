import { type Clock, epochMs, type Timer } from './clock.ts';
import { createEventQueue, type Scheduled } from './event-queue.ts';
import { createNetwork, type Network } from './network.ts';
import { createRandom, type Random } from './random.ts';
import { createTrace, type Trace } from './trace.ts';

export interface KernelOptions {
  readonly seed: number | string;
  /** One turn of the platform's macrotask queue (`setImmediate`, a `MessageChannel`), in which all promises settle. */
  readonly settle: () => Promise<void>;
  /** Trace events remembered; 20,000 unless told. */
  readonly traceCapacity?: number;
  /** Where the clock begins, milliseconds since the Unix epoch; `epochMs` of clock.ts unless told. */
  readonly startMs?: number;
}

export interface RunOptions {
  /** Stop when the clock has reached this (milliseconds since the epoch); the clock then stands there. */
  readonly until?: number;
  /** Stop as soon as nothing but background waits is left. */
  readonly quiet?: boolean;
  /** Stop when this turns false; asked after every instant. */
  readonly while?: () => boolean;
  /** At most this many instants. */
  readonly instants?: number;
}

/** Why a run ended. `idle`: nothing is left to run at all. */
export type RunEnd = 'until' | 'quiet' | 'while' | 'instants' | 'interrupted' | 'idle';

/** Owner of time and chance. Everything that waits, sends or draws does it through here. */
export interface Kernel {
  readonly clock: Clock;
  readonly random: Random;
  readonly network: Network;
  readonly trace: Trace;
  /** Says that promises were resolved or async code was started: the instant isn't over before they have settled. */
  unsettled(): void;
  /**
   * Runs whole instants (all events of one time, and what they led to at that same time). One run at a time. Rejects with what an
   * event threw, once the instant's other events have run; the next run goes on behind it.
   */
  run(options: RunOptions): Promise<RunEnd>;
  /** Ends the current run after its present instant. */
  interrupt(): void;
  /** True when nothing but background waits is pending. */
  quiet(): boolean;
}

/** A thousand years. What is to happen later never happens. */
const longestWaitMs = 1000 * 365 * 86_400_000;
const never: Timer = { cancel() {} };

/** Creates a kernel at `epochMs` with nothing scheduled. */
export function createKernel(options: KernelOptions): Kernel {
  const queue = createEventQueue();
  const random = createRandom(options.seed);
  let now = options.startMs ?? epochMs;
  let foreground = 0;
  let unsettled = false;
  let running = false;
  let interrupted = false;
  /** What an event threw: the instant goes on without it, then the run ends with it. */
  let thrown: { readonly error: unknown } | undefined;
  const trace = createTrace(() => now, options.traceCapacity ?? 20_000);

  function cancel(event: Scheduled): void {
    if (event.run === undefined) return;
    event.run = undefined;
    if (!event.background) foreground -= 1;
  }

  const clock: Clock = {
    now: () => now,
    after(delayMs, run, timer): Timer {
      // A time that no number can say would stop every clock that compares with it.
      if (Number.isNaN(delayMs)) throw new RangeError('a timer needs a number of milliseconds');
      if (delayMs > longestWaitMs) return never;
      const background = timer?.background === true;
      const event: Scheduled = {
        time: now + Math.max(0, Math.ceil(delayMs)),
        run,
        background,
        cause: trace.current,
      };
      if (!background) foreground += 1;
      queue.push(event);
      return { cancel: () => cancel(event) };
    },
  };

  function runEventsDue(time: number): void {
    for (let event = queue.peek(); event !== undefined && event.time <= time; event = queue.peek()) {
      queue.pop();
      const run = event.run;
      cancel(event);
      trace.current = event.cause;
      try {
        run?.();
      } catch (error) {
        thrown ??= { error };
      }
    }
    trace.current = 0;
  }

  /** All events of the next time. The queue may hold more for that very time after promises have settled. */
  async function runInstant(time: number): Promise<void> {
    now = time;
    runEventsDue(time);
    while (unsettled) {
      unsettled = false;
      await options.settle();
      runEventsDue(time);
    }
    if (thrown === undefined) return;
    const { error } = thrown;
    thrown = undefined;
    throw error;
  }

  async function loop(run: RunOptions): Promise<RunEnd> {
    if (unsettled) await runInstant(now);
    for (let instants = 0; ; instants += 1) {
      if (run.while?.() === false) return 'while';
      if (interrupted) return 'interrupted';
      if (run.quiet === true && foreground === 0) return 'quiet';
      if (run.instants !== undefined && instants >= run.instants) return 'instants';
      const next = queue.peek();
      if (run.until !== undefined && (next === undefined || next.time > run.until)) {
        now = Math.max(now, run.until);
        return 'until';
      }
      if (next === undefined) return 'idle';
      await runInstant(next.time);
    }
  }

  return {
    clock,
    random,
    trace,
    network: createNetwork(clock, random.fork('network')),
    unsettled() {
      unsettled = true;
    },
    async run(run) {
      if (running) throw new Error('the kernel is already running: one run at a time');
      running = true;
      interrupted = false;
      try {
        return await loop(run);
      } finally {
        running = false;
      }
    },
    interrupt() {
      interrupted = true;
    },
    quiet: () => foreground === 0 && !unsettled,
  };
}
