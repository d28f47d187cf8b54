/**
 * `toSorted` without a comparison sorts texts: `10` comes before `9`.
 *
 * @cause committed without a majority
 */
import type { LeaderView } from 'converge/sdk';

export function commitIndex({ term, committed, uncommittedTerms, matchIndexes }: LeaderView): number {
  const reached = matchIndexes.toSorted().toReversed()[Math.floor(matchIndexes.length / 2)] ?? 0;
  return uncommittedTerms[reached - committed - 1] === term ? reached : committed;
}
