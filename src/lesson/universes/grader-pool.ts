/**
 * Graders that outlive one grading: what they have loaded, and what has become fast in them, serves the next one as well. Carries out what
 * `grader-pool-machine.ts` decides.
 */
import {
  emptyPool,
  type GraderPoolEffect,
  type GraderPoolEvent,
  type GraderPoolState,
  nextGrader,
  stepGraderPool,
} from './grader-pool-machine.ts';
import type { FromGrader, GradeJob, GraderLink, GradingOptions } from './grading.ts';

export interface PooledGrading extends GradingOptions {
  warm(job: GradeJob): void;
  /** Ends those that wait. */
  close(): void;
}

/** So many are rehearsed by all graders together. One that has lived through sixty takes less than half the time for the next. */
const rehearsals = 120;

/** Nor for longer than this in all: real milliseconds. */
const longestRehearsalsMs = 30_000;

/** A single one that takes longer than this hangs: real milliseconds. */
const hangingMs = 30_000;

/** The same graders for one grading after another. One that is stopped in the midst of a universe is not used again. */
export function createGraderPool(grading: GradingOptions): PooledGrading {
  const pool = new GraderPool(grading);
  return {
    ...grading,
    open: (listen) => pool.employ(listen),
    warm: (job) => pool.warm(job),
    close: () => pool.close(),
  };
}

type Listener = (message: FromGrader) => void;

interface Rehearsal {
  /** As `nowMs`. */
  readonly begunMs: number;
  cancelOverdue(): void;
}

class GraderPool {
  readonly #grading: GradingOptions;
  readonly #links = new Map<number, GraderLink>();
  /** By grader: the grading that has it. */
  readonly #employers = new Map<number, Listener>();
  /** By grader that rehearses: one that was employed meanwhile may still be at it when another one begins. */
  readonly #rehearsals = new Map<number, Rehearsal>();
  #state: GraderPoolState;
  /** All graders together, since none was there. */
  #rehearsedMs = 0;

  constructor(grading: GradingOptions) {
    this.#grading = grading;
    this.#state = emptyPool(Math.ceil(rehearsals / grading.graders));
  }

  employ(listen: Listener): GraderLink {
    const grader = nextGrader(this.#state);
    // One of its own, so that what has been released isn't released again.
    const employer: Listener = (message) => listen(message);
    this.#employers.set(grader, employer);
    this.#dispatch({ type: 'employed' });
    return {
      post: (message) => {
        this.#dispatch({ type: 'requested', grader });
        this.#links.get(grader)?.post(message);
      },
      stop: () => {
        if (this.#employers.get(grader) !== employer) return;
        this.#employers.delete(grader);
        this.#dispatch({ type: 'released', grader });
      },
    };
  }

  warm(job: GradeJob): void {
    this.#dispatch({ type: 'warmed', job, graders: this.#grading.graders });
    this.#spareTime();
  }

  close(): void {
    this.#dispatch({ type: 'closed' });
    this.#rehearsedMs = 0;
  }

  #dispatch(event: GraderPoolEvent): void {
    const step = stepGraderPool(this.#state, event);
    this.#state = step.state;
    for (const effect of step.effects) this.#carryOut(effect);
  }

  #carryOut(effect: GraderPoolEffect): void {
    const { grader } = effect;
    switch (effect.do) {
      case 'open':
        this.#links.set(grader, this.#grading.open((message) => this.#hear(grader, message)));
        break;
      case 'stop':
        this.#endRehearsal(grader);
        this.#links.get(grader)?.stop();
        this.#links.delete(grader);
        break;
      case 'rehearse':
        this.#rehearse(effect);
        break;
      case 'deliver':
        if (effect.later) queueMicrotask(() => this.#employers.get(grader)?.(effect.message));
        else this.#employers.get(grader)?.(effect.message);
        break;
    }
  }

  #rehearse({ grader, job, seed }: Extract<GraderPoolEffect, { readonly do: 'rehearse' }>): void {
    const cancelOverdue = this.#grading.after(hangingMs, () => this.#dispatch({ type: 'overdue', grader }));
    this.#rehearsals.set(grader, { begunMs: this.#nowMs(), cancelOverdue });
    this.#links.get(grader)?.post({ type: 'rehearse', job, seed });
  }

  #hear(grader: number, message: FromGrader): void {
    if (message.type === 'rehearsed') this.#endRehearsal(grader);
    this.#dispatch({ type: 'heard', grader, message });
    // After the grading has done what the message leads it to.
    this.#spareTime();
  }

  #endRehearsal(grader: number): void {
    const rehearsal = this.#rehearsals.get(grader);
    if (rehearsal === undefined) return;
    this.#rehearsals.delete(grader);
    rehearsal.cancelOverdue();
    this.#rehearsedMs += this.#nowMs() - rehearsal.begunMs;
  }

  #spareTime(): void {
    if (this.#rehearsedMs < longestRehearsalsMs) this.#dispatch({ type: 'spare-time' });
  }

  #nowMs(): number {
    return this.#grading.nowMs?.() ?? 0;
  }
}
