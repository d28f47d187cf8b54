/** The member as it will be in the request’s term, then the vote. */
import type { VoteRequest, Voter } from 'converge/sdk';

export function grantsVote(voter: Voter, request: VoteRequest): boolean {
  if (request.term < voter.term) return false;
  const { votedFor, ...rest } = voter;
  const now: Voter = request.term === voter.term && votedFor !== undefined ? { ...rest, votedFor } : rest;
  switch (now.votedFor) {
    case undefined:
    case request.candidate:
      return request.lastTerm === now.lastTerm ? request.lastIndex >= now.lastIndex : request.lastTerm > now.lastTerm;
    default:
      return false;
  }
}
