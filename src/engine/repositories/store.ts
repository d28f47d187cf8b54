/** Repositories in memory: commits under their names, which never change, and branches, which do. */
import { nameOfCommit } from './git-objects.ts';
import type { Commit, Push, Pushed, Repositories } from './types.ts';

interface Repository {
  readonly commits: Map<string, Commit>;
  readonly branches: Map<string, string>;
}

/** Creates a server's repositories: none so far. */
export function createRepositories(): Repositories {
  const repositories = new Map<string, Repository>();
  return {
    branches(name) {
      const repository = repositories.get(name);
      return repository && Object.fromEntries([...repository.branches].sort(([a], [b]) => (a < b ? -1 : 1)));
    },
    commit: (name, id) => repositories.get(name)?.commits.get(id),
    push(name, push) {
      const repository = repositories.get(name) ?? { commits: new Map(), branches: new Map() };
      const pushed = pushTo(repository, push);
      if (pushed.ok) repositories.set(name, repository);
      return pushed;
    },
  };
}

/** All of it or nothing. */
function pushTo({ commits, branches }: Repository, { branch, commits: pushed, to, force }: Push): Pushed {
  const added = new Map<string, Commit>();
  let id = to;
  for (const commit of pushed) {
    if (!commit.parents.every((parent) => commits.has(parent) || added.has(parent))) return { ok: false, why: 'unknown parent' };
    id = nameOfCommit(commit);
    added.set(id, { ...commit, id });
  }
  const find = (name: string): Commit | undefined => added.get(name) ?? commits.get(name);
  if (id === undefined || find(id) === undefined) return { ok: false, why: 'nothing to push' };
  const head = branches.get(branch);
  if (!force && head !== undefined && !leadsTo(find, id, head)) return { ok: false, why: 'behind' };
  for (const [name, commit] of added) commits.set(name, commit);
  branches.set(branch, id);
  return { ok: true, id };
}

/** Whether `to` is `from` or one of the commits before it. */
function leadsTo(find: (id: string) => Commit | undefined, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(find(id)?.parents ?? []));
  }
  return false;
}
