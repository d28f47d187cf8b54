/** The script of a `ts` cell: the body of an async function, with a client and what it prints with. */
import type { Output } from '../types.ts';
import { createBudget } from './budget.ts';
import { createLifetime, laterIn, type LearnerEnvironment, type Lifetime } from './environment.ts';
import type { LearnerWorld } from './globals.ts';
import type { LearnerOptions } from './learner-options.ts';
import type { Linker } from './linker.ts';
import { printingNames } from './printing.ts';
import { problemInSource } from './problem-reports.ts';
import { traceCalls } from './tracked-client.ts';

export interface Script {
  /** Resolves with the exit code. Never rejects. */
  readonly done: Promise<number>;
  /** Its requests and timers never resolve from now on. */
  abandon(): void;
}

export function startScript(
  source: string,
  options: LearnerOptions,
  environment: LearnerEnvironment,
  output: (output: Output) => void,
): Script {
  const lifetime = createLifetime(options.cluster);
  let linker: Linker | undefined;
  const failed = (error: unknown): void => output({ type: 'error', ...problemInSource(error, linker) });
  const printing = printingNames((piece) => {
    if (!lifetime.isOver) output(piece);
  });
  const world: LearnerWorld = {
    ...environment.worldOf('cell', lifetime, failed),
    log: (_level, text) => printing.print(text),
  };

  async function run(): Promise<number> {
    try {
      linker = environment.linkerFor(world, (path) => options.workspace.read(path));
      const names = { ...scriptNames(options, environment, world, lifetime, failed), ...printing };
      const result = await linker.script(source, names)();
      if (result !== undefined) printing.print(result);
      return 0;
    } catch (error) {
      if (!lifetime.isOver) failed(error);
      return 1;
    }
  }

  return { done: run(), abandon: () => lifetime.end() };
}

/** What a `ts` cell sees without importing it. */
function scriptNames(
  options: LearnerOptions,
  { limits }: LearnerEnvironment,
  world: LearnerWorld,
  lifetime: Lifetime,
  lost: (error: unknown) => void,
): Readonly<Record<string, unknown>> {
  const { cluster } = options;
  const client = createBudget(limits, 'This cell', () => {}).guard(cluster.client('session').withCause(options.cause()));
  return {
    ...plainOf(options.sdk),
    client: traceCalls(client, { alive: () => !lifetime.isOver, later: laterIn(cluster), lost }),
    sleep: (ms: number) => new Promise<void>((resolve) => world.after(Math.max(1, Number(ms) || 0), resolve)),
    now: () => cluster.now(),
  };
}

type Names = Readonly<Record<string, unknown>>;

/** A module's exports, read once: spreading a module's namespace asks each of its bindings again. */
const plain = new WeakMap<Names, Names>();

function plainOf(module: Names): Names {
  const known = plain.get(module) ?? { ...module };
  plain.set(module, known);
  return known;
}
