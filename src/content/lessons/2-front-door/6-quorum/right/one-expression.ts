/** One expression for each of the three rules. */
import type { VoteRequest, Voter } from 'converge/sdk';

export function grantsVote(voter: Voter, request: VoteRequest): boolean {
  const isCurrent = request.term >= voter.term;
  const isFree = request.term > voter.term || voter.votedFor === undefined || voter.votedFor === request.candidate;
  const isComplete = request.lastTerm > voter.lastTerm || (request.lastTerm === voter.lastTerm && request.lastIndex >= voter.lastIndex);
  return isCurrent && isFree && isComplete;
}
