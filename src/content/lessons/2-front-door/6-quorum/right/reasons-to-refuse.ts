/** A list of reasons; a vote is granted where none holds. */
import type { VoteRequest, Voter } from 'converge/sdk';

export function grantsVote(voter: Voter, request: VoteRequest): boolean {
  const reasons = [
    request.term < voter.term,
    request.term === voter.term && voter.votedFor !== undefined && voter.votedFor !== request.candidate,
    request.lastTerm < voter.lastTerm,
    request.lastTerm === voter.lastTerm && request.lastIndex < voter.lastIndex,
  ];
  return !reasons.includes(true);
}
