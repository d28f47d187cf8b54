/** The files of `-f`: paths, folders (`-R`), `-` for standard input. */
import { CliError } from '../errors.ts';
import type { Io } from '../types.ts';
import { type ManifestObject, readManifest } from './read.ts';

/** Every object of the files named, in order. */
export function readFiles(io: Io, names: readonly string[]): readonly ManifestObject[] {
  const found: ManifestObject[] = [];
  let stdinUsed = false;
  for (const name of names) {
    if (name === '-') {
      if (stdinUsed) throw new CliError('standard input cannot be used for multiple arguments');
      stdinUsed = true;
      found.push(...readManifest('STDIN', io.stdin()));
    } else found.push(...readManifest(name, readNamed(io, name)));
  }
  return found;
}

function readNamed(io: Io, name: string): string {
  if (/^https?:\/\//.test(name)) {
    throw new CliError(`unable to read URL "${name}": there is no network here; put the file into the workspace`);
  }
  const content = io.readFile(name.replace(/^\.\//, ''));
  if (content === undefined) throw new CliError(`the path "${name}" does not exist`);
  return content;
}
