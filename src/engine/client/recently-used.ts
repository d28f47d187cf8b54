/** A cache of fixed size: what was used longest ago is forgotten first (upstream: golang/groupcache/lru). */
export interface RecentlyUsed<V> {
  /** What is remembered under the key, which counts as a use. */
  get(key: string): V | undefined;
  set(key: string, value: V): void;
}

/** Stands in a ring, between the one used before it and the one used after it. */
interface Entry<V> {
  readonly key: string;
  value: V | undefined;
  older: Entry<V>;
  newer: Entry<V>;
}

/** Creates an empty cache. A map alone would do, but finding its first key again and again means passing all those deleted before it. */
export function createRecentlyUsed<V>(capacity: number): RecentlyUsed<V> {
  const entries = new Map<string, Entry<V>>();
  const ends = startOfRing<V>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      takeOut(entry);
      putNewest(ends, entry);
      return entry.value;
    },
    set(key, value) {
      let entry = entries.get(key);
      if (entry === undefined) {
        entry = { key, value, older: ends, newer: ends };
        entries.set(key, entry);
      } else {
        entry.value = value;
        takeOut(entry);
      }
      putNewest(ends, entry);
      if (entries.size <= capacity) return;
      entries.delete(ends.newer.key);
      takeOut(ends.newer);
    },
  };
}

/** An entry that is none: the oldest stands behind it, the newest before it. */
function startOfRing<V>(): Entry<V> {
  const ends = { key: '', value: undefined } as Entry<V>;
  ends.older = ends;
  ends.newer = ends;
  return ends;
}

function takeOut<V>({ older, newer }: Entry<V>): void {
  older.newer = newer;
  newer.older = older;
}

function putNewest<V>(ends: Entry<V>, entry: Entry<V>): void {
  entry.older = ends.older;
  entry.newer = ends;
  ends.older.newer = entry;
  ends.older = entry;
}
