/**
 * Whoever has a log that is complete gets the vote, again and again.
 *
 * @cause voted twice in one term
 */
import type { VoteRequest, Voter } from 'converge/sdk';

export function grantsVote(voter: Voter, request: VoteRequest): boolean {
  if (request.term < voter.term) return false;
  if (request.lastTerm !== voter.lastTerm) return request.lastTerm > voter.lastTerm;
  return request.lastIndex >= voter.lastIndex;
}
