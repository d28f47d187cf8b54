/** The small programs of a Unix image, a line a group. */
import type { Image } from '../../../../sdk/index.ts';
import { archivePrograms } from './archive.ts';
import { awk } from './awk.ts';
import { curl } from './curl.ts';
import { filePrograms } from './files.ts';
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
export function programOf(image: Image, name: string): Program | undefined {
  const base = name.replace(/^\/(usr\/)?(local\/)?s?bin\//, '');
  if (Object.hasOwn(programs, base)) return programs[base];
  const hasExtra = Array.isArray(image.unix) && image.unix.includes(base);
  return hasExtra && Object.hasOwn(extras, base) ? extras[base] : undefined;
}

/** Whether it is one of the image's own, which runs as a process. */
export function ownProgram(image: Image, name: string): boolean {
  if (image.programs === undefined) return false;
  return Object.hasOwn(image.programs, name) || Object.hasOwn(image.programs, name.slice(name.lastIndexOf('/') + 1));
}

export function isShell(name: string): boolean {
  return SHELLS.has(name.replace(/^\/(usr\/)?bin\//, ''));
}

/** Names that stand in /bin. */
export function programNames(image: Image): readonly string[] {
  if (image.unix === undefined || image.unix === false) return [];
  return [...Object.keys(programs), ...SHELLS, ...(Array.isArray(image.unix) ? image.unix : [])].sort();
}
