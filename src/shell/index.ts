/** The shell's door. */
export { createShell } from './shell.ts';
export type { Command, FaultControl, Files, Output, Process, Shell, ShellOptions } from './types.ts';
