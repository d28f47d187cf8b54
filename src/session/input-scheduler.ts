/**
 * How an input is fitted into virtual time, so that its output is the same every time.
 *
 * Before: an input that names a time (`at`) that isn't past acts after everything due at it. A cell that names none acts when the
 * cluster is quiet (or after ten virtual minutes without quiet); anything else acts now.
 * Then: time runs until the action is done. A command or script is done when it has ended; it is cut off after ten virtual minutes.
 * Waiting (`kubectl wait`, `rollout status`, `sleep`) is the command's own business. A command that never ends can be interrupted.
 * What is typed at a terminal is done as soon as it is delivered; then time runs until its command has ended, or only waits for news, or
 * for ten virtual minutes. It goes on in the background of what comes next.
 * After: time runs on until the cluster is quiet, but not beyond `notBeyond` (the time the next cell names) and not for more than ten
 * virtual minutes. `after: 'now'` leaves that out.
 *
 * An interrupt ends whichever of these is under way after its present instant; its time is logged, so that a replay cuts there too.
 */
import type { Driver } from './driver.ts';
import type { Input, InputEnd, InputRequest } from './types.ts';

/** Longest virtual time a command may take, and longest wait for quiet. */
export const patienceMs = 10 * 60_000;
/** What an interrupted command has left to say goodbye. */
const goodbyeMs = 1_000;

/** Something under way. */
export interface Running {
  readonly done: boolean;
  /** Tells it to end (Ctrl+C). */
  interrupt(): void;
  /** It didn't: forget it. */
  abandon(): void;
  /** It has been delivered, and may go on in the background: nothing ends it but itself, or another input. */
  readonly lingers?: boolean;
}

export interface CarriedOut {
  readonly end: InputEnd;
  readonly interruptedAt?: number;
  /** When the action had ended; absent when it was ended for it. */
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

/** `t` is the session's time; `epoch` turns it into the cluster's. */
export function createInputScheduler(driver: Driver, t: () => number, epoch: (t: number) => number): InputScheduler {
  let after = false;
  let stays = false;

  async function until(time: number, goal: { quiet?: boolean; while?: () => boolean } = {}) {
    return driver.run({ ...goal, until: epoch(time) });
  }

  /** Ends what runs: it is told, given a moment, and then forgotten. */
  async function end(running: Running): Promise<void> {
    running.interrupt();
    await until(t() + goodbyeMs, { while: () => !running.done });
    if (!running.done) running.abandon();
  }

  /** Delivered now; then it is watched, and left alone. */
  async function linger(running: Running, input: Input, stop: number): Promise<CarriedOut> {
    const doneAt = t();
    // What it does at once belongs to this very instant.
    let ended = await until(doneAt);
    after = true;
    if (input.after !== 'now' && !stays && ended !== 'interrupted')
      ended = await until(stop, { while: () => !running.done });
    if (input.after !== 'now' && !stays && ended !== 'interrupted' && t() < stop)
      ended = await until(stop, { quiet: true });
    after = false;
    if (input.after === 'now') return { end: 'now', doneAt };
    const cut = input.interruptedAt !== undefined && t() >= input.interruptedAt;
    if (ended === 'interrupted' || stays || cut) return { end: 'interrupted', interruptedAt: t(), doneAt };
    return { end: ended === 'until' ? 'limit' : 'quiet', doneAt };
  }

  return {
    async before(request) {
      const at = request.at ?? -1;
      if (at >= t()) return (await until(at)) !== 'interrupted';
      if (request.cell !== undefined && (await until(t() + patienceMs, { quiet: true })) === 'interrupted')
        return false;
      // What earlier inputs left for this very instant comes first.
      return (await until(t())) !== 'interrupted';
    },

    stay() {
      stays = true;
      if (after) driver.interrupt();
    },

    async carryOut(running, input) {
      stays = false;
      const cut = input.interruptedAt ?? Number.POSITIVE_INFINITY;
      const limit = t() + patienceMs;
      if (running.lingers === true) return linger(running, input, Math.min(limit, cut));
      if (!running.done) {
        const ended = await until(Math.min(limit, cut), { while: () => !running.done });
        if (!running.done) {
          const interruptedAt = ended === 'interrupted' || t() >= cut ? t() : undefined;
          await end(running);
          return interruptedAt === undefined ? { end: 'unfinished' } : { end: 'interrupted', interruptedAt };
        }
      }
      const doneAt = t();
      const quiet = input.after === undefined ? runsOn(input) : input.after === 'quiet';
      if (!quiet) return { end: 'now', doneAt };
      const beyond = input.notBeyond ?? Number.POSITIVE_INFINITY;
      const stop = Math.min(t() + patienceMs, Math.max(beyond, t()), Math.max(cut, t()));
      if (stays) return { end: 'interrupted', interruptedAt: t(), doneAt };
      after = true;
      const ended = await until(stop, { quiet: true });
      after = false;
      if (ended === 'interrupted' || (ended === 'until' && t() >= cut))
        return { end: 'interrupted', interruptedAt: t(), doneAt };
      if (ended !== 'until') return { end: 'quiet', doneAt };
      return { end: t() >= beyond ? 'notBeyond' : 'limit', doneAt };
    },
  };
}

/** Whether time runs on until quiet when the input doesn't say. */
function runsOn(input: Input): boolean {
  return input.type === 'command' || input.type === 'manifest' || input.type === 'script';
}
