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

class GraderPool {
  readonly #grading: GradingOptions;
  readonly #links = new Map<number, GraderLink>();
  /** By grader: the grading that has it. */
  readonly #employers = new Map<number, Listener>();
  /** By grader that rehearses: forgets that it may hang. */
  readonly #cancelOverdue = new Map<number, () => void>();
  #state: GraderPoolState;
  #rehearsedMs = 0;
  /** When the rehearsal under way began: as `nowMs`. */
  #rehearsalBegunMs = 0;

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
        this.#cancelOverdue.get(grader)?.();
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
    this.#rehearsalBegunMs = this.#nowMs();
    this.#cancelOverdue.set(grader, this.#grading.after(hangingMs, () => this.#dispatch({ type: 'overdue', grader })));
    this.#links.get(grader)?.post({ type: 'rehearse', job, seed });
  }

  #hear(grader: number, message: FromGrader): void {
    if (message.type === 'rehearsed' && this.#state.graders.get(grader)?.activity === 'rehearsing') {
      this.#cancelOverdue.get(grader)?.();
      this.#rehearsedMs += this.#nowMs() - this.#rehearsalBegunMs;
    }
    this.#dispatch({ type: 'heard', grader, message });
    // After the grading has done what the message leads it to.
    this.#spareTime();
  }

  #spareTime(): void {
    if (this.#rehearsedMs < longestRehearsalsMs) this.#dispatch({ type: 'spare-time' });
  }

  #nowMs(): number {
    return this.#grading.nowMs?.() ?? 0;
  }
}
