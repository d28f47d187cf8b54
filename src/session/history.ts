/** Every object as it was at any moment of the session, folded from etcd's commits. */
import type { KubeObject, WatchEvent } from '../engine/index.ts';
import type { MemberView } from '../viz/model.ts';
import { createTimeline, type Folding } from './timeline.ts';
import type { Place } from './types.ts';

export interface Commit {
  readonly t: number;
  readonly revision: number;
  readonly events: readonly WatchEvent[];
  /** etcd's members right after it, where there are several. */
  readonly members?: readonly MemberView[];
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
  /** As it was after the first `count` commits. */
  worldAfter(count: number): World;
  /** The number of commits up to and with a revision, or up to and with a time. */
  count(place: Place): number;
  /** Counts all times from `zero` on: what came before is negative. */
  rebase(zero: number): void;
}

type MutableWorld = Map<string, Map<string, Stored>>;

/** A world that is being folded; `kinds` remembers the kind of each key, for deletions that don't say it. */
interface Folded {
  readonly world: MutableWorld;
  readonly kinds: Map<string, string>;
}

const folding: Folding<Folded, Commit> = {
  empty: () => ({ world: new Map(), kinds: new Map() }),
  copy: ({ world, kinds }) => ({
    world: new Map([...world].map(([kind, objects]) => [kind, new Map(objects)])),
    kinds: new Map(kinds),
  }),
  add: fold,
  size: ({ kinds }) => kinds.size,
};

export function createHistory(): History {
  const commits: Commit[] = [];
  const now = folding.empty();
  const timeline = createTimeline(commits, folding);
  return {
    commits,
    world: now.world,
    add(commit) {
      commits.push(commit);
      fold(now, commit);
    },
    worldAfter: (count) => folding.copy(timeline.after(count)).world,
    count(place) {
      if (!('t' in place)) return firstAfter(commits, ({ revision }) => revision <= place.revision);
      let count = firstAfter(commits, ({ t }) => t <= place.t);
      if (!('revision' in place)) return count;
      // Several revisions may lie in one instant. A restored etcd counts some of them a second time, at another.
      while (commits[count - 1]?.t === place.t && (commits[count - 1]?.revision ?? 0) > place.revision) count -= 1;
      return count;
    },
    rebase(zero) {
      for (const [index, commit] of commits.entries()) commits[index] = { ...commit, t: commit.t - zero };
      timeline.clear();
    },
  };
}

function fold({ world, kinds }: Folded, commit: Commit): void {
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

/** The index of the first commit that isn't `before` any more; those before come first. */
function firstAfter(commits: readonly Commit[], before: (commit: Commit) => boolean): number {
  let low = 0;
  let high = commits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const commit = commits[middle];
    if (commit !== undefined && before(commit)) low = middle + 1;
    else high = middle;
  }
  return low;
}
