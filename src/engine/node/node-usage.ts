/** What the pods of a node use of it, by their requests. */
import type { Resources } from '../sdk/index.ts';

export interface NodeUsage {
  /** Sums over the pods taken. */
  readonly sums: Resources;
  take(uid: string, requests: Resources): void;
  /** The pod uses nothing any more. */
  release(uid: string): void;
}

/** A node without pods. */
export function createNodeUsage(): NodeUsage {
  const taken = new Map<string, Resources>();
  const extended = new Map<string, number>();
  const sums = { milliCpu: 0, memoryBytes: 0, ephemeralBytes: 0, pods: 0, extended };

  function count(requests: Resources, sign: 1 | -1): void {
    sums.milliCpu += sign * requests.milliCpu;
    sums.memoryBytes += sign * requests.memoryBytes;
    sums.ephemeralBytes += sign * requests.ephemeralBytes;
    sums.pods += sign;
    for (const [name, amount] of requests.extended ?? []) {
      extended.set(name, (extended.get(name) ?? 0) + sign * amount);
    }
  }

  return {
    sums,
    take(uid, requests) {
      taken.set(uid, requests);
      count(requests, 1);
    },
    release(uid) {
      const requests = taken.get(uid);
      if (requests === undefined) return;
      taken.delete(uid);
      count(requests, -1);
    },
  };
}
