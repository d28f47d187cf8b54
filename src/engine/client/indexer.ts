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
  /** Uid of its controller. */
  controller: string | undefined;
  /** Position in the order of arrival. */
  readonly sequence: number;
}

/** Creates an empty cache. An index is built when it is first used; without use it costs nothing. */
export function createIndexer<T extends KubeObject>(): Indexer<T> {
  const entries = new Map<ObjectKey, Entry<T>>();
  const all = createIndex<T>(() => '');
  const byNamespace = createIndex<T>(namespaceOf);
  const byController = createIndex<T>((_, controller) => controller);
  const orphansByNamespace = createIndex<T>((object, controller) =>
    controller === undefined ? namespaceOf(object) : undefined,
  );
  let arrivals = 0;

  function change(sequence: number, before: Place<T> | undefined, now: Place<T> | undefined): void {
    all.change(sequence, before, now);
    byNamespace.change(sequence, before, now);
    byController.change(sequence, before, now);
    orphansByNamespace.change(sequence, before, now);
  }

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
        const arrived = { object, controller: controllerOf(object)?.uid, sequence: arrivals };
        entries.set(key, arrived);
        change(arrivals, undefined, arrived);
        return undefined;
      }
      const before = { object: entry.object, controller: entry.controller };
      if (before.object.metadata.ownerReferences !== object.metadata.ownerReferences) {
        entry.controller = controllerOf(object)?.uid;
      }
      entry.object = object;
      change(entry.sequence, before, entry);
      return before.object;
    },
    remove(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      change(entry.sequence, entry, undefined);
      return entry.object;
    },
  };
}

function namespaceOf(object: KubeObject): string {
  return object.metadata.namespace ?? '';
}

/** Objects with the same value, in order of arrival. Both arrays run in parallel. */
interface Bucket<T> {
  items: T[];
  sequences: number[];
  /** A caller holds `items`: copy before the next change. */
  lent: boolean;
}

/** What decides where an object belongs. */
interface Place<T> {
  readonly object: T;
  readonly controller: string | undefined;
}

interface Index<T> {
  of(value: string, entries: ReadonlyMap<ObjectKey, Entry<T>>): readonly T[];
  change(sequence: number, before: Place<T> | undefined, now: Place<T> | undefined): void;
}

const nothing: readonly never[] = Object.freeze([]);

/** Objects for which `termOf` gives undefined are left out. */
function createIndex<T>(termOf: (object: T, controller: string | undefined) => string | undefined): Index<T> {
  let buckets: Map<string, Bucket<T>> | undefined;

  function build(entries: ReadonlyMap<ObjectKey, Entry<T>>): Map<string, Bucket<T>> {
    const built = new Map<string, Bucket<T>>();
    for (const entry of entries.values()) place(built, entry.sequence, entry);
    buckets = built;
    return built;
  }

  function place(into: Map<string, Bucket<T>>, sequence: number, { object, controller }: Place<T>): void {
    const value = termOf(object, controller);
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
      const from = before === undefined ? undefined : termOf(before.object, before.controller);
      const to = now === undefined ? undefined : termOf(now.object, now.controller);
      if (from !== undefined) {
        const bucket = buckets.get(from);
        if (bucket !== undefined && from === to && now !== undefined) {
          writable(bucket)[positionOf(bucket, sequence)] = now.object;
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
