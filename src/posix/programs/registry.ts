/** The small programs of a Unix image, a line a group. */
import type { Host } from '../host.ts';
import { archivePrograms } from './archive.ts';
import { awk } from './awk/index.ts';
import { curl } from './curl.ts';
import { filePrograms } from './files.ts';
import { machinePrograms } from './machine.ts';
import { networkPrograms } from './network.ts';
import { sed } from './sed.ts';
import { systemPrograms } from './system.ts';
import { textPrograms } from './text.ts';
import type { Program } from './tool.ts';

const SHELLS = new Set(['sh', 'ash']);

/** What busybox has. */
const programs: Readonly<Record<string, Program>> = {
  ...systemPrograms,
  ...textPrograms,
  ...filePrograms,
  ...archivePrograms,
  ...networkPrograms,
  sed,
  awk,
};
/** What an image may have beside it. */
const extras: Readonly<Record<string, Program>> = { curl };

/** The program of that name, or of that path in a folder for programs. */
export function programOf({ packages, machine }: Host, name: string): Program | undefined {
  const base = name.replace(/^\/(usr\/)?(local\/)?s?bin\//, '');
  if (Object.hasOwn(programs, base)) return programs[base];
  if (packages.includes(base)) return Object.hasOwn(extras, base) ? extras[base] : undefined;
  const ofMachine = Object.hasOwn(machinePrograms, base) ? machinePrograms[base] : undefined;
  return machine === undefined || ofMachine === undefined ? undefined : (tool) => ofMachine(tool, machine);
}

export function isShell(name: string): boolean {
  return SHELLS.has(name.replace(/^\/(usr\/)?bin\//, ''));
}

/** Names that stand in /bin of a machine. */
export function programNames(packages: readonly string[]): readonly string[] {
  return [...Object.keys(programs), ...Object.keys(machinePrograms), ...SHELLS, ...packages].sort();
}

/** Names that need no machine. */
export function plainProgramNames(packages: readonly string[]): readonly string[] {
  return [...Object.keys(programs), ...SHELLS, ...packages].sort();
}
