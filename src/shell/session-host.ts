/** The session as a host of the shell: its workspace, its time, its commands. */
import type { Output as BytesOutput } from '../engine/index.ts';
import { emptyInput } from '../engine/index.ts';
import type { Host } from '../posix/index.ts';
import { unknownCommand } from './commands/registry.ts';
import { largestFile } from './disk.ts';
import type { Files, ShellOptions } from './types.ts';
import { treeOf } from './workspace-files.ts';

/** What changes from script to script, and what the host can't know. */
export interface SessionHostParts {
  readonly output: BytesOutput;
  readonly error: BytesOutput;
  readonly network: Host['network'];
  after: Host['after'];
  began: NonNullable<Host['began']>;
  hasProgram: Host['hasProgram'];
  spawn: Host['spawn'];
}

/** A script that is throttled goes on at once, when the session has had its turn. */
const limits: Host['limits'] = { throttledMs: 1, gatheredBytes: largestFile, jobs: false };

/** Its files and pids outlive scripts. */
export function createSessionHost(options: ShellOptions, packages: readonly string[], parts: SessionHostParts): Host {
  let lastPid = 100;
  let chance = 1;
  const files = treeOf(options.files, () => options.now());
  return {
    pid: lastPid,
    env: { HOME: '/' },
    cwd: '/',
    hostname: 'converge',
    stdio: { input: emptyInput, output: parts.output, error: parts.error },
    files,
    alive: true,
    now: () => options.now(),
    random() {
      // Numerical Recipes' generator: $RANDOM needs no better one.
      chance = (Math.imul(chance, 1_664_525) + 1_013_904_223) >>> 0;
      return chance / 2 ** 32;
    },
    after: parts.after,
    exit() {},
    onTerminate() {},
    packages,
    load: { processes: 0 },
    takePid() {
      lastPid += 1;
      return lastPid;
    },
    hasProgram: parts.hasProgram,
    spawn: parts.spawn,
    network: parts.network,
    // To find a file, all of them are looked through.
    limits: { ...limits, lookupSteps: files.count },
    began: parts.began,
    notFound: (name) => unknownCommand(name, Object.keys(options.commands ?? {})),
  };
}

/** The workspace as a command sees it from a folder of it. */
export function filesFrom(files: Files, folder: string): Files {
  if (folder === '/') return files;
  const prefix = `${folder.slice(1)}/`;
  const inside = (path: string): string => (path.startsWith('/') ? path : `${prefix}${path}`);
  return {
    read: (path) => files.read(inside(path)),
    write: (path, text) => files.write(inside(path), text),
    remove: (path) => files.remove(inside(path)),
    list: () => files.list().map((path) => (path.startsWith(prefix) ? path.slice(prefix.length) : `/${path}`)),
  };
}
