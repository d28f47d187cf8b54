/** `npm run serve`: prints one line of JSON when the API is there, and serves until it is interrupted. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCluster } from '../../engine/index.ts';
import { startedBy } from '../program.ts';
import { FlagError, type ServeOptions, serveOptions, usage } from './options.ts';
import { serve } from './serve.ts';

type Descriptions = (type: string, field: string) => string;

/**
 * Resolves with the exit code when it was interrupted, or at once when it can't serve. `descriptions`: what `kubectl explain` says; by default
 * from `.generated/`.
 */
export async function serveCommand(argv: readonly string[], descriptions?: Descriptions): Promise<number> {
  let options: ServeOptions | undefined;
  try {
    options = serveOptions(argv, controllerNames());
  } catch (error) {
    if (!(error instanceof FlagError)) throw error;
    console.error(`serve: ${error.message}\nSee ${startedBy('serve')} --help`);
    return 2;
  }
  if (options === undefined) {
    console.log(usage);
    return 0;
  }
  return run(options, descriptions ?? readDescriptions());
}

/** Ctrl+C, a supervisor, and a terminal that is closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function run(options: ServeOptions, descriptions: Descriptions): Promise<number> {
  const ended = Promise.withResolvers<number>();
  const interrupt = (): void => ended.resolve(0);
  for (const signal of signals) process.once(signal, interrupt);
  try {
    const served = await serve(options, {
      descriptions,
      failed(error) {
        console.error(error);
        ended.resolve(1);
      },
      say: (line) => console.error(line),
      controllerFailed: (line) => console.error(line),
    });
    const { url, kubeconfig, etcdUrls } = served;
    console.log(JSON.stringify({ url, kubeconfig, ...(etcdUrls.length > 0 && { etcd: etcdUrls }) }));
    const code = await ended.promise;
    await served.stop();
    return code;
  } catch (error) {
    console.error(`serve: ${reasonOf(error, options)}`);
    return 1;
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}

function reasonOf(error: unknown, { port }: ServeOptions): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `port ${port} is taken: end what uses it, or take another with --port (0 takes a free one)`;
  if (code === 'EACCES' && port > 0 && port < 1024)
    return `port ${port} needs rights this user doesn't have: take one from 1024 on`;
  return error instanceof Error ? error.message : String(error);
}

/** What --no-controllers can name: read from a cluster that has everything. */
function controllerNames(): readonly string[] {
  const cluster = createCluster({ seed: 0, nodes: 0, settle: () => Promise.resolve() });
  return cluster.components().filter((name) => name !== 'apiserver').map((name) => name.replace('controller/', ''));
}

/** What `npm run generate` has read from the installed types, when it has run. */
function readDescriptions(): Descriptions {
  const file = fileURLToPath(new URL('../../../.generated/descriptions.json', import.meta.url));
  if (!existsSync(file)) return () => '';
  const texts: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  return (type, field) => texts[type]?.[field] ?? '';
}
