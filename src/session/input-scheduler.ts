/**
 * How an input is scheduled in virtual time, so that its output is the same every time.
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
 *
 * These are steps of one procedure, each awaiting a run of the cluster: written as a procedure, not as `step(state, event)`, since the
 * only event from outside is `stay`. `Phase` is what it meets.
 */
import type { RunEnd } from '../engine/index.ts';
import type { Driver } from './driver.ts';
import type { Input, InputEnd, InputRequest } from './types.ts';

/** Longest virtual time a command may take, and longest wait for quiet. */
export const longestActionMs = 10 * 60_000;
/** Virtual time an interrupted command has to clean up. */
const gracePeriodMs = 1_000;

/** Something under way. */
export interface Running {
  readonly done: boolean;
  /** Sends it Ctrl+C. */
  interrupt(): void;
  /** It didn't end: gives it up. */
  abandon(): void;
  /** It has been delivered, and may go on in the background: only itself or another input ends it. */
  readonly lingers?: boolean;
}

export interface CarriedOut {
  readonly end: InputEnd;
  readonly interruptedAt?: number;
  /** When the action had ended; absent when it was cut off. */
  readonly doneAt?: number;
}

export interface InputScheduler {
  /** Waits for the moment at which the request acts; false: interrupted before that. */
  before(request: InputRequest): Promise<boolean>;
  /** Runs the action to its end and the cluster to quiet. */
  carryOut(running: Running, input: Input): Promise<CarriedOut>;
  /** Leaves out what is left of the run to quiet; an action under way is still carried out. */
  stay(): void;
}

/** `acting, then stay`: the action ends, and time doesn't run on to quiet. `stopped`: the run to quiet was ended by `stay`. */
type Phase = 'idle' | 'acting' | 'acting, then stay' | 'settling' | 'stopped';

/** `t` is the session's time; `epoch` turns it into the cluster's. */
export function createInputScheduler(driver: Driver, t: () => number, epoch: (t: number) => number): InputScheduler {
  let phase: Phase = 'idle';
  const mayNotSettle = (): boolean => phase === 'acting, then stay' || phase === 'stopped';
  const until = (time: number, goal: { quiet?: boolean; while?: () => boolean } = {}): Promise<RunEnd> =>
    driver.run({ ...goal, until: epoch(time) });
  const interruptedNow = (doneAt?: number): CarriedOut =>
    ({ end: 'interrupted', interruptedAt: t(), ...(doneAt === undefined ? {} : { doneAt }) });

  /** Runs an action until it is done; undefined: it is. */
  async function act(running: Running, limit: number, cut: number): Promise<CarriedOut | undefined> {
    const ended = running.done ? 'while' : await until(Math.min(limit, cut), { while: () => !running.done });
    if (running.done) return undefined;
    const cutOff: CarriedOut = ended === 'interrupted' || t() >= cut ? interruptedNow() : { end: 'unfinished' };
    running.interrupt();
    await until(t() + gracePeriodMs, { while: () => !running.done });
    if (!running.done) running.abandon();
    return cutOff;
  }

  /** Runs until quiet; `cut`: where the log says it was interrupted. */
  async function settle(input: Input, cut: number): Promise<CarriedOut> {
    const doneAt = t();
    if (!settles(input)) return { end: 'now', doneAt };
    if (mayNotSettle()) return interruptedNow(doneAt);
    const beyond = input.notBeyond ?? Number.POSITIVE_INFINITY;
    const stop = Math.min(t() + longestActionMs, Math.max(beyond, t()), Math.max(cut, t()));
    phase = 'settling';
    const ended = await until(stop, { quiet: true });
    if (ended === 'interrupted' || (ended === 'until' && t() >= cut)) return interruptedNow(doneAt);
    if (ended !== 'until') return { end: 'quiet', doneAt };
    return { end: t() >= beyond ? 'notBeyond' : 'limit', doneAt };
  }

  /** The action is delivered at once; then time runs while its command does, and until quiet. */
  async function linger(running: Running, input: Input, stop: number): Promise<CarriedOut> {
    const doneAt = t();
    // What it does at once belongs to this very instant.
    let ended = await until(doneAt);
    if (input.after === 'now') return { end: 'now', doneAt };
    const goals = [{ while: () => !running.done }, { quiet: true }];
    for (const [index, goal] of goals.entries()) {
      if (mayNotSettle() || ended === 'interrupted' || (index > 0 && t() >= stop)) break;
      phase = 'settling';
      ended = await until(stop, goal);
    }
    const cut = input.interruptedAt !== undefined && t() >= input.interruptedAt;
    if (ended === 'interrupted' || mayNotSettle() || cut) return interruptedNow(doneAt);
    return { end: ended === 'until' ? 'limit' : 'quiet', doneAt };
  }

  /** A line is carried out even when Ctrl+C follows at once: the terminal decides what that ends. */
  async function reachForTerminal(at: number): Promise<true> {
    let isInterrupted = false;
    while ((await until(at)) === 'interrupted') isInterrupted = true;
    if (isInterrupted) driver.interrupt();
    return true;
  }

  return {
    async before(request) {
      const at = request.at ?? -1;
      if (request.type === 'terminal') return await reachForTerminal(Math.max(at, t()));
      if (at >= t()) return (await until(at)) !== 'interrupted';
      if (request.cell !== undefined && (await until(t() + longestActionMs, { quiet: true })) === 'interrupted')
        return false;
      // What earlier inputs left for this very instant comes first.
      return (await until(t())) !== 'interrupted';
    },
    async carryOut(running, input) {
      phase = 'acting';
      try {
        const cut = input.interruptedAt ?? Number.POSITIVE_INFINITY;
        const limit = t() + longestActionMs;
        if (running.lingers === true) return await linger(running, input, Math.min(limit, cut));
        return (await act(running, limit, cut)) ?? (await settle(input, cut));
      } finally {
        phase = 'idle';
      }
    },
    stay() {
      if (phase === 'acting') phase = 'acting, then stay';
      if (phase !== 'settling') return;
      phase = 'stopped';
      driver.interrupt();
    },
  };
}

/** Whether time runs on until quiet after this input. */
function settles(input: Input): boolean {
  if (input.after !== undefined) return input.after === 'quiet';
  return input.type === 'command' || input.type === 'manifest' || input.type === 'script';
}
