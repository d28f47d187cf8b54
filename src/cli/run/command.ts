/** `converge run`: a controller of a lesson on a real cluster, until it is interrupted. */
import { nodePlatform } from '../../runtimes/platforms.ts';
import { startedBy } from '../program.ts';
import { type Health, createHealth } from './health.ts';
import { openServer } from './connect.ts';
import { LoadError } from './load-controller.ts';
import { type RunOptions, runOptions, usage } from './options.ts';
import { rbacManifest } from './rbac.ts';
import { readController, runController } from './run-controller.ts';

/** Ctrl+C, a supervisor, and a terminal that is closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves with the exit code: 0 after an interrupt, 1 when it couldn't go on, 2 for a wrong command. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  let options: RunOptions | undefined;
  try {
    options = runOptions(argv);
  } catch (error) {
    console.error(`run: ${reasonOf(error)}\nSee ${startedBy('run')} --help`);
    return 2;
  }
  if (options === undefined) {
    console.log(usage);
    return 0;
  }
  try {
    return await (options.rbacOnly ? printRights(options) : run(options));
  } catch (error) {
    console.error(error instanceof LoadError ? error.message : `run: ${reasonOf(error)}`);
    return 1;
  }
}

const say = (line: string): void => console.error(`${new Date().toISOString()} ${line}`);
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error));

async function printRights(options: RunOptions): Promise<number> {
  const { loaded, kernel } = await readController(options, say);
  kernel.end();
  const { allow, namespace, leaderElect } = options;
  const leaseNamespace = leaderElect ? options.leaseNamespace : undefined;
  console.log(rbacManifest({ controller: loaded.controller, allow, namespace, leaseNamespace }).trimEnd());
  return 0;
}

async function run(options: RunOptions): Promise<number> {
  const interrupted = Promise.withResolvers<number>();
  const interrupt = (): void => interrupted.resolve(0);
  for (const signal of signals) process.once(signal, interrupt);
  let health: Awaited<ReturnType<Health['serve']>> | undefined;
  let forget = (): void => {};
  try {
    const server = openServer(options.kubeconfig, options.context);
    const running = await runController(options, { server, say });
    forget = nodePlatform().onRejection?.((error) => running.rejected(error)) ?? forget;
    const where = options.namespace === undefined ? '' : `, in namespace ${options.namespace}`;
    say(`runs ${running.controller.name} against ${server.url}${where}${options.dryRun ? ', without changing anything' : ''}`);
    if (options.healthPort !== undefined) {
      health = await createHealth(() => running.missing()).serve(options.healthPort);
      say(`says how it is at port ${health.port}: /healthz, /readyz`);
    }
    const end = await Promise.race([interrupted.promise, running.ended]);
    await running.stop();
    if (typeof end === 'number') return end;
    say('lost the Lease: another may lead now, so this one ends. Start it again to be a candidate.');
    return 1;
  } finally {
    health?.close();
    forget();
    for (const signal of signals) process.off(signal, interrupt);
  }
}
