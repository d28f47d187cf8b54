/** Every object as it was at any moment of the session, folded from etcd's commits. */
import type { KubeObject, WatchEvent } from '../engine/index.ts';

export interface Commit {
  readonly t: number;
  readonly revision: number;
  readonly events: readonly WatchEvent[];
}

/** An object with the revision that wrote it. */
export interface Stored {
  readonly object: KubeObject;
  readonly revision: number;
}

/** Objects by kind, then by etcd key. */
export type World = ReadonlyMap<string, ReadonlyMap<string, Stored>>;

export interface History {
  add(commit: Commit): void;
  readonly commits: readonly Commit[];
  /** As it is now. Changes with every commit: don't keep it. */
  readonly world: World;
  /** As it was after everything up to time `t`. */
  worldAt(t: number): World;
  /** Counts all times from `zero` on: what came before is negative. */
  rebase(zero: number): void;
  /** Commits with from < revision <= to. */
  between(from: number, to: number): readonly Commit[];
}

type MutableWorld = Map<string, Map<string, Stored>>;

export function createHistory(): History {
  const commits: Commit[] = [];
  const world: MutableWorld = new Map();
  const kinds = new Map<string, string>();
  return {
    commits,
    world,
    add(commit) {
      commits.push(commit);
      fold(world, kinds, commit);
    },
    worldAt(t) {
      const then: MutableWorld = new Map();
      const kindsThen = new Map<string, string>();
      for (const commit of commits) {
        if (commit.t > t) break;
        fold(then, kindsThen, commit);
      }
      return then;
    },
    rebase(zero) {
      for (const [index, commit] of commits.entries()) commits[index] = { ...commit, t: commit.t - zero };
    },
    between: (from, to) => commits.slice(firstAfter(commits, from), firstAfter(commits, to)),
  };
}

/** `kinds` remembers the kind of each key, for deletions that don't say it. */
function fold(world: MutableWorld, kinds: Map<string, string>, commit: Commit): void {
  for (const event of commit.events) {
    if (event.type === 'put') {
      const object = asObject(event.kv.value);
      if (object === undefined) continue;
      kinds.set(event.kv.key, object.kind);
      const objects = world.get(object.kind) ?? new Map<string, Stored>();
      world.set(object.kind, objects);
      objects.set(event.kv.key, { object, revision: event.kv.modRevision });
    } else {
      world.get(kinds.get(event.key) ?? '')?.delete(event.key);
      kinds.delete(event.key);
    }
  }
}

/** What etcd holds under the API server's keys is an object; anything else (a counter, a lease) is none. */
export function asObject(value: unknown): KubeObject | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is KubeObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    typeof value.kind === 'string' &&
    'metadata' in value
  );
}

function firstAfter(commits: readonly Commit[], revision: number): number {
  let low = 0;
  let high = commits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((commits[middle]?.revision ?? 0) <= revision) low = middle + 1;
    else high = middle;
  }
  return low;
}
