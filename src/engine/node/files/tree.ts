/** Files in memory: a container's own layer, or a volume. */
import type { FileStat } from '../../sdk/index.ts';

interface Entry {
  /** Undefined: a folder. */
  content: string | undefined;
  /** Of a folder: names of what is in it. */
  readonly names: Set<string>;
  mode: number;
  changedMs: number;
}

/** Paths here begin at the tree's root: `/` and `/a/b`. */
export interface Tree {
  read(path: string): string | undefined;
  write(path: string, content: string, mode?: number): string | undefined;
  makeFolder(path: string): string | undefined;
  remove(path: string): string | undefined;
  list(path: string): readonly string[] | undefined;
  stat(path: string): FileStat | undefined;
  /** What its files have in them. */
  bytes(): number;
}

/** All that a container or a volume can hold: it is in memory. */
const mostBytes = 64 * 1024 * 1024;
const NO_SPACE = 'No space left on device';

export const FILE_MODE = 0o644;
export const FOLDER_MODE = 0o755;

const newEntry = (content: string | undefined, mode: number, changedMs: number): Entry => ({ content, names: new Set(), mode, changedMs });

/** Creates an empty tree, whose root has this mode. `resized`: its files have become more or less. */
export function createTree(now: () => number, resized?: () => void, mode = FOLDER_MODE): Tree {
  let size = 0;
  const entries = new Map<string, Entry>([['/', newEntry(undefined, mode, now())]]);

  function parentProblem(path: string): string | undefined {
    const parent = entries.get(parentOf(path));
    if (parent === undefined) return 'No such file or directory';
    return parent.content === undefined ? undefined : 'Not a directory';
  }
  function resize(more: number): void {
    size += more;
    if (more !== 0) resized?.();
  }
  /** Takes the room, where there is. */
  function isTooMuch(more: number): boolean {
    const fits = more <= 0 || size + more <= mostBytes;
    if (fits) resize(more);
    return !fits;
  }
  function add(path: string, content: string | undefined, mode: number): void {
    entries.set(path, newEntry(content, mode, now()));
    entries.get(parentOf(path))?.names.add(nameOf(path));
  }

  return {
    bytes: () => size,
    read: (path) => entries.get(path)?.content,
    write(path, content, mode) {
      const existing = entries.get(path);
      if (existing !== undefined) {
        if (existing.content === undefined) return 'Is a directory';
        if (isTooMuch(content.length - existing.content.length)) return NO_SPACE;
        existing.content = content;
        existing.changedMs = now();
        if (mode !== undefined) existing.mode = mode;
        return undefined;
      }
      const problem = parentProblem(path) ?? (isTooMuch(content.length) ? NO_SPACE : undefined);
      if (problem === undefined) add(path, content, mode ?? FILE_MODE);
      return problem;
    },
    makeFolder(path) {
      if (entries.has(path)) return 'File exists';
      const problem = parentProblem(path);
      if (problem === undefined) add(path, undefined, FOLDER_MODE);
      return problem;
    },
    remove(path) {
      const entry = entries.get(path);
      if (entry === undefined) return 'No such file or directory';
      if (entry.names.size > 0) return 'Directory not empty';
      if (path === '/') return 'Device or resource busy';
      resize(-(entry.content?.length ?? 0));
      entries.delete(path);
      entries.get(parentOf(path))?.names.delete(nameOf(path));
      return undefined;
    },
    list(path) {
      const entry = entries.get(path);
      return entry !== undefined && entry.content === undefined ? [...entry.names].sort() : undefined;
    },
    stat(path) {
      const entry = entries.get(path);
      if (entry === undefined) return undefined;
      const folder = entry.content === undefined;
      return { folder, size: entry.content?.length ?? 4096, mode: entry.mode, changedMs: entry.changedMs };
    },
  };
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Puts a file there, with the folders it needs. */
export function plant(tree: Tree, path: string, content: string, mode?: number): void {
  plantFolder(tree, parentOf(path));
  tree.write(path, content, mode);
}

/** Makes a folder and those above it. */
export function plantFolder(tree: Tree, path: string): void {
  if (tree.stat(path) !== undefined) return;
  plantFolder(tree, parentOf(path));
  tree.makeFolder(path);
}

/** An absolute path without `.`, `..` and doubled slashes. */
export function absolutePath(path: string, cwd = '/'): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${cwd}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}
