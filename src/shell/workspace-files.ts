/** The workspace, which is flat, as a tree of folders with `/` at its top: what the shell's programs work on. */
import { type Files as TreeFiles, parentOf } from '../engine/index.ts';
import { FileError } from '../posix/index.ts';
import { DiskError } from './disk.ts';
import type { Files } from './types.ts';

const fileMode = 0o644;
const folderMode = 0o755;

export interface WorkspaceTree extends TreeFiles {
  /** Files, when they were last looked through. */
  count(): number;
}

/** Folders are there as soon as they hold a file, or were made; they are kept as long as what this returns. */
export function treeOf(files: Files, now: () => number): WorkspaceTree {
  let count = 0;
  const made = new Set<string>(['/']);
  const flat = (path: string): string => path.slice(1);
  const prefixOf = (path: string): string => (path === '/' ? '' : `${flat(path)}/`);
  const paths = (): readonly string[] => {
    const all = files.list();
    count = all.length;
    return all;
  };
  const isFolder = (path: string): boolean =>
    made.has(path) || paths().some((each) => each.startsWith(prefixOf(path)));

  return {
    count: () => count,
    read: (path) => files.read(flat(path)),
    write(path, content) {
      if (files.read(flat(path)) === undefined && isFolder(path)) return 'Is a directory';
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
      if (childrenOf(paths(), made, path).length > 0) return 'Directory not empty';
      made.delete(path);
      return undefined;
    },
    list: (path) => (isFolder(path) ? childrenOf(paths(), made, path) : undefined),
    stat(path) {
      const content = files.read(flat(path));
      if (content !== undefined) return { folder: false, size: content.length, mode: fileMode, changedMs: now() };
      return isFolder(path) ? { folder: true, size: 4096, mode: folderMode, changedMs: now() } : undefined;
    },
  };
}

function childrenOf(paths: readonly string[], made: ReadonlySet<string>, path: string): readonly string[] {
  const prefix = path === '/' ? '' : `${path.slice(1)}/`;
  const names = new Set<string>();
  for (const each of paths) {
    if (each.startsWith(prefix)) names.add(each.slice(prefix.length).split('/')[0] ?? '');
  }
  for (const each of made) if (each !== '/' && parentOf(each) === path) names.add(each.slice(each.lastIndexOf('/') + 1));
  names.delete('');
  return [...names].sort();
}
