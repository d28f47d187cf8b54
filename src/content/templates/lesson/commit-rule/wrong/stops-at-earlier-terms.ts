/**
 * Goes from entry to entry, and stops at the first of an earlier term.
 *
 * @cause left entries of earlier terms behind
 */
import type { LeaderView } from 'converge/sdk';

export function commitIndex({ term, committed, uncommittedTerms, matchIndexes }: LeaderView): number {
  let index = committed;
  for (const each of uncommittedTerms) {
    const copies = matchIndexes.filter((match) => match > index).length;
    if (each !== term || copies * 2 <= matchIndexes.length) break;
    index += 1;
  }
  return index;
}
