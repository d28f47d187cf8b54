/**
 * What `git` keeps of a session beside the workspace's files, in place of `.git`: commits, branches, and what has been added. One clone a folder;
 * all shells of a session share them.
 */
import type { Commit, Repositories } from '../../../engine/index.ts';
import { normalPath } from '../../paths.ts';
import type { Process } from '../../types.ts';

/** path -> text, relative to the clone's folder. */
export type Texts = Readonly<Record<string, string>>;

export interface Clone {
  /** Absolute; `/` or `/shop`. */
  readonly folder: string;
  /** Its commits, under a name that doesn't matter. */
  readonly objects: Repositories;
  branch: string;
  /** What the next commit will have. */
  index: Texts;
  /** Address of the remote repository `origin`; '' while there is none. */
  origin: string;
}

/** A sentence for standard error, and the exit code. */
export class GitError extends Error {
  readonly code: number;
  constructor(message: string, code = 128) {
    super(message);
    this.code = code;
  }
}

/** The name of a clone's own repository in its store. */
const own = 'local';

const clonesOf = new WeakMap<Process['ports'], Map<string, Clone>>();

function all({ ports }: Process): Map<string, Clone> {
  const clones = clonesOf.get(ports) ?? new Map<string, Clone>();
  clonesOf.set(ports, clones);
  return clones;
}

/** Absolute, without a slash at the end. */
export const absolute = ({ folder }: Pick<Process, 'folder'>, path: string): string => `/${normalPath(path.startsWith('/') ? path : `${folder}/${path}`)}`;

/** Makes a clone in a folder, or returns the one that is there. @throws GitError where the session has no server of repositories. */
export function makeClone(process: Process, folder: string): { readonly clone: Clone; readonly isNew: boolean } {
  const clones = all(process);
  const known = clones.get(folder);
  if (known !== undefined) return { clone: known, isNew: false };
  const create = process.options.running?.('repository')?.createRepositories;
  if (create === undefined) throw new GitError('fatal: this session has no repositories');
  const clone: Clone = { folder, objects: create(), branch: 'main', index: {}, origin: '' };
  clones.set(folder, clone);
  return { clone, isNew: true };
}

/** One that came to nothing. */
export function forgetClone(process: Process, { folder }: Clone): void {
  all(process).delete(folder);
}

/** The clone that the current folder lies in. */
export function currentClone(process: Process): Clone {
  const clones = all(process);
  let folder = absolute(process, '.');
  for (;;) {
    const clone = clones.get(folder);
    if (clone !== undefined) return clone;
    if (folder === '/') throw new GitError('fatal: not a git repository (or any of the parent directories): .git');
    folder = folder.slice(0, Math.max(1, folder.lastIndexOf('/')));
  }
}

const inside = ({ folder }: Clone, path: string): string => (folder === '/' ? `/${path}` : `${folder}/${path}`);

/** Files of the clone's folder as they are in the workspace. */
export function workingTexts(clone: Clone, process: Process): Texts {
  const { files } = process.options;
  const prefix = inside(clone, '');
  const paths = files.list().map((path) => absolute(process, path));
  return Object.fromEntries(
    paths.filter((path) => path.startsWith(prefix)).map((path) => [path.slice(prefix.length), files.read(path) ?? '']),
  );
}

/** Makes the clone's folder hold these files, of those that git knows. */
export function checkOut(clone: Clone, texts: Texts, { options: { files } }: Process): void {
  for (const path of Object.keys(clone.index)) if (texts[path] === undefined) files.remove(inside(clone, path));
  for (const [path, text] of Object.entries(texts)) files.write(inside(clone, path), text);
  clone.index = texts;
}

export const branchesOf = ({ objects }: Clone): Readonly<Record<string, string>> => objects.branches(own) ?? {};

export const commitOf = ({ objects }: Clone, id: string | undefined): Commit | undefined => (id === undefined ? undefined : objects.commit(own, id));

export const headOf = (clone: Clone): Commit | undefined => commitOf(clone, branchesOf(clone)[clone.branch]);

/** Stores commits, and lets the branch point at the last of them. */
export function store(clone: Clone, commits: readonly Omit<Commit, 'id'>[], branch = clone.branch): Commit {
  const stored = clone.objects.push(own, { branch, commits, force: true });
  const commit = stored.ok ? commitOf(clone, stored.id) : undefined;
  if (commit === undefined) throw new GitError('fatal: the commit could not be stored');
  return commit;
}

/** Lets a branch point at a commit that is there. */
export function point(clone: Clone, branch: string, to: string): void {
  clone.objects.push(own, { branch, commits: [], to, force: true });
}

/** The commits that lead to this one by their first parents, newest first. */
export function historyOf(clone: Clone, from = headOf(clone)): readonly Commit[] {
  const commits: Commit[] = [];
  for (let commit = from; commit !== undefined; commit = commitOf(clone, commit.parents[0])) commits.push(commit);
  return commits;
}

/** `HEAD`, `HEAD~2`, a branch, or the beginning of a commit's name. */
export function resolve(clone: Clone, revision: string): Commit {
  const [, name = '', back = ''] = /^(.*?)((?:~\d*|\^)*)$/.exec(revision) ?? [];
  const steps = [...back.matchAll(/~(\d*)|\^/g)].reduce((sum, [, count]) => sum + (count ? Number(count) : 1), 0);
  const branches = branchesOf(clone);
  const known = Object.values(branches).flatMap((id) => historyOf(clone, commitOf(clone, id)));
  const from = name === 'HEAD' ? headOf(clone) : (commitOf(clone, branches[name]) ?? known.find(({ id }) => name.length >= 4 && id.startsWith(name)));
  const found = historyOf(clone, from)[steps];
  if (from === undefined || found === undefined) throw new GitError(`fatal: ambiguous argument '${revision}': unknown revision or path not in the working tree.`);
  return found;
}

/** As Git shortens a name. */
export const short = (id: string): string => id.slice(0, 7);
