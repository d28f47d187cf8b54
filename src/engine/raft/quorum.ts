/** Majorities (etcd's quorum package). */

/** The smallest number of n voters that is more than half: floor(n/2)+1. */
export function quorumOf(voters: number): number {
  return Math.floor(voters / 2) + 1;
}

/** The largest value that at least a quorum has reached: of n values ascending, the one at n-(n/2+1). */
export function reachedByQuorum(ascending: readonly number[]): number {
  return ascending[ascending.length - quorumOf(ascending.length)] ?? 0;
}
