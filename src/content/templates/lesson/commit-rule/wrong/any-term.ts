/**
 * Every entry on a majority is committed, whatever its term.
 *
 * @cause counted copies of an earlier term
 */
import type { LeaderView } from 'converge/sdk';

export function commitIndex({ committed, matchIndexes }: LeaderView): number {
  const reached = matchIndexes.toSorted((a, b) => b - a)[Math.floor(matchIndexes.length / 2)] ?? 0;
  return Math.max(committed, reached);
}
