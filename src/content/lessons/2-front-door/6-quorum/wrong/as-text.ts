/**
 * Term and index are put together as a text, and texts are compared letter by letter: `9` is more than `10`.
 *
 * @cause refused a log that is complete | voted for a log that is behind
 */
import type { VoteRequest, Voter } from 'converge/sdk';

export function grantsVote(voter: Voter, request: VoteRequest): boolean {
  if (request.term < voter.term) return false;
  const votedFor = request.term > voter.term ? undefined : voter.votedFor;
  if (votedFor !== undefined && votedFor !== request.candidate) return false;
  return `${request.lastTerm}.${request.lastIndex}` >= `${voter.lastTerm}.${voter.lastIndex}`;
}
