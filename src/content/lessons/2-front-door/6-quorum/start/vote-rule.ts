import type { VoteRequest, Voter } from 'converge/sdk';

/** Whether this member gives the candidate its vote. */
export function grantsVote(
  voter: Voter,
  request: VoteRequest,
): boolean {
  // A term that is over gets no votes.
  if (request.term < voter.term) return false;

  // One vote in a term: `voter.votedFor`.

  // A log that is behind gets no vote: `lastTerm`, `lastIndex`.

  return true;
}
