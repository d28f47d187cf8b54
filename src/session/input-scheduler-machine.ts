/**
 * How an input is scheduled in virtual time, so that its output is the same every time: a state machine without I/O; `input-scheduler.ts`
 * carries out its effects. Times are virtual milliseconds since the session's start.
 *
 * Before: an input that names a time (`at`) that isn't past acts after everything due at it. A cell that names none acts when the
 * cluster is quiet (or after ten virtual minutes without quiet); anything else acts now.
 * Then: time runs until the action is done. A command or script is done when it has ended; it is cut off after ten virtual minutes.
 * Waiting (`kubectl wait`, `rollout status`, `sleep`) is the command's own business. A command that never ends can be interrupted.
 * What is typed at a terminal is done as soon as it is delivered; then time runs until its command has ended, or only waits for events, or
 * for ten virtual minutes. It goes on in the background of what comes next.
 * After: time runs on until the cluster is quiet, but not beyond `notBeyond` (the time the next cell names) and not for more than ten
 * virtual minutes. `after: 'now'` leaves that out.
 *
 * An interrupt ends whichever of these is under way after its present instant; its time is logged, so that a replay cuts there too.
 */
import type { RunEnd } from '../engine/index.ts';
import type { Input, InputEnd, InputRequest } from './types.ts';

/** Longest virtual time a command may take, and longest wait for quiet. */
export const longestActionMs = 10 * 60_000;
/** Virtual time an interrupted command has to clean up. */
const gracePeriodMs = 1_000;

export interface CarriedOut {
  readonly end: InputEnd;
  readonly interruptedAt?: number;
  /** When the action had ended; absent when it was cut off. */
  readonly doneAt?: number;
}

export type SchedulerState =
  | { readonly is: 'idle' }
  /** Time runs to the moment at which the request acts. */
  | { readonly is: 'reaching quiet' | 'reaching moment' }
  | { readonly is: 'reaching moment of terminal'; readonly until: number; readonly wasInterrupted: boolean }
  /** Time runs while the action does. `stays`: then it doesn't run on to quiet. */
  | { readonly is: 'acting'; readonly bounds: Bounds; readonly stays: boolean }
  /** The action has been sent Ctrl+C. */
  | { readonly is: 'cutting off'; readonly result: CarriedOut }
  /** The action is done; time runs on to quiet. `stays`: that run was ended. */
  | { readonly is: 'settling'; readonly bounds: Bounds; readonly doneAt: number; readonly stays: boolean }
  /** A lingering action was delivered, and does what it does at once. */
  | { readonly is: 'delivering'; readonly bounds: Bounds; readonly doneAt: number; readonly stays: boolean }
  /** Time runs while a lingering action does, then to quiet. `stays`: that run was ended. */
  | { readonly is: 'lingering' | 'lingering to quiet'; readonly bounds: Bounds; readonly doneAt: number; readonly stays: boolean };

/** The times that bound an input. */
interface Bounds {
  /** Time runs on to quiet afterwards. */
  readonly settles: boolean;
  readonly notBeyond: number;
  /** Where the log says that it was interrupted. */
  readonly cut: number;
  /** Where the action is cut off. */
  readonly limit: number;
}

export type SchedulerEvent =
  | { readonly type: 'requested'; readonly request: InputRequest; readonly t: number }
  /** The action was started. `lingers`: it may go on in the background. */
  | { readonly type: 'started'; readonly input: Input; readonly t: number; readonly done: boolean; readonly lingers: boolean }
  /** The run of the last effect has ended. `done`: so has the action. */
  | { readonly type: 'ran'; readonly end: RunEnd; readonly t: number; readonly done: boolean }
  /** What is left of the run to quiet is left out; an action under way is still carried out. */
  | { readonly type: 'stay' };

export type SchedulerEffect =
  /** Runs the cluster up to a time, at most until the goal is reached. The end is an event. */
  | { readonly do: 'run'; readonly until: number; readonly goal?: 'done' | 'quiet' }
  /** Ends the run under way, or the next. */
  | { readonly do: 'interrupt-run' }
  | { readonly do: 'interrupt-action' | 'abandon-action' }
  /** It is the request's turn; false: it was interrupted before. */
  | { readonly do: 'begin'; readonly acts: boolean }
  | { readonly do: 'finish'; readonly result: CarriedOut };

export interface SchedulerStep {
  readonly state: SchedulerState;
  readonly effects: readonly SchedulerEffect[];
}

export const idle: SchedulerState = { is: 'idle' };

export function stepScheduler(state: SchedulerState, event: SchedulerEvent): SchedulerStep {
  switch (event.type) {
    case 'requested':
      return onRequested(event);
    case 'started':
      return onStarted(event);
    case 'ran':
      return onRan(state, event);
    case 'stay':
      return onStay(state);
  }
}

type Ran = Extract<SchedulerEvent, { readonly type: 'ran' }>;

const run = (state: SchedulerState, until: number, goal?: 'done' | 'quiet'): SchedulerStep => ({
  state,
  effects: [{ do: 'run', until, ...(goal === undefined ? {} : { goal }) }],
});
const begin = (acts: boolean): SchedulerStep => ({ state: idle, effects: [{ do: 'begin', acts }] });
const finish = (result: CarriedOut): SchedulerStep => ({ state: idle, effects: [{ do: 'finish', result }] });
const interrupted = (t: number, doneAt?: number): CarriedOut => ({
  end: 'interrupted',
  interruptedAt: t,
  ...(doneAt === undefined ? {} : { doneAt }),
});

function onRequested({ request, t }: Extract<SchedulerEvent, { readonly type: 'requested' }>): SchedulerStep {
  const at = request.at ?? -1;
  if (request.type === 'terminal') {
    const until = Math.max(at, t);
    return run({ is: 'reaching moment of terminal', until, wasInterrupted: false }, until);
  }
  if (at >= t) return run({ is: 'reaching moment' }, at);
  if (request.cell !== undefined) return run({ is: 'reaching quiet' }, t + longestActionMs, 'quiet');
  // What earlier inputs left for this very instant comes first.
  return run({ is: 'reaching moment' }, t);
}

function onStarted({ input, t, done, lingers }: Extract<SchedulerEvent, { readonly type: 'started' }>): SchedulerStep {
  const bounds: Bounds = {
    settles: lingers ? input.after !== 'now' : settles(input),
    notBeyond: input.notBeyond ?? Number.POSITIVE_INFINITY,
    cut: input.interruptedAt ?? Number.POSITIVE_INFINITY,
    limit: t + longestActionMs,
  };
  // What it does at once belongs to this very instant.
  if (lingers) return run({ is: 'delivering', bounds, doneAt: t, stays: false }, t);
  if (done) return settle(bounds, t, false);
  return run({ is: 'acting', bounds, stays: false }, Math.min(bounds.limit, bounds.cut), 'done');
}

function onRan(state: SchedulerState, event: Ran): SchedulerStep {
  switch (state.is) {
    case 'idle':
      return { state, effects: [] };
    case 'reaching quiet':
      return event.end === 'interrupted' ? begin(false) : run({ is: 'reaching moment' }, event.t);
    case 'reaching moment':
      return begin(event.end !== 'interrupted');
    case 'reaching moment of terminal':
      return onTerminalReached(state, event);
    case 'acting':
      return onActed(state, event);
    case 'cutting off': {
      const abandon: readonly SchedulerEffect[] = event.done ? [] : [{ do: 'abandon-action' }];
      return { state: idle, effects: [...abandon, { do: 'finish', result: state.result }] };
    }
    case 'settling':
      return onSettled(state, event);
    case 'delivering':
      return onDelivered(state, event);
    case 'lingering':
    case 'lingering to quiet':
      return onLingered(state, event);
  }
}

type In<Is extends SchedulerState['is']> = Extract<SchedulerState, { readonly is: Is }>;

/** A line is carried out even when Ctrl+C follows at once: the terminal decides what that ends. */
function onTerminalReached(state: In<'reaching moment of terminal'>, { end }: Ran): SchedulerStep {
  if (end === 'interrupted') return run({ ...state, wasInterrupted: true }, state.until);
  const again: readonly SchedulerEffect[] = state.wasInterrupted ? [{ do: 'interrupt-run' }] : [];
  return { state: idle, effects: [...again, ...begin(true).effects] };
}

function onActed({ bounds, stays }: In<'acting'>, { end, t, done }: Ran): SchedulerStep {
  if (done) return settle(bounds, t, stays);
  const result: CarriedOut = end === 'interrupted' || t >= bounds.cut ? interrupted(t) : { end: 'unfinished' };
  const step = run({ is: 'cutting off', result }, t + gracePeriodMs, 'done');
  return { state: step.state, effects: [{ do: 'interrupt-action' }, ...step.effects] };
}

/** The action was done at `doneAt`, which is now. */
function settle(bounds: Bounds, doneAt: number, stays: boolean): SchedulerStep {
  if (!bounds.settles) return finish({ end: 'now', doneAt });
  if (stays) return finish(interrupted(doneAt, doneAt));
  const stop = Math.min(doneAt + longestActionMs, Math.max(bounds.notBeyond, doneAt), Math.max(bounds.cut, doneAt));
  return run({ is: 'settling', bounds, doneAt, stays: false }, stop, 'quiet');
}

function onSettled({ bounds, doneAt }: In<'settling'>, { end, t }: Ran): SchedulerStep {
  if (end === 'interrupted' || (end === 'until' && t >= bounds.cut)) return finish(interrupted(t, doneAt));
  if (end !== 'until') return finish({ end: 'quiet', doneAt });
  return finish({ end: t >= bounds.notBeyond ? 'notBeyond' : 'limit', doneAt });
}

function onDelivered({ bounds, doneAt, stays }: In<'delivering'>, event: Ran): SchedulerStep {
  if (!bounds.settles) return finish({ end: 'now', doneAt });
  const next: SchedulerState = { is: 'lingering', bounds, doneAt, stays };
  return stays || event.end === 'interrupted' ? lingered(next, event) : run(next, lastOf(bounds), 'done');
}

function onLingered(state: In<'lingering' | 'lingering to quiet'>, event: Ran): SchedulerStep {
  const stop = lastOf(state.bounds);
  const isOver = state.is === 'lingering to quiet' || state.stays || event.end === 'interrupted' || event.t >= stop;
  return isOver ? lingered(state, event) : run({ ...state, is: 'lingering to quiet' }, stop, 'quiet');
}

function lingered({ bounds, doneAt, stays }: In<'lingering' | 'lingering to quiet'>, { end, t }: Ran): SchedulerStep {
  if (end === 'interrupted' || stays || t >= bounds.cut) return finish(interrupted(t, doneAt));
  return finish({ end: end === 'until' ? 'limit' : 'quiet', doneAt });
}

/** How far time runs at most while an action does. */
const lastOf = ({ limit, cut }: Bounds): number => Math.min(limit, cut);

function onStay(state: SchedulerState): SchedulerStep {
  switch (state.is) {
    case 'acting':
    case 'delivering':
      return { state: { ...state, stays: true }, effects: [] };
    case 'settling':
    case 'lingering':
    case 'lingering to quiet':
      return { state: { ...state, stays: true }, effects: state.stays ? [] : [{ do: 'interrupt-run' }] };
    default:
      return { state, effects: [] };
  }
}

/** Whether time runs on until quiet after this input. */
function settles(input: Input): boolean {
  if (input.after !== undefined) return input.after === 'quiet';
  return input.type === 'command' || input.type === 'manifest' || input.type === 'script';
}
