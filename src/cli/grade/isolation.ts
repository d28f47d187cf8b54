/** What this system has to keep a process apart with, and how a submission's process is started with all of it. */
import { spawnSync } from 'node:child_process';

export interface Isolation {
  /** What is put before the command: programs that start it with less. */
  readonly prefix: readonly string[];
  readonly lacks: readonly Lack[];
}

/** What a system may not have to keep a process apart with. */
export type Lack = (typeof allLacks)[number];

const allLacks = ['no network namespace', 'no memory limit'] as const;

/** Bytes that a submission's process may have for data: buffers count. */
export const mostMemory = 1_000_000_000;
/** Megabytes of objects. */
export const mostHeap = 256;

/** Programs that give a process a network and processes of its own, the first choice first. Some systems allow the second alone. */
export const namespaceCommands: readonly (readonly string[])[] = [
  ['unshare', '-rnpf', '--kill-child=KILL'],
  ['bwrap', '--unshare-all', '--die-with-parent', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--'],
];
const limit = ['prlimit', `--data=${mostMemory}`, '--core=0', '--nofile=64'];

/** Whether this command, put before another, starts it. */
export const works = ([program = '', ...args]: readonly string[]): boolean =>
  spawnSync(program, [...args, 'true'], { stdio: 'ignore', timeout: 5_000 }).status === 0;

/** Tries what there is. @param isWorking Whether a command, put before another, starts it. */
export function findIsolation(isWorking = works): Isolation {
  const namespaces = namespaceCommands.find(isWorking);
  const hasLimit = isWorking(limit);
  return {
    prefix: [...(hasLimit ? limit : []), ...(namespaces ?? [])],
    lacks: [...(namespaces === undefined ? (['no network namespace'] as const) : []), ...(hasLimit ? [] : (['no memory limit'] as const))],
  };
}

/** For the head of a report: what holds, and what the system doesn't have. A sentence or two each. */
export const isolationWords = (lacks: readonly Lack[]): readonly string[] => [
  'Each submission runs in a process of its own, without files, programs, threads, add-ons, environment or code made of texts.',
  lacks.includes('no network namespace')
    ? 'Not on this system: a network and processes of its own (unshare or bwrap). Code that got into Node itself could reach both.'
    : 'It has no network, and sees no other process.',
  lacks.includes('no memory limit')
    ? `Not on this system: a limit for its buffers (prlimit). Its objects have at most ${mostHeap} MB.`
    : `It has at most ${mostMemory / 1_000_000} MB, buffers included.`,
];

/** As a cell of a table has it: `complete`, or what was lacking. */
export const isolationCell = (lacks: readonly Lack[]): string => (lacks.length === 0 ? 'complete' : lacks.join('; '));

/** What such a cell says was lacking. */
export const lacksIn = (cell: string): readonly Lack[] => allLacks.filter((lack) => cell.split('; ').includes(lack));
