import type { LeaderView } from 'converge/sdk';

/** Up to which entry this leader commits. */
export function commitIndex(leader: LeaderView): number {
  // The last entry that more than half of the voters have stored:
  // `leader.matchIndexes`.

  // It must be of the leader's own term: `leader.uncommittedTerms`.

  return leader.committed;
}
