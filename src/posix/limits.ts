/** What a script can't have without end. A kernel has such limits too, and says so; here they keep the cluster going. */
import { CpuLimitError, cpuLimitCode } from './cpu-time.ts';
import { FileError } from './host.ts';
import { ExpressionError, StepLimitError } from './regexp/index.ts';
import { type Command, parseShell } from './parse.ts';
import type { Outcome, Shell } from './shell.ts';
import type { Steps } from './task.ts';
import type { SyntaxProblem } from './tokens.ts';

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
  if (error instanceof ExpressionError) return new ShellFailure(error.message);
  if (isCpuLimit(error)) return new ShellFailure(new CpuLimitError().message, cpuLimitCode);
  if (error instanceof FileError) return new ShellFailure(error.message, 1);
  return undefined;
}

/** The process has used up its CPU time: in a step of its own, or while it matched. */
export function isCpuLimit(error: unknown): boolean {
  return error instanceof CpuLimitError || error instanceof StepLimitError;
}

/** What a script came to, also one that went too far. */
export function* codeOf({ io, state, cpu }: Shell, steps: Steps<Outcome>): Steps {
  try {
    return (yield* steps).code;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    if (!isCpuLimit(error) || cpu.report()) io.error.write(`sh: ${failure.message}\n`);
    state.lastCode = failure.code;
    return failure.code;
  }
}

/** Of a character of a script. */
const parseSteps = 4;

/** Parses what a running script makes up: `eval`, `$(…)`, `sh -c`. */
export function parseMetered({ cpu }: Shell, script: string): Command | SyntaxProblem {
  cpu.spend(script.length * parseSteps);
  return parseShell(script);
}

/** The most characters that a variable, a word or a substitution has. */
export const longestText = 8 * 1024 * 1024;
/** Commands within commands: functions that call themselves, `eval`, shells in shells. */
const deepest = 400;
/** Of a process. */
const forkSteps = 150;
/** pids.max of a container. */
const mostProcesses = 1_000;
/** Notes one more process; returns what notes its end. Fails when there are too many. */
export function fork({ host, cpu }: Shell): () => void {
  const { load } = host;
  cpu.spend(forkSteps);
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
