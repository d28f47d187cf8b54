/** Which files are meant by the files and folders that somebody has named. */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Part } from '../options.ts';

export interface HandIns {
  /** In order of their names; those that were named themselves first come where they were named. */
  readonly files: readonly string[];
  /** Files in the folders that are none of ours by their names. */
  readonly others: number;
  /** Folders that can't be read. */
  readonly closed: readonly string[];
}

/** Folders of programs, not of learners. */
const passedOver = new Set(['node_modules', '__MACOSX']);

/** A path that doesn't exist is kept: grading it says so. A file that is found twice counts once. */
export function findHandIns(paths: readonly string[], part?: Part): HandIns {
  const files = new Set<string>();
  const closed: string[] = [];
  let others = 0;
  for (const path of paths) {
    if (!isFolder(path)) files.add(path);
    else
      for (const file of filesBelow(path, closed)) {
        if (file.endsWith('.json')) files.add(file);
        else others += 1;
      }
  }
  const all = [...files];
  return { files: part === undefined ? all : all.filter((_file, place) => place % part.of === part.index), others, closed };
}

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Those whose names begin with a dot are left out, and links aren't followed. @param closed Is given the folders that can't be read. */
function filesBelow(folder: string, closed: string[]): readonly string[] {
  const entries = entriesOf(folder);
  if (entries === undefined) closed.push(folder);
  return (entries ?? [])
    .filter(({ name }) => !name.startsWith('.') && !passedOver.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path, closed) : entry.isFile() ? [path] : [];
    });
}

function entriesOf(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
