/** The guards of a transaction (server/etcdserver/apply.go applyCompare). */
import { bytesOf } from './bytes.ts';
import type { Compare, KeyValue } from './types.ts';

/** Whether a guard holds for all the keys it names; `kvs` are those that are there. */
export function compareHolds(compare: Compare, kvs: Iterable<KeyValue>): boolean {
  let none = true;
  for (const kv of kvs) {
    none = false;
    if (!holds(compare, kv)) return false;
  }
  // A missing key has no value that could be compared; everything else of it is 0.
  return none ? compare.target !== 'value' && holds(compare, undefined) : true;
}

function holds(compare: Compare, kv: KeyValue | undefined): boolean {
  switch (compare.target) {
    case 'value':
      return compareBy(compare.op, bytesOf(kv?.value), bytesOf(compare.value));
    case 'version':
      return compareBy(compare.op, kv?.version ?? 0, compare.value);
    case 'create':
      return compareBy(compare.op, kv?.createRevision ?? 0, compare.value);
    case 'mod':
      return compareBy(compare.op, kv?.modRevision ?? 0, compare.value);
    case 'lease':
      return compareBy(compare.op, kv?.lease ?? 0, compare.value);
  }
}

function compareBy<T extends string | number>(op: Compare['op'], left: T, right: T): boolean {
  switch (op) {
    case '=':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '>':
      return left > right;
  }
}
