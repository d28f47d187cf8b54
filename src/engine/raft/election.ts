/** Who leads: standing for election, voting, counting (paper §5.2, §5.4.1; pre-vote and check-quorum: thesis §9.6, §6.2). */
import { hasUnappliedChange } from './commit.ts';
import { type Draft, leading, send, sendAfterPersist, setProgress } from './draft.ts';
import { lastIndex, lastTerm } from './log.ts';
import { quorumOf } from './quorum.ts';
import { becomeCandidate, becomeFollower, becomeLeader, becomePreCandidate } from './roles.ts';
import { leaderOf, type RaftState, type Votes } from './state.ts';
import type { MemberId, Message, MessageBody } from './types.ts';

export type VoteRequest = Message & Extract<MessageBody, { type: 'preVote' | 'vote' }>;
export type VoteReply = Message & Extract<MessageBody, { type: 'preVoteReply' | 'voteReply' }>;

/** May it stand? Only voters, and not while a snapshot is still on its way to the disk. */
export function isPromotable(state: RaftState): boolean {
  return state.membership.voters.includes(state.config.id) && state.stable >= state.log.offset;
}

/** The timeout has passed, or the leader transfers its role. `transfer`: the leader wants this member to lead, so there is no pre-vote. */
export function campaign(draft: Draft, transfer: boolean): void {
  const { state } = draft;
  if (state.role.name === 'leader' || !isPromotable(state) || hasUnappliedChange(state)) return;
  if (!transfer && state.config.preVote) {
    becomePreCandidate(draft);
    if (!count(draft)) askForVotes(draft, 'preVote', false);
  } else {
    stand(draft, transfer);
  }
}

/** The election itself: its term and its own vote are durable before any vote is requested. */
function stand(draft: Draft, transfer: boolean): void {
  becomeCandidate(draft);
  askForVotes(draft, 'vote', transfer);
}

function askForVotes(draft: Draft, type: VoteRequest['type'], transfer: boolean): void {
  const { config, membership, term, log } = draft.state;
  const body = { type, lastIndex: lastIndex(log), lastTerm: lastTerm(log), transfer };
  for (const voter of membership.voters) {
    if (voter === config.id) continue;
    if (type === 'vote') sendAfterPersist(draft, voter, body);
    else send(draft, voter, body, term + 1);
  }
}

/**
 * A voter that hears a leader doesn't help to replace it (thesis §4.2.3): else a member that was removed or cut off could depose a
 * leader that works. Such requests are not even answered.
 */
export function isProtected(state: RaftState, request: VoteRequest): boolean {
  const heard = state.config.checkQuorum && state.electionElapsed < state.config.electionTicks;
  return heard && leaderOf(state) !== undefined && !request.transfer;
}

/** One vote a term, for a log at least as complete as the own. A pre-vote commits to nothing and may be given to many. */
export function onVoteRequest(draft: Draft, request: VoteRequest): void {
  const { state } = draft;
  const { config, log, term, vote } = state;
  const voter = { term, lastTerm: lastTerm(log), lastIndex: lastIndex(log), ...(vote === undefined ? {} : { votedFor: vote }) };
  // Who hears a leader in this very term has nothing left to decide.
  const isDecided = request.term === term && vote === undefined && leaderOf(state) !== undefined;
  const granted = !isDecided && config.voteRule(voter, { candidate: request.from, term: request.term, lastTerm: request.lastTerm, lastIndex: request.lastIndex });
  const reply = request.type === 'vote' ? 'voteReply' : 'preVoteReply';
  if (granted && request.type === 'vote') {
    state.vote = request.from;
    state.electionElapsed = 0;
  }
  // A pre-vote is granted for the requested term; a refusal carries the own term, so that a member that is behind catches up.
  sendAfterPersist(draft, request.from, { type: reply, granted }, granted ? request.term : state.term);
}

export function onVoteReply(draft: Draft, reply: VoteReply): void {
  const { role, term } = draft.state;
  const fits =
    (role.name === 'candidate' && reply.type === 'voteReply') ||
    (role.name === 'preCandidate' && reply.type === 'preVoteReply' && reply.term === term + (reply.granted ? 1 : 0));
  if (fits) record(draft, reply.from, reply.granted);
}

/** Its own vote is on its disk now. */
export function onBallotStored(draft: Draft): void {
  const { role, config, writesStored } = draft.state;
  if (role.name !== 'candidate' || writesStored < role.ballot || role.votes.has(config.id)) return;
  record(draft, config.id, true);
}

function record(draft: Draft, voter: MemberId, granted: boolean): void {
  const { role } = draft.state;
  if (role.name !== 'candidate' && role.name !== 'preCandidate') return;
  if (role.votes.has(voter)) return;
  const votes: Votes = new Map(role.votes).set(voter, granted);
  draft.state.role = { ...role, votes };
  count(draft);
}

/** Says whether the election is decided. */
function count(draft: Draft): boolean {
  const { role, membership, term } = draft.state;
  if (role.name !== 'candidate' && role.name !== 'preCandidate') return false;
  const quorum = quorumOf(membership.voters.length);
  const cast = membership.voters.map((voter) => role.votes.get(voter));
  if (cast.filter((vote) => vote === true).length >= quorum) {
    if (role.name === 'candidate') becomeLeader(draft);
    else stand(draft, false);
    return true;
  }
  if (cast.filter((vote) => vote !== false).length < quorum) {
    becomeFollower(draft, term, undefined);
    return true;
  }
  return false;
}

/** Once in an election timeout a leader checks which members have answered since. Without a quorum it may be deposed already: it steps down. */
export function checkQuorum(draft: Draft): void {
  const { state } = draft;
  const leader = leading(draft);
  if (leader === undefined) return;
  const own = state.config.id;
  const active = state.membership.voters.filter(
    (voter) => voter === own || leader.progress.get(voter)?.active === true,
  );
  if (active.length < quorumOf(state.membership.voters.length)) return becomeFollower(draft, state.term, undefined);
  for (const [member, progress] of leader.progress) {
    if (member !== own && progress.active) setProgress(draft, member, { ...progress, active: false });
  }
}
