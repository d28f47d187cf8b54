/**
 * How far a leader of etcd may commit: up to the last entry that a majority has stored, if that entry is of its own term.
 *
 * A copy on a majority isn't enough for an entry of an earlier term (Raft paper §5.4.2, figure 8). S1 appends entry 2 in term 2 and is
 * lost. S5 appends another entry 2 in term 3 and is lost as well. S1 leads again, in term 4, and copies its old entry to a majority.
 * Yet S5 can still win an election, for its log ends in a newer term: it then overwrites that entry everywhere. An entry of term 4 on a
 * majority keeps S5 from winning, and commits all entries before it.
 */

/** What a leader knows. Terms and indexes are integers from 0; the first entry of a log is entry 1. */
export interface LeaderView {
  /** The term in which it leads. */
  readonly term: number;
  /** The commit index so far: everything up to this entry is committed. */
  readonly committed: number;
  /** Terms of the entries behind that one, as far as a voter has stored them: of entry `committed + 1`, of `committed + 2` … */
  readonly uncommittedTerms: readonly number[];
  /** For each voter, itself included: up to which entry that one has stored the leader's log. In no particular order. */
  readonly matchIndexes: readonly number[];
}

/** Pure: the new commit index, never below the old one. */
export function commitIndex({ term, committed, matchIndexes, uncommittedTerms }: LeaderView): number {
  // From the largest down: of 3 voters the second is on two, of 4 the third is on three, of 5 the third is on three.
  const onMajority = matchIndexes.toSorted((a, b) => b - a)[Math.floor(matchIndexes.length / 2)] ?? 0;
  return uncommittedTerms[onMajority - committed - 1] === term ? onMajority : committed;
}
