/**
 * Waits until every voter has stored an entry: one that is down stops all writes.
 *
 * @cause waited longer than for a majority
 */
import type { LeaderView } from 'converge/sdk';

export function commitIndex({ term, committed, uncommittedTerms, matchIndexes }: LeaderView): number {
  const reached = Math.min(...matchIndexes);
  return uncommittedTerms[reached - committed - 1] === term ? reached : committed;
}
