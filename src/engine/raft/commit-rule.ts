/** Which entries a leader may commit. */
import { reachedByQuorum } from './quorum.ts';
import type { Index, Term } from './types.ts';

/** What a leader may commit: the new commit index, not below the old one. `matches`: one per voter, ascending. */
export type CommitRule = (view: {
  readonly matches: readonly Index[];
  readonly commit: Index;
  readonly term: Term;
  termAt(index: Index): Term | undefined;
}) => Index;

/**
 * Paper §5.4.2: only entries of the leader's own term are committed by counting copies; older ones are committed with them.
 * An older entry on a quorum may still be overwritten (figure 8).
 */
export const commitOwnTerm: CommitRule = ({ matches, commit, term, termAt: termOf }) => {
  const index = reachedByQuorum(matches);
  return index > commit && termOf(index) === term ? index : commit;
};
