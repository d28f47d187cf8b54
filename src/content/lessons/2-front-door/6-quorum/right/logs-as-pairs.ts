/** Logs are compared as pairs, the first difference decides. */
import type { VoteRequest, Voter } from 'converge/sdk';

export function grantsVote(voter: Voter, request: VoteRequest): boolean {
  if (request.term < voter.term) return false;
  if (request.term === voter.term && ![undefined, request.candidate].includes(voter.votedFor)) return false;
  const mine = [voter.lastTerm, voter.lastIndex];
  const theirs = [request.lastTerm, request.lastIndex];
  const first = theirs.findIndex((part, index) => part !== mine[index]);
  return first < 0 || (theirs[first] ?? 0) > (mine[first] ?? 0);
}
