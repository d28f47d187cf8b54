/** The one shell: what containers run, and what the terminal is built on. */
import { loadPrograms, mayStartPiecePrograms, plainProgramNames, programNames } from './programs/registry.ts';
import { runUnix } from './run.ts';

export { builtinNames } from './builtins.ts';
export { FileError, type Host, type Stdio } from './host.ts';
export { interpret } from './interpret.ts';
export { codeOf, failureOf } from './limits.ts';
export { parseShell } from './parse.ts';
export { createShell } from './run.ts';
export type { Shell } from './shell.ts';
export { readAll, startTask, type Steps, type Task } from './task.ts';
export { loadPrograms, mayStartPiecePrograms, plainProgramNames };

/** The shell and the small programs, as a cluster takes them (`ClusterOptions.unix`). */
export const unix = { run: runUnix, programNames };
