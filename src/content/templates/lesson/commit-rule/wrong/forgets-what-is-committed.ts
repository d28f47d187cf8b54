/**
 * Refuses only entries that it knows to be of an earlier term; of one before the commit index it knows no term.
 *
 * @cause took back what was committed
 */
import type { LeaderView } from 'converge/sdk';

export function commitIndex({ term, committed, uncommittedTerms, matchIndexes }: LeaderView): number {
  const reached = matchIndexes.toSorted((a, b) => b - a)[Math.floor(matchIndexes.length / 2)] ?? 0;
  const of = uncommittedTerms[reached - committed - 1];
  return of !== undefined && of < term ? committed : reached;
}
