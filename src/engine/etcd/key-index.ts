/**
 * Keys in order, as etcd's tree index keeps them: a two-level B-tree. A leaf holds at most `leafSize` sorted keys, so an
 * insert moves a few hundred pointers at most, however many keys there are. A map beside it answers for single keys.
 */
export interface KeyIndex<T> {
  size(): number;
  get(key: string): T | undefined;
  /** Adds or replaces. */
  set(key: string, value: T): void;
  delete(key: string): void;
  /** Values of the keys in the half-open [from, end), in key order. Don't add or delete while iterating. */
  range(from: string, end: string): Iterable<T>;
}

const leafSize = 256;

/** Creates an empty index. Order is by UTF-16 unit, which for the ASCII keys of Kubernetes is etcd's order by byte. */
export function createKeyIndex<T>(): KeyIndex<T> {
  const values = new Map<string, T>();
  /** Never empty itself; only the first leaf may be empty, and only when it is the sole one. */
  const leaves: string[][] = [[]];

  /** Place of the leaf that holds or would hold the key: the last one whose first key isn't behind it. */
  function leafAt(key: string): number {
    let low = 0;
    let high = leaves.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const first = leaves[middle]?.[0];
      if (first !== undefined && first <= key) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  function insert(key: string): void {
    const at = leafAt(key);
    const leaf = leaves[at];
    if (leaf === undefined) return;
    leaf.splice(lowerBound(leaf, key), 0, key);
    if (leaf.length > leafSize) leaves.splice(at + 1, 0, leaf.splice(leafSize >> 1));
  }

  function remove(key: string): void {
    const at = leafAt(key);
    const leaf = leaves[at];
    if (leaf === undefined) return;
    leaf.splice(lowerBound(leaf, key), 1);
    if (leaf.length === 0 && leaves.length > 1) leaves.splice(at, 1);
  }

  return {
    size: () => values.size,
    get: (key) => values.get(key),
    set(key, value) {
      if (!values.has(key)) insert(key);
      values.set(key, value);
    },
    delete(key) {
      if (values.delete(key)) remove(key);
    },
    *range(from, end) {
      for (let at = leafAt(from); at < leaves.length; at += 1) {
        const leaf = leaves[at] ?? [];
        for (let index = lowerBound(leaf, from); index < leaf.length; index += 1) {
          const key = leaf[index];
          if (key === undefined || key >= end) return;
          const value = values.get(key);
          if (value !== undefined) yield value;
        }
      }
    },
  };
}

/** Index of the first key that isn't before `key`. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = keys[middle];
    if (other !== undefined && other < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
