/** Runs the workspace's TypeScript in the session's cluster: controllers in place of built-in ones, and scripts of cells. */
import { statusOf } from '../../engine/index.ts';
import type { PartName } from '../part-names.ts';
import type { TimerCounts } from '../timers.ts';
import type { Output, Problem } from '../types.ts';
import { createGuard } from './controller.ts';
import { createLifetime, laterIn, LearnerEnvironment } from './environment.ts';
import type { LearnerOptions } from './learner-options.ts';
import type { Linker } from './linker.ts';
import { placeOf, problemOf, tame } from './problem.ts';
import { caughtProblem, createProblemReports, problemInSource } from './problem-reports.ts';
import { createPrograms, type Programs } from './program.ts';
import type { Recorder } from './recorder.ts';
import { type Script, startScript } from './script.ts';

export interface Learner {
  /** Compiles and runs; a Problem when it can't, and then what ran before goes on. */
  /** `part`: what the entry exports is this part of the engine, with which the built-in controller runs. */
  swap(controller: string, entry: string, part?: PartName): Problem | undefined;
  unswap(controller: string): void;
  /** Controllers that run the workspace's code. */
  swapped(): readonly string[];
  /** What they did, call by call. */
  readonly reconciles: Recorder['ask'];
  script(source: string, output: (output: Output) => void): Script;
  /** A new input begins. */
  renew(): void;
  /** What has been reported is reported again when it happens again. */
  forgetProblems(): void;
  /** Timers that the swapped programs have set and that wait. */
  timers(): TimerCounts;
  /** A promise rejected that no code awaits: reported when it is learner code's. */
  rejected(error: unknown): boolean;
  /** An event of the cluster threw: reported as learner code's when it comes from there, else as the engine's own fault. */
  crashed(error: unknown): void;
}

export function createLearner(options: LearnerOptions): Learner {
  return new WorkspaceLearner(options);
}

/** A swapped controller or plugin. */
interface Running {
  renew(): void;
  failed(error: unknown, how?: 'unhandled'): void;
  forget(): void;
  timers(): TimerCounts;
  end(): void;
}

class WorkspaceLearner implements Learner {
  readonly #options: LearnerOptions;
  readonly #environment: LearnerEnvironment;
  readonly #programs: Programs;
  readonly #running = new Map<string, Running>();
  readonly #engineFailed: (error: unknown) => void;

  constructor(options: LearnerOptions) {
    const { cluster } = options;
    this.#options = options;
    this.#programs = createPrograms(cluster);
    this.#environment = new LearnerEnvironment(options);
    this.#engineFailed = createProblemReports(
      () => undefined,
      (problem, count) => this.#report('engine', asEngineFault(problem), count),
    ).failed;
    cluster.onLog(({ component, level, text }) => {
      const name = component.replace(/^controller\//, '');
      // Errors are reported as problems, with their place.
      if (level === 'info' && this.#running.has(name)) this.#environment.log(name, level, text);
    });
  }

  swap(name: string, entry: string, part?: PartName): Problem | undefined {
    const { cluster, workspace } = this.#options;
    let linker: Linker | undefined;
    const lifetime = createLifetime(cluster);
    const { failed, forget } = createProblemReports(
      () => linker,
      (problem, count) => this.#report(name, problem, count),
    );
    const world = this.#environment.worldOf(name, lifetime, failed, (error, line, file) => {
      const problem = caughtProblem(error, { file, line, column: 1 }, linker);
      if (problem !== undefined) this.#options.caught?.(problem);
    });
    // As they are now: a crash starts the same program again, whatever has been typed since.
    const files = new Map(Object.entries(workspace.snapshot()));
    const { limits, recorder } = this.#environment;
    const guard = createGuard(name, { limits, now: () => cluster.now(), later: laterIn(cluster), failed, recorder });
    const program = this.#programs.create(name, part, (controller) => guard.guard(controller), failed);
    const load = (): void => {
      linker = this.#environment.linkerFor(world, (path) => files.get(path));
      const exports = linker.load(entry);
      program.take({ exports, file: entry, source: linker.source(entry) ?? '' });
    };

    try {
      load();
    } catch (error) {
      lifetime.end();
      return problemInSource(error, linker);
    }
    this.#running.get(name)?.end();
    this.#running.set(name, { renew: () => guard.renew(), failed, forget, timers: lifetime.timers.counts, end: () => lifetime.end() });
    program.start(() => {
      // They were the process's that has crashed.
      lifetime.timers.cancel();
      try {
        load();
      } catch (error) {
        failed(error);
      }
    });
    this.#publishSwapped();
    return undefined;
  }

  unswap(name: string): void {
    this.#running.get(name)?.end();
    this.#running.delete(name);
    this.#programs.end(name);
    this.#publishSwapped();
  }

  swapped(): readonly string[] {
    return [...this.#running.keys()];
  }

  reconciles(ask: Parameters<Recorder['ask']>[0]): ReturnType<Recorder['ask']> {
    return this.#environment.recorder?.ask(ask) ?? { calls: [], total: 0, kept: 0, watches: [] };
  }

  script(source: string, output: (output: Output) => void): Script {
    return startScript(source, this.#options, this.#environment, output);
  }

  renew(): void {
    this.#environment.renew();
    for (const each of this.#running.values()) each.renew();
  }

  forgetProblems(): void {
    for (const each of this.#running.values()) each.forget();
  }

  timers(): TimerCounts {
    let [clocks, waits] = [0, 0];
    for (const each of this.#running.values()) {
      const counts = each.timers();
      clocks += counts.clocks;
      waits += counts.waits;
    }
    return { clocks, waits };
  }

  rejected(reason: unknown): boolean {
    const error = tame(reason);
    // The engine rejects with Errors whose words can be read, and nothing else.
    const isPlain = error instanceof Error && error === reason;
    if (isPlain && placeOf(error) === undefined && statusOf(error) === undefined) return false;
    // Platforms notice such rejections at different moments: an event, never a part of a cell's output.
    const last = this.#lastSwapped();
    if (last !== undefined) last.failed(error, 'unhandled');
    else this.#report('cell', problemOf(error, () => undefined), 1);
    return true;
  }

  crashed(thrown: unknown): void {
    const error = tame(thrown);
    const last = this.#lastSwapped();
    if (last !== undefined && placeOf(error) !== undefined) last.failed(error);
    else this.#engineFailed(error);
  }

  #lastSwapped(): Running | undefined {
    return [...this.#running.values()].at(-1);
  }

  #report(controller: string, problem: Problem, count: number): void {
    this.#options.emit({ type: 'problem', controller, t: this.#options.t(), count, problem });
  }

  #publishSwapped(): void {
    this.#options.emit({ type: 'swapped', controllers: this.swapped() });
  }
}

const asEngineFault = (problem: Problem): Problem => ({
  ...problem,
  title: `The cluster made a mistake: ${problem.title}`,
  hint: 'This is Converge’s fault, not yours. The cluster goes on; restart the session if it behaves oddly.',
});
