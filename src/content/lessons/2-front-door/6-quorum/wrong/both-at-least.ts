/**
 * A log must have both a newer end and at least the length.
 *
 * @cause refused a log that is complete
 */
import type { VoteRequest, Voter } from 'converge/sdk';

export function grantsVote(voter: Voter, request: VoteRequest): boolean {
  if (request.term < voter.term) return false;
  const votedFor = request.term > voter.term ? undefined : voter.votedFor;
  if (votedFor !== undefined && votedFor !== request.candidate) return false;
  return request.lastTerm >= voter.lastTerm && request.lastIndex >= voter.lastIndex;
}
