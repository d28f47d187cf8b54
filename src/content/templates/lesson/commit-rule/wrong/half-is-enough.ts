/**
 * Of four voters two are enough.
 *
 * @cause committed without a majority
 */
import type { LeaderView } from 'converge/sdk';

export function commitIndex({ term, committed, uncommittedTerms, matchIndexes }: LeaderView): number {
  const ascending = matchIndexes.toSorted((a, b) => a - b);
  const reached = ascending[Math.floor(ascending.length / 2)] ?? 0;
  return uncommittedTerms[reached - committed - 1] === term ? reached : committed;
}
