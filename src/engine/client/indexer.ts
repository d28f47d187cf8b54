/**
 * The cache behind a lister. Objects are kept as delivered, never copied. What is listed is an array that stays as it is:
 * the next change makes a new one, so a reader may keep it across an await.
 */
import { controllerOf, type KubeObject, keyOf, type ObjectKey } from '../meta/index.ts';
import type { Lister } from './types.ts';

export interface Indexer<T extends KubeObject> extends Lister<T> {
  /** Puts the object in and returns what was there under its key. */
  put(object: T): T | undefined;
  /** Takes the object out and returns it. */
  remove(key: ObjectKey): T | undefined;
  keys(): readonly ObjectKey[];
}

interface Entry<T> {
  object: T;
  /** Position in the order of arrival. */
  readonly sequence: number;
}

/** Creates an empty cache. An index is built when it is first asked for; who never asks doesn't pay for it. */
export function createIndexer<T extends KubeObject>(): Indexer<T> {
  const entries = new Map<ObjectKey, Entry<T>>();
  const all = createIndex<T>(() => '');
  const byNamespace = createIndex<T>((object) => object.metadata.namespace ?? '');
  const byController = createIndex<T>((object) => controllerOf(object)?.uid);
  const orphansByNamespace = createIndex<T>((object) =>
    controllerOf(object) === undefined ? (object.metadata.namespace ?? '') : undefined,
  );
  const indexes = [all, byNamespace, byController, orphansByNamespace];
  let arrivals = 0;

  return {
    get: (key) => entries.get(key)?.object,
    list: (namespace) => (namespace === undefined ? all.of('', entries) : byNamespace.of(namespace, entries)),
    controlledBy: (owner) => byController.of(owner.metadata.uid, entries),
    orphans: (namespace) => orphansByNamespace.of(namespace, entries),
    keys: () => [...entries.keys()],
    put(object) {
      const key = keyOf(object);
      const entry = entries.get(key);
      if (entry === undefined) {
        arrivals += 1;
        entries.set(key, { object, sequence: arrivals });
        for (const index of indexes) index.change(arrivals, undefined, object);
        return undefined;
      }
      const before = entry.object;
      entry.object = object;
      for (const index of indexes) index.change(entry.sequence, before, object);
      return before;
    },
    remove(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      for (const index of indexes) index.change(entry.sequence, entry.object, undefined);
      return entry.object;
    },
  };
}

/** Objects with the same value, in order of arrival. Both arrays run in parallel. */
interface Bucket<T> {
  items: T[];
  sequences: number[];
  /** Somebody outside holds `items`: copy before the next change. */
  lent: boolean;
}

interface Index<T> {
  of(value: string, entries: ReadonlyMap<ObjectKey, Entry<T>>): readonly T[];
  change(sequence: number, before: T | undefined, now: T | undefined): void;
}

const nothing: readonly never[] = Object.freeze([]);

/** Objects without a value are left out. */
function createIndex<T>(termOf: (object: T) => string | undefined): Index<T> {
  let buckets: Map<string, Bucket<T>> | undefined;

  function build(entries: ReadonlyMap<ObjectKey, Entry<T>>): Map<string, Bucket<T>> {
    const built = new Map<string, Bucket<T>>();
    for (const { object, sequence } of entries.values()) place(built, sequence, object);
    buckets = built;
    return built;
  }

  function place(into: Map<string, Bucket<T>>, sequence: number, object: T): void {
    const value = termOf(object);
    if (value === undefined) return;
    const bucket = into.get(value);
    if (bucket === undefined) into.set(value, { items: [object], sequences: [sequence], lent: false });
    else insert(bucket, sequence, object);
  }

  return {
    of(value, entries) {
      const bucket = (buckets ?? build(entries)).get(value);
      if (bucket === undefined) return nothing;
      bucket.lent = true;
      return bucket.items;
    },
    change(sequence, before, now) {
      if (buckets === undefined) return;
      const from = before === undefined ? undefined : termOf(before);
      const to = now === undefined ? undefined : termOf(now);
      if (from !== undefined) {
        const bucket = buckets.get(from);
        if (bucket !== undefined && from === to && now !== undefined) {
          writable(bucket)[positionOf(bucket, sequence)] = now;
          return;
        }
        if (bucket !== undefined && take(bucket, sequence) === 0) buckets.delete(from);
      }
      if (now !== undefined && to !== undefined) place(buckets, sequence, now);
    },
  };
}

function writable<T>(bucket: Bucket<T>): T[] {
  if (bucket.lent) {
    bucket.items = bucket.items.slice();
    bucket.lent = false;
  }
  return bucket.items;
}

function insert<T>(bucket: Bucket<T>, sequence: number, object: T): void {
  const items = writable(bucket);
  const at = positionOf(bucket, sequence);
  if (at === items.length) {
    items.push(object);
    bucket.sequences.push(sequence);
  } else {
    items.splice(at, 0, object);
    bucket.sequences.splice(at, 0, sequence);
  }
}

/** Returns how many are left. */
function take<T>(bucket: Bucket<T>, sequence: number): number {
  const at = positionOf(bucket, sequence);
  writable(bucket).splice(at, 1);
  bucket.sequences.splice(at, 1);
  return bucket.items.length;
}

/** Where this sequence number stands, or would stand. */
function positionOf(bucket: Bucket<unknown>, sequence: number): number {
  const { sequences } = bucket;
  let low = 0;
  let high = sequences.length;
  if (high > 0 && (sequences[high - 1] ?? 0) < sequence) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sequences[middle] ?? 0) < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}
