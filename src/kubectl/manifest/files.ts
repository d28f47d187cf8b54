/** The files of `-f`: paths, folders (`-R`), `-` for standard input. */
import { CliError } from '../errors.ts';
import type { Io } from '../types.ts';
import { type Manifest, type ManifestError, type ManifestObject, readManifest } from './read.ts';

export interface Files {
  readonly objects: readonly ManifestObject[];
  /** What could not be read; the objects before it still count. */
  readonly errors: readonly ManifestError[];
}

/** Every object of the files named, in order. Throws for files that are not there. */
export function readFiles(io: Io, names: readonly string[]): Files {
  const found: Manifest[] = [];
  let stdinUsed = false;
  for (const name of names) {
    if (name !== '-') {
      for (const path of inFolder(io, name)) found.push(readManifest(path, readNamed(io, path)));
      continue;
    }
    if (stdinUsed) throw new CliError('standard input cannot be used for multiple arguments');
    stdinUsed = true;
    found.push(readManifest('STDIN', io.stdin()));
  }
  return { objects: found.flatMap((each) => each.objects), errors: found.flatMap((each) => each.error ?? []) };
}

/** The manifests of a folder, in order; a file is only itself. */
function inFolder(io: Io, name: string): readonly string[] {
  const folder = name.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  if (io.readFile(folder) !== undefined) return [name];
  const prefix = folder === '.' || folder === '' ? '' : `${folder}/`;
  const inside = (io.listFiles?.() ?? []).filter(
    (path) => path.startsWith(prefix) && !path.slice(prefix.length).includes('/'),
  );
  if (inside.length === 0) return [name];
  const manifests = inside.filter((path) => /\.(json|ya?ml)$/.test(path)).toSorted();
  if (manifests.length > 0) return manifests;
  throw new CliError(`error reading [${name}]: recognized file extensions are [.json .yaml .yml]`);
}

function readNamed(io: Io, name: string): string {
  if (/^https?:\/\//.test(name)) {
    throw new CliError(`unable to read URL "${name}": there is no network here; put the file into the workspace`);
  }
  const content = io.readFile(name.replace(/^\.\//, ''));
  if (content === undefined) throw new CliError(`the path "${name}" does not exist`);
  return content;
}
