/**
 * The virtual time that reading a cache costs. By itself a read takes none, so a loop over 10,000 pods could run again at every single
 * event. A real loop can't: it is busy. So a worker stays busy for as long as its pass would have taken, and the events of that time
 * are handled by one further pass (docs/adr/0006-read-cost.md).
 */
import type { Kind } from '../api/types.ts';
import type { Lister } from '../client/index.ts';
import type { KubeObject } from '../meta/index.ts';

/** Objects a loop gets through in a virtual millisecond: 50 µs each, which is slower than upstream's loops and saves real time. */
const objectsPerMs = 20;

export interface ReadCost {
  /** A lister that counts what it returns. */
  lister<T extends KubeObject>(kind: Kind<T>): Lister<T>;
  /** Whole virtual milliseconds for what was read so far; 0 for fewer than twenty objects. */
  ms(): number;
}

/** Counts what one reconcile reads. */
export function createReadCost(lister: ReadCost['lister']): ReadCost {
  let read = 0;
  function counted<T>(found: readonly T[]): readonly T[] {
    read += found.length;
    return found;
  }
  return {
    lister(kind) {
      const { get, list, controlledBy, orphans } = lister(kind);
      return {
        get,
        list: (namespace) => counted(list(namespace)),
        controlledBy: (owner) => counted(controlledBy(owner)),
        orphans: (namespace) => counted(orphans(namespace)),
      };
    },
    ms: () => Math.floor(read / objectsPerMs),
  };
}
