/** The workspace, which is flat, as a tree of folders with `/` at its top: what the shell's programs work on. */
import { type Files as TreeFiles, parentOf } from '../engine/index.ts';
import { FileError } from '../posix/index.ts';
import { DiskError } from './disk.ts';
import type { Files } from './types.ts';

const fileMode = 0o644;
const folderMode = 0o755;

/** Folders are there as soon as they hold a file, or were made; they are kept as long as what this returns. */
export function treeOf(files: Files, now: () => number): TreeFiles {
  const made = new Set<string>(['/']);
  const flat = (path: string): string => path.slice(1);
  const prefixOf = (path: string): string => (path === '/' ? '' : `${flat(path)}/`);
  const isFolder = (path: string): boolean =>
    made.has(path) || files.list().some((each) => each.startsWith(prefixOf(path)));

  return {
    read: (path) => files.read(flat(path)),
    write(path, content) {
      if (isFolder(path)) return 'Is a directory';
      try {
        files.write(flat(path), content);
        return undefined;
      } catch (error) {
        if (error instanceof DiskError) throw new FileError(error.message);
        throw error;
      }
    },
    makeFolder(path) {
      if (isFolder(path) || files.read(flat(path)) !== undefined) return 'File exists';
      made.add(path);
      return undefined;
    },
    remove(path) {
      if (files.read(flat(path)) !== undefined) {
        files.remove(flat(path));
        return undefined;
      }
      if (!isFolder(path)) return 'No such file or directory';
      if (childrenOf(files, made, path).length > 0) return 'Directory not empty';
      made.delete(path);
      return undefined;
    },
    list: (path) => (isFolder(path) ? childrenOf(files, made, path) : undefined),
    stat(path) {
      const content = files.read(flat(path));
      if (content !== undefined) return { folder: false, size: content.length, mode: fileMode, changedMs: now() };
      return isFolder(path) ? { folder: true, size: 4096, mode: folderMode, changedMs: now() } : undefined;
    },
  };
}

function childrenOf(files: Files, made: ReadonlySet<string>, path: string): readonly string[] {
  const prefix = path === '/' ? '' : `${path.slice(1)}/`;
  const names = new Set<string>();
  for (const each of files.list()) {
    if (each.startsWith(prefix)) names.add(each.slice(prefix.length).split('/')[0] ?? '');
  }
  for (const each of made) if (each !== '/' && parentOf(each) === path) names.add(each.slice(each.lastIndexOf('/') + 1));
  names.delete('');
  return [...names].sort();
}
