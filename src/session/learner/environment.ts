/** What all learner code of a session shares: the compiler, time and chance, the log; and the lifetime of one program or script. */
import { createRandom } from '../../engine/index.ts';
import { createTimers, type Timers } from '../timers.ts';
import { defaultLimits, type Limits } from './budget.ts';
import { type LearnerWorld, learnerGlobals } from './globals.ts';
import type { LearnerCluster } from './learner-cluster.ts';
import type { LearnerOptions } from './learner-options.ts';
import { createLinker, type Linker } from './linker.ts';
import { readOnlyError } from './probes.ts';
import { expressionRandom } from './recorded-tools.ts';
import { createRecorder, type Recorder } from './recorder.ts';

/** From a start to an end: its timers end with it. */
export interface Lifetime {
  readonly timers: Timers;
  readonly isOver: boolean;
  end(): void;
}

export function createLifetime(cluster: LearnerCluster): Lifetime {
  const timers = createTimers(cluster);
  let isOver = false;
  return {
    timers,
    get isOver() {
      return isOver;
    },
    end() {
      isOver = true;
      timers.end();
    },
  };
}

/** Controllers' lines passed on in one input. */
const logLinesPerInput = 500;

export class LearnerEnvironment {
  readonly limits: Limits;
  /** Undefined where none reads what it would remember. */
  readonly recorder: Recorder | undefined;
  readonly #options: LearnerOptions;
  readonly #random: { next(): number };
  #logLines = 0;

  constructor(options: LearnerOptions) {
    const { watching } = options;
    this.#options = options;
    this.limits = { ...defaultLimits, ...options.limits };
    this.#random = createRandom(`${options.seed}/learner`);
    this.recorder = watching && createRecorder({ ...options, watching });
  }

  /** A new input begins. */
  renew(): void {
    this.#logLines = 0;
  }

  log(controller: string, level: 'info' | 'error', text: string): void {
    this.#logLines += 1;
    if (this.#logLines > logLinesPerInput) return;
    const isLast = this.#logLines === logLinesPerInput;
    const shown = isLast ? `${text}\n(more lines than ${logLinesPerInput}: the rest is left out)` : text;
    this.#options.emit({ type: 'log', controller, t: this.#options.t(), level, text: shown });
  }

  /** The world as the code called `name` sees it. `failed`: called with what its timers throw; `caught`: with what it has caught. */
  worldOf(name: string, lifetime: Lifetime, failed: (error: unknown) => void, caught: LearnerWorld['caught'] = () => {}): LearnerWorld {
    const { cluster } = this.#options;
    return {
      now: () => cluster.now(),
      // A watch expression must not use up chance.
      random: () => (this.#isEvaluating() ? expressionRandom : this.#random.next()),
      after: (delayMs, run, how) => {
        if (this.#isEvaluating()) throw readOnlyError('nothing of it runs later');
        const fire = (): void => {
          if (lifetime.isOver) return;
          cluster.unsettled();
          try {
            run();
          } catch (error) {
            failed(error);
          }
        };
        return lifetime.timers.after(delayMs, fire, how);
      },
      log: (level, text) => {
        if (this.#isEvaluating()) throw readOnlyError('it logs nothing');
        this.log(name, level, text);
      },
      caught,
    };
  }

  linkerFor(world: LearnerWorld, read: (path: string) => string | undefined): Linker {
    const { compile, sdk, makeFunction } = this.#options;
    return createLinker({ compile, sdk, read, makeFunction, globals: learnerGlobals(world), probes: this.recorder?.probes });
  }

  #isEvaluating(): boolean {
    return this.recorder?.probes.evaluating === true;
  }
}

/** Runs at the end of this instant, after the promises that this one settles. */
export function laterIn(cluster: LearnerCluster): (run: () => void) => void {
  return (run) => void cluster.after(1, run);
}
