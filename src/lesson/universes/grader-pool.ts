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
import type { FromGrader, GraderLink, GradingOptions } from './grading.ts';

export interface PooledGrading extends GradingOptions {
  warm(lesson: string): void;
  /** Ends those that wait. */
  close(): void;
}

/** So many are rehearsed by all graders together. One that has lived through sixty takes less than half the time for the next. */
const rehearsals = 120;

/** The same graders for one grading after another. One that is stopped in the midst of a universe is not used again. */
export function createGraderPool(grading: GradingOptions): PooledGrading {
  const pool = new GraderPool(grading);
  return {
    ...grading,
    open: (listen) => pool.employ(listen),
    warm: (lesson) => pool.warm(lesson),
    close: () => pool.close(),
  };
}

type Listener = (message: FromGrader) => void;

class GraderPool {
  readonly #grading: GradingOptions;
  readonly #links = new Map<number, GraderLink>();
  /** By grader: the grading that has it. */
  readonly #employers = new Map<number, Listener>();
  #state: GraderPoolState;

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
    const link = this.#links.get(grader);
    return {
      post: (message) => {
        this.#dispatch({ type: 'requested', grader });
        link?.post(message);
      },
      stop: () => {
        if (this.#employers.get(grader) !== employer) return;
        this.#employers.delete(grader);
        this.#dispatch({ type: 'released', grader });
      },
    };
  }

  warm(lesson: string): void {
    this.#dispatch({ type: 'warmed', lesson, graders: this.#grading.graders });
    this.#dispatch({ type: 'spare-time' });
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
        this.#links.get(grader)?.stop();
        this.#links.delete(grader);
        break;
      case 'rehearse':
        this.#links.get(grader)?.post({ type: 'rehearse', lesson: effect.lesson, seed: effect.seed });
        break;
      case 'deliver':
        if (effect.later) queueMicrotask(() => this.#employers.get(grader)?.(effect.message));
        else this.#employers.get(grader)?.(effect.message);
        break;
    }
  }

  #hear(grader: number, message: FromGrader): void {
    this.#dispatch({ type: 'heard', grader, message });
    // After the grading has done what the message leads it to.
    this.#dispatch({ type: 'spare-time' });
  }
}
