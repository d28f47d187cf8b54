/** Programs of this machine: where they are, and whether they run. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of the first of these programs that the PATH has, or the folder of servers, which only root's PATH has on Debian. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'].filter((folder) => folder !== '');
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  return names.flatMap((name) => folders.flatMap((folder) => endings.map((ending) => join(folder, `${name}${ending}`)))).find(isProgram);
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether the program starts at all: a placeholder of a package, or one without its libraries, doesn't. */
export const runs = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore', timeout: 20_000 }).status === 0;
