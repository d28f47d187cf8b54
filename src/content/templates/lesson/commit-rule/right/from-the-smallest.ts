/** From the smallest index up, as etcd’s library does it: of n voters the one at n − (n / 2 + 1). */
import type { LeaderView } from 'converge/sdk';

export function commitIndex(leader: LeaderView): number {
  const ascending = [...leader.matchIndexes].sort((a, b) => a - b);
  const quorum = Math.floor(ascending.length / 2) + 1;
  const reached = ascending[ascending.length - quorum] ?? 0;
  if (reached <= leader.committed) return leader.committed;
  return leader.uncommittedTerms[reached - leader.committed - 1] === leader.term ? reached : leader.committed;
}
