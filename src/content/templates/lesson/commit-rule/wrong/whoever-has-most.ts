/**
 * One copy is enough.
 *
 * @cause committed without a majority
 */
import type { LeaderView } from 'converge/sdk';

export function commitIndex({ term, committed, uncommittedTerms, matchIndexes }: LeaderView): number {
  const most = Math.max(...matchIndexes);
  return uncommittedTerms[most - committed - 1] === term ? most : committed;
}
