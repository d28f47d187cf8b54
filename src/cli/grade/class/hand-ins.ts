/** Which files are meant by the files and folders that somebody has named. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Part } from '../options.ts';

export interface HandIns {
  /** In order of their names; those that were named themselves first come where they were named. */
  readonly files: readonly string[];
  /** Files in the folders that are none of ours by their names. */
  readonly others: number;
}

/** Folders of programs, not of learners. */
const passedOver = new Set(['node_modules', '__MACOSX']);

/** A path that doesn't exist is kept: grading it says so. A file that is found twice counts once. */
export function findHandIns(paths: readonly string[], part?: Part): HandIns {
  const files = new Set<string>();
  let others = 0;
  for (const path of paths) {
    if (!isFolder(path)) files.add(path);
    else
      for (const file of filesBelow(path)) {
        if (file.endsWith('.json')) files.add(file);
        else others += 1;
      }
  }
  const all = [...files];
  return { files: part === undefined ? all : all.filter((_file, place) => place % part.of === part.index), others };
}

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Those whose names begin with a dot are left out, and links aren't followed. */
function filesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.') && !passedOver.has(name));
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
    });
}
