/**
 * Whether a member of etcd gives a candidate its vote: once a term, and only to a log that is at least as complete as its own. So one
 * candidate wins a term at most, and whoever wins has every entry that a majority has stored. (Raft paper §5.2 and §5.4.1)
 */

/** What a member knows when a request comes. Terms and indexes are integers from 0. */
export interface Voter {
  /** The newest term that it has heard of. */
  readonly term: number;
  /** To whom it gave its vote in this term. */
  readonly votedFor?: string;
  /** Term and index of the last entry in its log; 0 and 0 while that is empty. */
  readonly lastTerm: number;
  readonly lastIndex: number;
}

/** What a candidate sends. */
export interface VoteRequest {
  readonly candidate: string;
  /** The term in which it wants to lead. */
  readonly term: number;
  /** Term and index of the last entry in its log. */
  readonly lastTerm: number;
  readonly lastIndex: number;
}

/** Pure: the member itself remembers its vote, and adopts a newer term. */
export function grantsVote(voter: Voter, request: VoteRequest): boolean {
  if (request.term < voter.term) return false;
  // A vote counts for one term.
  const votedFor = request.term > voter.term ? undefined : voter.votedFor;
  if (votedFor !== undefined && votedFor !== request.candidate) return false;
  return isUpToDate(voter, request);
}

/** Of two logs, that with the newer last entry is more complete; of equally new ones the longer. */
function isUpToDate(voter: Voter, request: VoteRequest): boolean {
  if (request.lastTerm !== voter.lastTerm) return request.lastTerm > voter.lastTerm;
  return request.lastIndex >= voter.lastIndex;
}
