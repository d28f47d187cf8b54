/** The shell's door. */
export { loadEtcdctl } from './commands/etcdctl.ts';
export { loadFaultCommand } from './commands/load-fault-command.ts';
export { loadTerraform } from './terraform/load-terraform.ts';
export { createShell } from './shell.ts';
export type { Command, FaultControl, Files, Output, Process, Shell, ShellOptions } from './types.ts';
