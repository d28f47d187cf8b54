/**
 * A request of the own term is refused, also where the vote is free.
 *
 * @cause refused a log that is complete
 */
import type { VoteRequest, Voter } from 'converge/sdk';

export function grantsVote(voter: Voter, request: VoteRequest): boolean {
  if (request.term <= voter.term) return request.term === voter.term && voter.votedFor === request.candidate && isComplete(voter, request);
  return isComplete(voter, request);
}

function isComplete(voter: Voter, request: VoteRequest): boolean {
  if (request.lastTerm !== voter.lastTerm) return request.lastTerm > voter.lastTerm;
  return request.lastIndex >= voter.lastIndex;
}
