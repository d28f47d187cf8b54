/**
 * The vote of an earlier term still counts.
 *
 * @cause kept an old vote for a new term
 */
import type { VoteRequest, Voter } from 'converge/sdk';

export function grantsVote(voter: Voter, request: VoteRequest): boolean {
  if (request.term < voter.term) return false;
  if (voter.votedFor !== undefined && voter.votedFor !== request.candidate) return false;
  if (request.lastTerm !== voter.lastTerm) return request.lastTerm > voter.lastTerm;
  return request.lastIndex >= voter.lastIndex;
}
