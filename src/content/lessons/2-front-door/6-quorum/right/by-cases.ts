/** The three cases of a term: older, the same, newer. */
import type { VoteRequest, Voter } from 'converge/sdk';

export function grantsVote(voter: Voter, request: VoteRequest): boolean {
  if (request.term < voter.term) return false;
  if (request.term > voter.term) return compare(request, voter) >= 0;
  return (voter.votedFor ?? request.candidate) === request.candidate && compare(request, voter) >= 0;
}

type End = Pick<Voter, 'lastTerm' | 'lastIndex'>;

function compare(a: End, b: End): number {
  return a.lastTerm - b.lastTerm || a.lastIndex - b.lastIndex;
}
