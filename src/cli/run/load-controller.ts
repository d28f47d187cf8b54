/** Loads a controller as a lesson's page does: TypeScript with its lines kept, `converge/sdk`, files beside it, and its own clock and chance. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as sdk from 'converge/sdk';
import { type Controller, type EngineParts, engineParts, type Kernel, type LogLine } from '../../engine/index.ts';
import { kinds } from '../../engine/sdk/index.ts';
import { createLifetime, LearnerEnvironment } from '../../session/learner/environment.ts';
import { createLearner } from '../../session/learner/learner.ts';
import type { LearnerCluster } from '../../session/learner/learner-cluster.ts';
import type { LearnerOptions } from '../../session/learner/learner-options.ts';
import { controllerNames } from '../../session/learner/module-exports.ts';
import { loadTypeScript, typeScriptTools } from '../../session/learner/toolchain.ts';
import type { Problem } from '../../session/types.ts';
import { createWorkspace } from '../../session/workspace.ts';

export interface LoadedController {
  readonly controller: Controller;
  readonly parts: EngineParts;
  /** Its file and those beside it, by their names. */
  readonly files: Readonly<Record<string, string>>;
  /** A new stretch of time begins: what the code may send is counted anew. */
  renew(): void;
  /** A promise was rejected that no code awaits: whether it was the controller's. */
  rejected(error: unknown): boolean;
}

export interface LoadOptions {
  readonly file: string;
  /** Of several that the file exports. */
  readonly name?: string | undefined;
  readonly kernel: Kernel;
  /** What went wrong in its code, with the place; the same again counts up. */
  problem(problem: Problem, count: number): void;
  /** Lines of the running controller, to listen to. */
  onLog(listener: (line: LogLine) => void): () => void;
  /** A line that the code itself has logged. */
  print(level: 'info' | 'error', text: string): void;
}

/** The code can't be run: the message says where and why. */
export class LoadError extends Error {}

/** At most so many bytes of TypeScript beside the controller are read. */
const largestFolder = 4_000_000;

/** Rejects with a `LoadError`, or with what reading the file fails with. */
export async function loadController({ file, name, kernel, problem, onLog, print }: LoadOptions): Promise<LoadedController> {
  await loadTypeScript();
  const files = filesBeside(file);
  const entry = basename(file);
  const startMs = kernel.clock.now();
  let made: Parameters<LearnerCluster['swap']>[0] | undefined;
  const options: LearnerOptions = {
    cluster: clusterOf(kernel, onLog, (swapped) => {
      made = swapped;
    }),
    workspace: createWorkspace(files),
    compile: typeScriptTools().compileTypeScript,
    sdk,
    seed: 1,
    // It has a machine of its own to keep busy.
    limits: { reconcilesPerInstant: Number.POSITIVE_INFINITY },
    t: () => kernel.clock.now() - startMs,
    emit(event) {
      if (event.type === 'problem') problem(event.problem, event.count);
      if (event.type === 'log') print(event.level, event.text);
    },
    cause: () => 0,
  };
  const learner = createLearner(options);
  const wrong = learner.swap(name ?? onlyName(options, entry), entry);
  if (wrong !== undefined) throw new LoadError(problemText(wrong));
  if (made === undefined || 'start' in made) throw new LoadError(`${entry} exports nothing that runs as a controller`);
  const controller = 'create' in made ? made.create(kinds) : made;
  const own = 'create' in made ? made.parts : undefined;
  return {
    controller,
    parts: { ...engineParts, ...own },
    files,
    renew: () => learner.renew(),
    rejected: (error) => learner.rejected(error),
  };
}

/** The name of the one controller that a file exports. Where it doesn't load or has none, loading it under any name says why. */
function onlyName(options: LearnerOptions, entry: string): string {
  const lifetime = createLifetime(options.cluster);
  const environment = new LearnerEnvironment(options);
  let names: readonly string[];
  try {
    const world = environment.worldOf(entry, lifetime, () => {});
    names = controllerNames(environment.linkerFor(world, (path) => options.workspace.read(path)).load(entry));
  } catch {
    names = [];
  } finally {
    lifetime.end();
  }
  const [only = entry.replace(/\.ts$/, ''), second] = names;
  if (second !== undefined) throw new LoadError(`${entry} exports several controllers: choose one with --controller ${names.join(' or ')}`);
  return only;
}

/** `title (file:line). hint`, as people read it. */
export function problemText({ title, message, file, line, hint }: Problem): string {
  const place = line === undefined ? '' : ` (${file === undefined ? 'line ' : `${file}:`}${line})`;
  return [`${title}${place}`, message, hint].filter((part) => part !== '').join('. ');
}

/** TypeScript of the controller's folder, by its name. */
function filesBeside(file: string): Readonly<Record<string, string>> {
  const folder = dirname(file);
  const files: Record<string, string> = { [basename(file)]: readFileSync(file, 'utf8') };
  let left = largestFolder;
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.ts') || name.endsWith('.d.ts') || name === basename(file)) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    left -= text.length;
    if (left < 0) break;
    files[name] = text;
  }
  return files;
}

function clusterOf({ clock, trace, unsettled }: Kernel, onLog: LoadOptions['onLog'], swap: LearnerCluster['swap']): LearnerCluster {
  const notHere = (): never => {
    throw new LoadError('only a controller can be run against a cluster');
  };
  return {
    now: clock.now,
    after: clock.after,
    unsettled,
    trace,
    onLog,
    swap,
    unswap: notHere,
    usePlugins: notHere,
    useParts: notHere,
    swapWebhook: notHere,
    unswapWebhook: notHere,
    client: notHere,
  };
}
