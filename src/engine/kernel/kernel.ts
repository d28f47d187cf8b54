import { type Clock, epochMs, type Timer } from './clock.ts';
import { createEventQueue, type EventQueue, type Scheduled } from './event-queue.ts';
import { createNetwork, type Network } from './network.ts';
import { createRandom, type Random } from './random.ts';
import { createTrace, type Trace } from './trace.ts';

export interface KernelOptions {
  readonly seed: number | string;
  /** One turn of the platform's macrotask queue (`setImmediate`, a `MessageChannel`), in which all promises settle. */
  readonly settle: () => Promise<void>;
  /** Trace events remembered; 20,000 by default. */
  readonly traceCapacity?: number;
  /** Where the clock begins, milliseconds since the Unix epoch; `epochMs` of clock.ts by default. */
  readonly startMs?: number;
}

export interface RunOptions {
  /** Stop when the clock has reached this (milliseconds since the epoch); the clock then stands there. */
  readonly until?: number;
  /** Stop as soon as nothing but background waits is left. */
  readonly quiet?: boolean;
  /** Stop when this turns false; called after every instant. */
  readonly while?: () => boolean;
  /** At most this many instants. */
  readonly instants?: number;
}

/** Why a run ended. `idle`: nothing is left to run at all. */
export type RunEnd = 'until' | 'quiet' | 'while' | 'instants' | 'interrupted' | 'idle';

/** Owner of time and random numbers. Everything that waits, sends or draws does it through here. */
export interface Kernel {
  readonly clock: Clock;
  readonly random: Random;
  readonly network: Network;
  readonly trace: Trace;
  /** Reports that promises were resolved or async code was started: the instant isn't over before they have settled. */
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
  /** When the next event is due that isn't a background wait, and the next that is: milliseconds since the epoch. */
  due(): { readonly foregroundMs: number | undefined; readonly backgroundMs: number | undefined };
}

/** A thousand years. What is to happen later never happens. */
const longestWaitMs = 1000 * 365 * 86_400_000;
/** So many events of one time, then promises settle and the platform has a turn: it is never held for long. */
const eventsATurn = 32;
const never: Timer = { cancel() {} };

/** What one kernel remembers. */
interface State {
  readonly queue: EventQueue;
  readonly trace: Trace;
  readonly settle: () => Promise<void>;
  now: number;
  /** Events pending that aren't background waits. */
  foreground: number;
  /** Promises are about to settle. */
  unsettled: boolean;
  /** `interrupted`: the run under way ends after its present instant. */
  activity: 'idle' | 'running' | 'interrupted';
  /** What an event threw: the instant goes on without it, then the run ends with it. */
  thrown: { readonly error: unknown } | undefined;
}

/** Creates a kernel at `epochMs` with nothing scheduled. */
export function createKernel(options: KernelOptions): Kernel {
  const random = createRandom(options.seed);
  const state: State = {
    queue: createEventQueue(),
    trace: createTrace(() => state.now, options.traceCapacity ?? 20_000),
    settle: options.settle,
    now: options.startMs ?? epochMs,
    foreground: 0,
    unsettled: false,
    activity: 'idle',
    thrown: undefined,
  };
  const clock: Clock = {
    now: () => state.now,
    after: (delayMs, run, timer) => after(state, delayMs, run, timer?.background === true),
  };
  return {
    clock,
    random,
    trace: state.trace,
    network: createNetwork(clock, random.fork('network')),
    unsettled() {
      state.unsettled = true;
    },
    async run(run) {
      if (state.activity !== 'idle') throw new Error('the kernel is already running: one run at a time');
      state.activity = 'running';
      try {
        return await loop(state, run);
      } finally {
        state.activity = 'idle';
      }
    },
    interrupt() {
      if (state.activity === 'running') state.activity = 'interrupted';
    },
    quiet: () => state.foreground === 0 && !state.unsettled,
    due: () => ({ foregroundMs: state.queue.earliest(false), backgroundMs: state.queue.earliest(true) }),
  };
}

function after(state: State, delayMs: number, run: () => void, background: boolean): Timer {
  // A time that no number can say would stop every clock that compares with it.
  if (Number.isNaN(delayMs)) throw new RangeError('a timer needs a number of milliseconds');
  if (delayMs > longestWaitMs) return never;
  const event: Scheduled = {
    time: state.now + Math.max(0, Math.ceil(delayMs)),
    run,
    background,
    cause: state.trace.current,
  };
  if (!background) state.foreground += 1;
  state.queue.push(event);
  return { cancel: () => cancel(state, event) };
}

function cancel(state: State, event: Scheduled): void {
  if (event.run === undefined) return;
  event.run = undefined;
  if (!event.background) state.foreground -= 1;
}

/** Whether there may be more: so many have run that the platform gets a turn. */
function runEventsDue(state: State, time: number): boolean {
  const { queue, trace } = state;
  let left = eventsATurn;
  for (let event = queue.peek(); event !== undefined && event.time <= time; event = queue.peek()) {
    if (left === 0) break;
    left -= 1;
    queue.pop();
    const run = event.run;
    cancel(state, event);
    trace.current = event.cause;
    try {
      run?.();
    } catch (error) {
      state.thrown ??= { error };
    }
  }
  trace.current = 0;
  return left === 0;
}

/** All events of the next time. The queue may hold more for that very time after promises have settled. */
async function runInstant(state: State, time: number): Promise<void> {
  state.now = time;
  let more = runEventsDue(state, time);
  while (more || state.unsettled) {
    state.unsettled = false;
    await state.settle();
    more = runEventsDue(state, time);
  }
  if (state.thrown === undefined) return;
  const { error } = state.thrown;
  state.thrown = undefined;
  throw error;
}

async function loop(state: State, run: RunOptions): Promise<RunEnd> {
  if (state.unsettled) await runInstant(state, state.now);
  for (let instants = 0; ; instants += 1) {
    if (run.while?.() === false) return 'while';
    if (state.activity === 'interrupted') return 'interrupted';
    if (run.quiet === true && state.foreground === 0) return 'quiet';
    if (run.instants !== undefined && instants >= run.instants) return 'instants';
    const next = state.queue.peek();
    if (run.until !== undefined && (next === undefined || next.time > run.until)) {
      state.now = Math.max(state.now, run.until);
      return 'until';
    }
    if (next === undefined) return 'idle';
    await runInstant(state, next.time);
  }
}
