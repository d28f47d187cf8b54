/** Fits inputs into virtual time: carries out what `input-scheduler-machine.ts` decides. */
import type { RunEnd } from '../engine/index.ts';
import type { Driver, Goal } from './driver.ts';
import { type CarriedOut, idle, type SchedulerEffect, type SchedulerEvent, stepScheduler } from './input-scheduler-machine.ts';
import type { Input, InputRequest } from './types.ts';

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

export interface InputScheduler {
  /** Waits for the moment at which the request acts; false: interrupted before that. */
  before(request: InputRequest): Promise<boolean>;
  /** Runs the action to its end and the cluster to quiet. */
  carryOut(running: Running, input: Input): Promise<CarriedOut>;
  /** Leaves out what is left of the run to quiet; an action under way is still carried out. */
  stay(): void;
}

/** How a schedule ends. */
type Outcome = Extract<SchedulerEffect, { readonly do: 'begin' | 'finish' }>;

export interface InputSchedulerOptions {
  readonly driver: Driver;
  /** The session's time. */
  t(): number;
  /** Turns it into the cluster's. */
  epoch(t: number): number;
  /** Nothing can be stored any more, so the cluster won't be quiet: what is typed at a terminal doesn't wait for it. */
  isStuck(): boolean;
}

export function createInputScheduler({ driver, t, epoch, isStuck }: InputSchedulerOptions): InputScheduler {
  let state = idle;

  function dispatch(event: SchedulerEvent): readonly SchedulerEffect[] {
    const step = stepScheduler(state, event);
    state = step.state;
    return step.effects;
  }

  /** Carries out effect after effect up to an outcome. */
  async function follow(first: SchedulerEvent, running?: Running): Promise<Outcome> {
    let effects = [...dispatch(first)];
    for (let effect = effects.shift(); effect !== undefined; effect = effects.shift()) {
      switch (effect.do) {
        case 'run': {
          const end = await run(effect, running);
          effects = [...dispatch({ type: 'ran', end, t: t(), done: running?.done === true })];
          break;
        }
        case 'interrupt-run':
          driver.interrupt();
          break;
        case 'interrupt-action':
          running?.interrupt();
          // It ends in promises; unless they settle first, time jumps to the next event, or past the moment of grace.
          driver.unsettled();
          break;
        case 'abandon-action':
          running?.abandon();
          break;
        case 'begin':
        case 'finish':
          return effect;
      }
    }
    throw new Error('an input was scheduled without an end');
  }

  async function run({ until, goal }: Extract<SchedulerEffect, { readonly do: 'run' }>, running: Running | undefined): Promise<RunEnd> {
    if (goal === 'quiet' && running?.lingers === true && isStuck()) return 'until';
    const goals: Goal = goal === 'quiet' ? { quiet: true } : goal === 'done' ? { while: () => running?.done === false } : {};
    return driver.run({ ...goals, until: epoch(until) });
  }

  return {
    async before(request) {
      const outcome = await follow({ type: 'requested', request, t: t() });
      return outcome.do === 'begin' && outcome.acts;
    },
    async carryOut(running, input) {
      try {
        const { done, lingers = false } = running;
        const outcome = await follow({ type: 'started', input, t: t(), done, lingers }, running);
        if (outcome.do !== 'finish') throw new Error('an action ended before it began');
        return outcome.result;
      } finally {
        // Also when a run was rejected.
        state = idle;
      }
    },
    stay() {
      for (const effect of dispatch({ type: 'stay' })) if (effect.do === 'interrupt-run') driver.interrupt();
    },
  };
}
