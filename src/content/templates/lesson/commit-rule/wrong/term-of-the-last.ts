/**
 * Looks at the term of the last entry instead of that of the entry on a majority.
 *
 * @cause counted copies of an earlier term
 */
import type { LeaderView } from 'converge/sdk';

export function commitIndex({ term, committed, uncommittedTerms, matchIndexes }: LeaderView): number {
  const reached = matchIndexes.toSorted((a, b) => b - a)[Math.floor(matchIndexes.length / 2)] ?? 0;
  return reached > committed && uncommittedTerms.at(-1) === term ? reached : committed;
}
