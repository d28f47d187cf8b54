/**
 * Term and index become one number. That holds as long as no log has a thousand entries.
 *
 * @cause voted for a log that is behind | refused a log that is complete
 */
import type { VoteRequest, Voter } from 'converge/sdk';

export function grantsVote(voter: Voter, request: VoteRequest): boolean {
  if (request.term < voter.term) return false;
  const votedFor = request.term > voter.term ? undefined : voter.votedFor;
  if (votedFor !== undefined && votedFor !== request.candidate) return false;
  const endOf = ({ lastTerm, lastIndex }: Voter | VoteRequest): number => lastTerm * 1000 + lastIndex;
  return endOf(request) >= endOf(voter);
}
