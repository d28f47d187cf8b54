/**
 * A log that is equally long is refused.
 *
 * @cause refused a log that is complete
 */
import type { VoteRequest, Voter } from 'converge/sdk';

export function grantsVote(voter: Voter, request: VoteRequest): boolean {
  if (request.term < voter.term) return false;
  const votedFor = request.term > voter.term ? undefined : voter.votedFor;
  if (votedFor !== undefined && votedFor !== request.candidate) return false;
  if (request.lastTerm !== voter.lastTerm) return request.lastTerm > voter.lastTerm;
  return request.lastIndex > voter.lastIndex;
}
