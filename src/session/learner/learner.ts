/** Runs the workspace's TypeScript in the session's cluster: controllers in place of built-in ones, and scripts of cells. */
import { type Cluster, createRandom, statusOf } from '../../engine/index.ts';
import type { WatchExpression } from '../../viz/reconciles-model.ts';
import { createTimers, type Timers } from '../timers.ts';
import type { Output, Problem, SessionEvent } from '../types.ts';
import type { Workspace } from '../workspace.ts';
import { createBudget, defaultLimits, type Limits } from './budget.ts';
import { traceCalls } from './tracked-client.ts';
import { type Compile, rememberingCompile } from './compile.ts';
import { createGuard } from './controller.ts';
import { type LearnerWorld, learnerGlobals } from './globals.ts';
import { createLinker, type Linker } from './linker.ts';
import { printingNames } from './printing.ts';
import { createPrograms } from './program.ts';
import { onlyLooks } from './probes.ts';
import { chance, createRecorder, type Recorder, type Watching } from './recorder.ts';
import { placeOf, problemAt, ProblemError, problemOf, tame } from './problem.ts';

export interface LearnerOptions {
  readonly cluster: Cluster;
  readonly workspace: Workspace;
  readonly compile: Compile;
  /** What `converge/sdk` exports. */
  readonly sdk: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly limits?: Partial<Limits>;
  /** Somebody looks: calls of reconcile are remembered, expressions evaluated. */
  readonly watching?: Watching;
  looking?(watch?: WatchExpression): void;
  /** Milliseconds since the session's start. */
  t(): number;
  emit(event: SessionEvent): void;
  /** The trace event of the input under way. */
  cause(): number;
}

export interface Script {
  /** Resolves with the exit code. Never rejects. */
  readonly done: Promise<number>;
  /** Its requests and timers never resolve from now on. */
  abandon(): void;
}

export interface Learner {
  /** Compiles and runs; a Problem when it can't, and then what ran before goes on. */
  swap(controller: string, entry: string): Problem | undefined;
  unswap(controller: string): void;
  /** Controllers that run the workspace's code. */
  swapped(): readonly string[];
  /** What they did, call by call. */
  readonly reconciles: Recorder['ask'];
  script(source: string, output: (output: Output) => void): Script;
  /** A new input begins. */
  renew(): void;
  /** A promise rejected that nobody awaits: told when it is learner code's. */
  rejected(error: unknown): boolean;
  /** An event of the cluster threw: told, as learner code's when it comes from there, else as the engine's own fault. */
  crashed(error: unknown): void;
}

interface Running {
  renew(): void;
  failed(error: unknown): void;
  end(): void;
}

/** Controllers' lines passed on in one input. */
const logLinesPerInput = 500;

export function createLearner(options: LearnerOptions): Learner {
  const { cluster, workspace } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const random = createRandom(`${options.seed}/learner`);
  const running = new Map<string, Running>();
  const programs = createPrograms(cluster);
  const { watching } = options;
  const compile = rememberingCompile(options.compile);
  const recorder = watching && createRecorder({ ...options, compile, watching });
  const looked = (): boolean => recorder?.probes.looking === true;
  let logLines = 0;

  function log(controller: string, level: 'info' | 'error', text: string): void {
    logLines += 1;
    if (logLines > logLinesPerInput) return;
    const last =
      logLines === logLinesPerInput ? `${text}\n(more lines than ${logLinesPerInput}: the rest is left out)` : text;
    options.emit({ type: 'log', controller, t: options.t(), level, text: last });
  }

  function worldOf(name: string, timers: Timers, alive: () => boolean, failed: (error: unknown) => void): LearnerWorld {
    return {
      now: () => cluster.now(),
      // An expression that is only looked at must not use up chance.
      random: () => (looked() ? chance : random.next()),
      after(delayMs, run, how) {
        if (looked()) throw onlyLooks('nothing of it runs later');
        const fire = (): void => {
          if (!alive()) return;
          cluster.unsettled();
          try {
            run();
          } catch (error) {
            failed(error);
          }
        };
        return timers.after(delayMs, fire, how);
      },
      log(level, text) {
        if (looked()) throw onlyLooks('it logs nothing');
        log(name, level, text);
      },
    };
  }

  function linkerFor(world: LearnerWorld, read: (path: string) => string | undefined): Linker {
    return createLinker({ compile, sdk: options.sdk, read, globals: learnerGlobals(world), probes: recorder?.probes });
  }

  /** Tells a failure when it is new, and again when it has happened 10, 100, 1000 … times. */
  function createTeller(
    controller: string,
    linker: () => Linker | undefined,
    words = (problem: Problem): Problem => problem,
  ): (error: unknown) => void {
    const counts = new Map<string, number>();
    return (error) => {
      const problem = inSource(error, linker());
      const key = `${problem.title} ${problem.file ?? ''}:${problem.line ?? 0}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (!/^10*$/.test(String(count))) return;
      tell(controller, words(problem), count);
    };
  }

  function tell(controller: string, problem: Problem, count = 1): void {
    options.emit({ type: 'problem', controller, t: options.t(), count, problem });
  }
  const engineFailed = createTeller(
    'engine',
    () => undefined,
    (problem) => ({
      ...problem,
      title: `The cluster made a mistake: ${problem.title}`,
      hint: 'This is Converge’s fault, not yours. The cluster goes on; restart the session if it behaves oddly.',
    }),
  );

  function swap(name: string, entry: string): Problem | undefined {
    let linker: Linker | undefined;
    let alive = true;
    const failed = createTeller(name, () => linker);
    const timers = createTimers(cluster);
    const world = worldOf(name, timers, () => alive, failed);
    // As they are now: a crash starts the same program again, whatever has been typed since.
    const files = new Map(Object.entries(workspace.snapshot()));
    const { guard, renew } = createGuard(name, { limits, now: () => cluster.now(), later: laterIn(cluster), failed, recorder });

    const program = programs.create(name, guard, failed);
    function load(): void {
      linker = linkerFor(world, (path) => files.get(path));
      const exports = linker.load(entry);
      program.take({ exports, file: entry, source: linker.source(entry) ?? '' });
    }

    try {
      load();
    } catch (error) {
      alive = false;
      timers.end();
      return inSource(error, linker);
    }
    running.get(name)?.end();
    running.set(name, {
      renew,
      failed,
      end() {
        alive = false;
        timers.end();
      },
    });
    program.start(() => {
      try {
        load();
      } catch (error) {
        failed(error);
      }
    });
    options.emit({ type: 'swapped', controllers: [...running.keys()] });
    return undefined;
  }

  cluster.onLog(({ component, level, text }) => {
    const name = component.replace(/^controller\//, '');
    // Errors are told as problems, with their place.
    if (level === 'info' && running.has(name)) log(name, level, text);
  });

  return {
    swap,
    unswap(name) {
      running.get(name)?.end();
      running.delete(name);
      programs.end(name);
      options.emit({ type: 'swapped', controllers: [...running.keys()] });
    },
    swapped: () => [...running.keys()],
    reconciles: (ask) => recorder?.ask(ask) ?? { calls: [], total: 0, kept: 0, watches: [] },
    rejected(reason) {
      const error = tame(reason);
      if (placeOf(error) === undefined && statusOf(error) === undefined) return false;
      // Platforms notice such rejections at different moments: an event, never a part of a cell's output.
      const [name, owner] = [...running].at(-1) ?? ['cell', undefined];
      if (owner !== undefined) owner.failed(error);
      else
        tell(
          name,
          problemOf(error, () => undefined),
        );
      return true;
    },
    crashed(thrown) {
      const error = tame(thrown);
      const [, owner] = [...running].at(-1) ?? [];
      if (owner !== undefined && placeOf(error) !== undefined) owner.failed(error);
      else engineFailed(error);
    },
    renew() {
      logLines = 0;
      for (const guarded of running.values()) guarded.renew();
    },
    script(source, output) {
      let alive = true;
      const timers = createTimers(cluster);
      let linker: Linker | undefined;
      const failed = (error: unknown): void => output({ type: 'error', ...inSource(error, linker) });
      const names = printingNames((piece) => {
        if (alive) output(piece);
      });
      const world: LearnerWorld = {
        ...worldOf('cell', timers, () => alive, failed),
        log: (_level, text) => names.print(text),
      };
      async function run(): Promise<number> {
        try {
          linker = linkerFor(world, (path) => workspace.read(path));
          const result = await linker.script(
            source,
            { ...scriptNames(options, world, limits, () => alive, failed), ...names },
          )();
          if (result !== undefined) names.print(result);
          return 0;
        } catch (error) {
          if (alive) failed(error);
          return 1;
        }
      }
      return {
        done: run(),
        abandon() {
          alive = false;
          timers.end();
        },
      };
    },
  };
}

/** Runs at the end of this instant, after the promises that this one settles. */
function laterIn(cluster: Cluster): (run: () => void) => void {
  return (run) => void cluster.after(1, run);
}

/** What a `ts` cell sees without importing it. */
function scriptNames(
  options: LearnerOptions,
  world: LearnerWorld,
  limits: Limits,
  alive: () => boolean,
  lost: (error: unknown) => void,
): Readonly<Record<string, unknown>> {
  const { cluster } = options;
  const client = createBudget(limits, 'This cell', () => {}).guard(cluster.client('session').withCause(options.cause()));
  return {
    ...options.sdk,
    client: traceCalls(client, { alive, later: laterIn(cluster), lost }),
    sleep: (ms: number) => new Promise<void>((resolve) => world.after(Math.max(1, Number(ms) || 0), resolve)),
    now: () => cluster.now(),
  };
}

/** A problem with columns of the source rather than of the compiled code. */
function inSource(thrown: unknown, linker: Linker | undefined): Problem {
  const error = tame(thrown);
  const problem = problemOf(error, () => undefined);
  if (error instanceof ProblemError || !(error instanceof Error) || linker === undefined) return problem;
  const place = placeOf(error);
  if (place === undefined) return problem;
  return problemAt(problem.title, problem.message, problem.hint, linker.inSource(place), (file) => linker.source(file));
}
