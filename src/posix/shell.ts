/** What a running shell remembers. */
import type { Input, Output } from '../engine/index.ts';
import type { CpuTime } from './cpu-time.ts';
import type { Host } from './host.ts';
import type { Command } from './parse.ts';
import type { Steps, Task } from './task.ts';

export interface Shell {
  readonly host: Host;
  readonly state: ShellState;
  readonly io: ShellIo;
  /** Of the process, whatever runs in it. */
  readonly cpu: CpuTime;
  /** Another shell in this one's process: `sh -c …`, with what it reads and writes. */
  readonly startShell: (shell: Shell, args: readonly string[]) => ShellSteps;
}

export interface ShellIo {
  readonly input: Input;
  readonly output: Output;
  readonly error: Output;
}

export interface ShellState {
  /** Values are bytes as text. */
  readonly variables: Map<string, string>;
  readonly exported: Set<string>;
  readonly functions: Map<string, Command>;
  /** `$0`, `$1` … */
  parameters: readonly string[];
  cwd: string;
  lastCode: number;
  /** `set -e`, `set -x`, `set -u` … */
  options: string;
  /** `set -o pipefail`: a pipeline fails with the last stage that does. */
  pipefail: boolean;
  /** Commands within commands that are running. */
  depth: number;
  /** Loops that are running: what waits in there may go on for ever. Shared by all shells of a task. */
  loops: { running: number };
  /** Scripts by signal name. */
  readonly traps: Map<string, string>;
  readonly jobs: Map<number, Job>;
  lastJob: number;
}

export interface Job {
  /** Undefined before its first turn. */
  task: Pick<Task, 'kill'> | undefined;
  code: number | undefined;
  /** Those who wait for its end. */
  readonly waiting: (() => void)[];
}

/** How a command ended. */
export interface Outcome {
  readonly code: number;
  /** On its way out of a loop, a function or the whole script. */
  readonly leaves?: 'break' | 'continue' | 'return' | 'exit';
  /** Loops still to be left. */
  readonly depth?: number;
}

export type ShellSteps = Steps<Outcome>;

/** Of a copy, and one for each name in it. */
const subshellSteps = 60;

/** A shell that changes nothing of this one: `( … )`, a stage of a pipeline, `$( … )`. */
export function subshell(shell: Shell, other: Partial<ShellIo> = {}): Shell {
  const { state, io, cpu } = shell;
  cpu.spend(subshellSteps + state.variables.size + state.exported.size + state.functions.size);
  const copy: ShellState = {
    ...state,
    variables: new Map(state.variables),
    exported: new Set(state.exported),
    functions: new Map(state.functions),
    traps: new Map(),
    jobs: new Map(),
  };
  return { ...shell, state: copy, io: { ...io, ...other } };
}

/** A subshell that runs beside this one, in a task of its own. */
export function subshellApart(shell: Shell, other: Partial<ShellIo> = {}): Shell {
  const inner = subshell(shell, other);
  inner.state.loops = { running: shell.state.loops.running };
  return inner;
}

/** Waits up to this keep the cluster from being quiet: something is about to end. Not inside of loops. */
const shortWaitMs = 30_000;

/** Whether the cluster may be quiet while this shell waits so long, in more than these loops. */
export function isBackground({ state }: Shell, loops = 0): (ms: number) => boolean {
  return (ms) => state.loops.running > loops || ms > shortWaitMs;
}
