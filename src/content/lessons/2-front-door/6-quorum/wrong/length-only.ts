/**
 * The longer log wins, whatever is in it.
 *
 * @cause voted for a log that is behind
 */
import type { VoteRequest, Voter } from 'converge/sdk';

export function grantsVote(voter: Voter, request: VoteRequest): boolean {
  if (request.term < voter.term) return false;
  const votedFor = request.term > voter.term ? undefined : voter.votedFor;
  if (votedFor !== undefined && votedFor !== request.candidate) return false;
  return request.lastIndex >= voter.lastIndex;
}
