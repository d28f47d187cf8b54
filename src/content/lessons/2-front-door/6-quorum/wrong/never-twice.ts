/**
 * Who has voted refuses everyone, also its own candidate.
 *
 * @cause took its vote back
 */
import type { VoteRequest, Voter } from 'converge/sdk';

export function grantsVote(voter: Voter, request: VoteRequest): boolean {
  if (request.term < voter.term) return false;
  if (request.term === voter.term && voter.votedFor !== undefined) return false;
  if (request.lastTerm !== voter.lastTerm) return request.lastTerm > voter.lastTerm;
  return request.lastIndex >= voter.lastIndex;
}
