/** What a script can't have without end. A kernel has such limits too, and says so; here they keep the cluster going. */
import { FileError, type Host } from './host.ts';
import { ExpressionError, matchingSteps, StepLimitError, stepsAtOnce } from './regexp/index.ts';
import type { Shell } from './shell.ts';

/** Ends the script that runs, with a message and a code. */
export class ShellFailure extends Error {
  readonly code: number;

  constructor(message: string, code = 2) {
    super(message);
    this.code = code;
  }
}

/** What went too far, or couldn't be read: everything else is a bug. */
export function failureOf(error: unknown): ShellFailure | undefined {
  if (error instanceof ShellFailure) return error;
  if (error instanceof ExpressionError || error instanceof StepLimitError) return new ShellFailure(error.message);
  if (error instanceof FileError) return new ShellFailure(error.message, 1);
  return undefined;
}

/** The most characters that a variable, a word or a substitution has. */
export const longestText = 8 * 1024 * 1024;
/** Commands within commands: functions that call themselves, `eval`, shells in shells. */
const deepest = 400;
/** pids.max of a container. */
const mostProcesses = 1_000;
/** Commands a processor gets done before it is another one's turn: time must pass. */
const commandsAtOnce = 20_000;

/** Half of the steps that an instant has are used: time must pass before a program goes on with more of its input. */
export function isOutOfSteps(host: Pick<Host, 'now' | 'load'>): boolean {
  return matchingSteps(host).left < stepsAtOnce / 2;
}

/** Counts a command; whether it must wait for `host.limits.busyMs`, for there was no end of commands in this instant. */
export function isOverworked(shell: Shell): boolean {
  const { load, limits } = shell.host;
  const nowMs = shell.host.now();
  if (load.instantMs !== nowMs) {
    load.instantMs = nowMs;
    load.commands = 0;
  }
  load.commands += 1;
  load.total = (load.total ?? 0) + 1;
  if (load.total > (limits.mostCommands ?? Number.POSITIVE_INFINITY)) throw new ShellFailure('too many commands');
  return load.commands > commandsAtOnce || isOutOfSteps(shell.host);
}

/** Notes one more process; returns what notes its end. Fails when there are too many. */
export function fork(shell: Shell): () => void {
  const { load } = shell.host;
  if (load.processes >= mostProcesses) throw new ShellFailure("can't fork: Resource temporarily unavailable");
  load.processes += 1;
  return () => {
    load.processes -= 1;
  };
}

/** One command deeper. Fails when that is too deep. */
export function enter({ state }: Shell): void {
  if (state.depth >= deepest) throw new ShellFailure('maximum function nesting level exceeded');
  state.depth += 1;
}

export function checkLength(length: number): void {
  if (length > longestText) throw new ShellFailure('out of memory');
}
