/** What this system has to keep a process apart with, and how a submission's process is started with all of it. */
import { spawnSync } from 'node:child_process';

export interface Isolation {
  /** What is put before the command: programs that start it with less. */
  readonly prefix: readonly string[];
  /** For the head of a report: what holds, and what this system doesn't have. */
  readonly words: readonly string[];
}

/** Bytes that a submission's process may have for data: buffers count. */
export const mostMemory = 1_000_000_000;
/** Megabytes of objects. */
export const mostHeap = 256;

const namespaces = ['unshare', '-rnpf', '--kill-child=KILL'];
const limit = ['prlimit', `--data=${mostMemory}`, '--core=0', '--nofile=64'];

const works = ([program = '', ...args]: readonly string[]): boolean =>
  spawnSync(program, [...args, 'true'], { stdio: 'ignore', timeout: 5_000 }).status === 0;

/** Tries what there is. */
export function findIsolation(): Isolation {
  const hasNamespaces = works(namespaces);
  const hasLimit = works(limit);
  return {
    prefix: [...(hasLimit ? limit : []), ...(hasNamespaces ? namespaces : [])],
    words: [
      'Each submission runs in a process of its own, without files, programs, threads, add-ons, environment or code made of texts.',
      hasNamespaces
        ? 'It has no network, and sees no other process.'
        : 'Not on this system: a network and processes of its own (unshare). Code that got into Node itself could reach both.',
      hasLimit
        ? `It has at most ${mostMemory / 1_000_000} MB, buffers included.`
        : `Not on this system: a limit for its buffers (prlimit). Its objects have at most ${mostHeap} MB.`,
    ],
  };
}
