/** Counts the copies of each entry, from the last one back. */
import type { LeaderView } from 'converge/sdk';

export function commitIndex({ term, committed, uncommittedTerms, matchIndexes }: LeaderView): number {
  for (let entry = committed + uncommittedTerms.length; entry > committed; entry -= 1) {
    const copies = matchIndexes.filter((index) => index >= entry).length;
    if (copies * 2 > matchIndexes.length && uncommittedTerms[entry - committed - 1] === term) return entry;
  }
  return committed;
}
