/** Grades with graders (workers, threads) that run elsewhere: carries out what `grading-machine.ts` decides. One that hangs is ended and replaced. */
import type { FromGrader, GradeEnd, GradeJob, GraderLink } from './grader-protocol.ts';
import { beginGrading, type GradingEffect, type GradingEvent, type GradingState, stepGrading } from './grading-machine.ts';
import type { Verdict } from './types.ts';

export type { FromGrader, GradeEnd, GradeJob, GraderLink, ToGrader } from './grader-protocol.ts';

export interface GradingOptions {
  open(listen: (message: FromGrader) => void): GraderLink;
  readonly graders: number;
  /** This lesson's exercise is about to be graded: graders that can be kept are opened now, and rehearse with these files, those of its start. */
  warm?(job: GradeJob): void;
  /** Runs after so many real milliseconds; returns what cancels it. */
  after(ms: number, run: () => void): () => void;
  /** A universe that takes longer than this (real milliseconds) hangs; 3,000 by default. On a machine that is busy or slow, it is given more. */
  readonly hangMs?: number;
  /** Real milliseconds since whenever; without it, every machine is taken for a quick one. */
  nowMs?(): number;
}

export interface Grading {
  readonly end: Promise<GradeEnd>;
  /** Ends it with what there is. */
  stop(): void;
  /** Begins no further universe: it ends when those under way have ended. */
  finish(): void;
}

/** Of a universe: real milliseconds. */
const usualHangMs = 3000;

/** One that hung is given at least so many times `hangMs` once more, before it is said of the code that it hangs. */
const secondChance = 3;

/** An honest universe never takes so many times as long as its grader took to load: some browsers load fast and run the first one slowly. */
const patience = 12;

/** Nor so many times as long as the slowest that has ended: one of them has the machine to itself, another shares it with a compiler. */
const slowestTimes = 8;

/** No universe is waited for longer at first, however slow the others were: real milliseconds. */
const longestPatienceMs = 60_000;

/** Grades seeds 1 … `universes`, or these in their order. `progress` is called after each. */
export function grade(
  job: GradeJob,
  universes: number | readonly number[],
  options: GradingOptions,
  progress: (verdicts: readonly Verdict[]) => void,
): Grading {
  const driver = new GradingDriver(job, universes, options, progress);
  return { end: driver.end, stop: () => driver.stop(), finish: () => driver.finish() };
}

/** A grader at work. */
interface Grader {
  readonly link: GraderLink;
  /** When it began the universe that it lives through: as `nowMs`. */
  readonly begunMs: number;
  /** How long a universe may take at first: real milliseconds. */
  limitMs(): number;
  cancelTimer(): void;
}

class GradingDriver {
  readonly end: Promise<GradeEnd>;
  readonly #job: GradeJob;
  readonly #options: GradingOptions;
  readonly #hangMs: number;
  readonly #nowMs: () => number;
  readonly #progress: (verdicts: readonly Verdict[]) => void;
  readonly #graders = new Map<number, Grader>();
  readonly #finish: (end: GradeEnd) => void;
  #state: GradingState;
  /** What the slowest universe that has ended took: real milliseconds. */
  #slowestMs = 0;

  constructor(job: GradeJob, universes: number | readonly number[], options: GradingOptions, progress: (verdicts: readonly Verdict[]) => void) {
    const { promise, resolve } = Promise.withResolvers<GradeEnd>();
    this.end = promise;
    this.#finish = resolve;
    this.#job = job;
    this.#options = options;
    this.#hangMs = options.hangMs ?? usualHangMs;
    this.#nowMs = options.nowMs ?? (() => 0);
    this.#progress = progress;
    this.#state = beginGrading(typeof universes === 'number' ? Array.from({ length: universes }, (_none, index) => index + 1) : universes);
    this.#dispatch({ type: 'began', graders: options.graders });
  }

  stop(): void {
    this.#dispatch({ type: 'stopped' });
  }

  finish(): void {
    this.#dispatch({ type: 'finished' });
  }

  #dispatch(event: GradingEvent): void {
    const step = stepGrading(this.#state, event);
    this.#state = step.state;
    for (const effect of step.effects) this.#carryOut(effect);
  }

  #carryOut(effect: GradingEffect): void {
    switch (effect.do) {
      case 'open':
        this.#open(effect.grader);
        break;
      case 'close':
        this.#close(effect.grader);
        break;
      case 'request':
        this.#graders.get(effect.grader)?.link.post({ type: 'grade', job: this.#job, seed: effect.seed });
        break;
      case 'watch':
        this.#watch(effect);
        break;
      case 'progress':
        this.#progress(effect.verdicts);
        break;
      case 'end':
        this.#finish(effect.end);
        break;
    }
  }

  #open(grader: number): void {
    // Who heard of the progress may have stopped it.
    if (!this.#state.graders.has(grader)) return;
    const limitMs = patienceWith(this.#nowMs);
    const link = this.#options.open((message: FromGrader) => this.#hear(grader, message));
    this.#graders.set(grader, { link, begunMs: 0, limitMs, cancelTimer() {} });
  }

  #hear(grader: number, message: FromGrader): void {
    const open = this.#graders.get(grader);
    if (open !== undefined && message.type === 'verdict') this.#slowestMs = Math.max(this.#slowestMs, this.#nowMs() - open.begunMs);
    this.#dispatch({ type: 'heard', grader, message });
  }

  #close(grader: number): void {
    const open = this.#graders.get(grader);
    this.#graders.delete(grader);
    open?.cancelTimer();
    open?.link.stop();
  }

  #watch({ grader, again }: { readonly grader: number; readonly again: boolean }): void {
    const open = this.#graders.get(grader);
    if (open === undefined) return;
    open.cancelTimer();
    const atFirstMs = Math.max(this.#hangMs, Math.min(slowestTimes * this.#slowestMs, longestPatienceMs));
    const limitMs = Math.max(open.limitMs(), again ? secondChance * atFirstMs : atFirstMs);
    const cancelTimer = this.#options.after(limitMs, () => this.#dispatch({ type: 'hung', grader, limitMs }));
    this.#graders.set(grader, { ...open, begunMs: this.#nowMs(), cancelTimer });
  }
}

/** What a grader that is opened now allows a universe for how long it took to load, fixed when the first is requested: milliseconds. */
function patienceWith(nowMs: () => number): () => number {
  const openedMs = nowMs();
  let limitMs: number | undefined;
  return () => (limitMs ??= patience * (nowMs() - openedMs));
}
