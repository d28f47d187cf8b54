/**
 * A request of an old term is treated like any other.
 *
 * @cause voted in a term that is over
 */
import type { VoteRequest, Voter } from 'converge/sdk';

export function grantsVote(voter: Voter, request: VoteRequest): boolean {
  const votedFor = request.term > voter.term ? undefined : voter.votedFor;
  if (votedFor !== undefined && votedFor !== request.candidate) return false;
  if (request.lastTerm !== voter.lastTerm) return request.lastTerm > voter.lastTerm;
  return request.lastIndex >= voter.lastIndex;
}
