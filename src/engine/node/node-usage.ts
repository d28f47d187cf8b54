/** What the pods of a node use of it, by their requests. */
import type { Resources } from '../sdk/index.ts';

export interface NodeUsage {
  /** Sums over the pods taken. */
  readonly sums: Resources;
  /** In the place of what it has taken before. */
  take(uid: string, requests: Resources): void;
  /** What a pod has taken. */
  of(uid: string): Resources | undefined;
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

  function release(uid: string): void {
    const requests = taken.get(uid);
    if (requests === undefined) return;
    taken.delete(uid);
    count(requests, -1);
  }

  return {
    sums,
    take(uid, requests) {
      release(uid);
      taken.set(uid, requests);
      count(requests, 1);
    },
    of: (uid) => taken.get(uid),
    release,
  };
}
