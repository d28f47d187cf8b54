/** The state machine: one state and one input in, the next state and its effects out. */
import { commitIndex } from '../parts/commit-rule.ts';
import { grantsVote } from '../parts/vote-rule.ts';
import { advanceStable, applyCommitted } from './commit.ts';
import type { Disk } from './disk.ts';
import {
  closeDraft,
  type Draft,
  leading,
  openDraft,
  patchLeader,
  type StepResult,
  send,
  sendAfterPersist,
} from './draft.ts';
import { campaign, checkQuorum, isProtected, onBallotStored, onVoteReply, onVoteRequest } from './election.ts';
import { onAppend, onHeartbeat, onSnapshot } from './follower.ts';
import { lastIndex } from './log.ts';
import { RaftPanic } from './panic.ts';
import { takeProposal } from './propose.ts';
import { askReadIndex } from './read.ts';
import { onAppendReply, onHeartbeatReply, onSnapshotReport, onUnreachable } from './replication.ts';
import { becomeFollower } from './roles.ts';
import { broadcastHeartbeat } from './sending.ts';
import { takeSnapshot } from './snapshot.ts';
import type { RaftConfig, RaftState } from './state.ts';
import { askTransfer } from './transfer.ts';
import type { Input, MemberId, Message } from './types.ts';

/** etcd's values: 100 ms a tick, 1 s election timeout, messages of at most 1 MiB, 512 on their way. */
export const defaultConfig: Omit<RaftConfig, 'id' | 'seed'> = {
  electionTicks: 10,
  heartbeatTicks: 1,
  preVote: true,
  checkQuorum: true,
  maxMessageBytes: 1024 * 1024,
  maxInflight: 512,
  commitRule: commitIndex,
  voteRule: grantsVote,
};

/**
 * Starts a member from its disk: a new one (`foundingDisk`, `emptyDisk`) or one that comes back. The first effects give the state
 * machine, which must be empty, what is known to be committed.
 */
export function startMember(
  options: Pick<RaftConfig, 'id' | 'seed'> & Partial<RaftConfig>,
  { hardState, snapshot, log }: Disk,
): StepResult {
  const state: RaftState = {
    config: { ...defaultConfig, ...options },
    term: hardState.term,
    vote: hardState.vote,
    log,
    snapshot,
    commit: Math.max(hardState.commit, snapshot?.index ?? 0),
    applied: snapshot?.index ?? 0,
    stable: lastIndex(log),
    membership: snapshot?.membership ?? { voters: [], learners: [] },
    role: { name: 'follower', leader: undefined },
    electionElapsed: 0,
    electionTimeout: 0,
    prngState: options.seed | 0,
    writesGiven: 0,
    writesStored: 0,
    writtenTo: lastIndex(log),
    pendingWrites: [],
  };
  const draft = openDraft(state);
  becomeFollower(draft, state.term, undefined);
  if (snapshot !== undefined) draft.effects.push({ type: 'restore', snapshot });
  applyCommitted(draft);
  return closeDraft(draft);
}

/** Takes one input. Pure: the same state and input give the same result; `state` is not changed. */
export function step(state: RaftState, input: Input): StepResult {
  const draft = openDraft(state);
  const own = state.config.id;
  switch (input.type) {
    case 'tick':
      tick(draft, input.count ?? 1);
      break;
    case 'message':
      receive(draft, input.message);
      break;
    case 'propose':
      takeProposal(draft, { kind: 'normal', data: input.data, bytes: input.bytes ?? 0 }, own);
      break;
    case 'proposeChange':
      takeProposal(draft, { kind: 'change', change: input.change, bytes: 0 }, own);
      break;
    case 'readIndex':
      askReadIndex(draft, input.id, own);
      break;
    case 'transferLeader':
      askTransfer(draft, input.target, own);
      break;
    case 'campaign':
      campaign(draft, false);
      break;
    case 'stored':
      onStored(draft, input.write);
      break;
    case 'compact':
      takeSnapshot(draft, input.data, input.keep);
      break;
    case 'unreachable':
      onUnreachable(draft, input.member);
      break;
    case 'snapshotReport':
      onSnapshotReport(draft, input.member, input.delivered);
      break;
  }
  return closeDraft(draft);
}

/** Ticks that may pass at once before something happens: 1 or more; Infinity where nothing ever will. */
export function ticksUntilDue(state: RaftState): number {
  const { role, config, electionElapsed } = state;
  if (role.name === 'leader') {
    if (role.progress.size === 1) return Number.POSITIVE_INFINITY;
    return Math.max(1, Math.min(config.heartbeatTicks - role.heartbeatElapsed, config.electionTicks - electionElapsed));
  }
  if (!state.membership.voters.includes(config.id)) return Number.POSITIVE_INFINITY;
  return Math.max(1, state.electionTimeout - electionElapsed);
}

function tick(draft: Draft, count: number): void {
  const { state } = draft;
  state.electionElapsed += count;
  const leader = leading(draft);
  if (leader === undefined) {
    if (state.electionElapsed < state.electionTimeout) return;
    state.electionElapsed = 0;
    return campaign(draft, false);
  }
  if (state.electionElapsed >= state.config.electionTicks) {
    state.electionElapsed = 0;
    if (state.config.checkQuorum) checkQuorum(draft);
    patchLeader(draft, { transferTo: undefined });
  }
  const heartbeatElapsed = leader.heartbeatElapsed + count;
  const due = heartbeatElapsed >= state.config.heartbeatTicks;
  patchLeader(draft, { heartbeatElapsed: due ? 0 : heartbeatElapsed });
  if (due) broadcastHeartbeat(draft);
}

function onStored(draft: Draft, write: number): void {
  const { state } = draft;
  if (write <= state.writesStored) return;
  state.writesStored = write;
  let stable = state.stable;
  while (state.pendingWrites[0] !== undefined && state.pendingWrites[0].number <= write) {
    stable = Math.max(stable, state.pendingWrites[0].index);
    state.pendingWrites = state.pendingWrites.slice(1);
  }
  onBallotStored(draft);
  advanceStable(draft, stable);
}

/** Terms first (paper §5.1), then what the message says. */
function receive(draft: Draft, message: Message): void {
  const { state } = draft;
  if (message.term > state.term) {
    if ((message.type === 'vote' || message.type === 'preVote') && isProtected(state, message)) return;
    // Neither a pre-vote nor its grant is of a term that exists.
    const askedOnly = message.type === 'preVote' || (message.type === 'preVoteReply' && message.granted);
    if (!askedOnly) becomeFollower(draft, message.term, isFromLeader(message) ? message.from : undefined);
  } else if (message.term < state.term && message.term !== 0) {
    return onOldTerm(draft, message);
  }
  switch (message.type) {
    case 'preVote':
    case 'vote':
      return onVoteRequest(draft, message);
    case 'preVoteReply':
    case 'voteReply':
      return onVoteReply(draft, message);
    case 'append':
    case 'heartbeat':
    case 'snapshot':
      follow(draft, message.from);
      if (message.type === 'append') return onAppend(draft, message);
      return message.type === 'heartbeat' ? onHeartbeat(draft, message) : onSnapshot(draft, message);
    case 'appendReply':
      return onAppendReply(draft, message);
    case 'heartbeatReply':
      return onHeartbeatReply(draft, message);
    case 'timeoutNow':
      return campaign(draft, true);
    case 'propose':
      return takeProposal(draft, message.proposal, message.from);
    case 'readIndex':
      return askReadIndex(draft, message.id, message.from);
    case 'readIndexReply':
      return void draft.effects.push({ type: 'read', id: message.id, index: message.index });
    case 'transferLeader':
      return askTransfer(draft, message.target, message.from);
  }
}

function isFromLeader({ type }: Message): boolean {
  return type === 'append' || type === 'heartbeat' || type === 'snapshot';
}

/** The leader of this term speaks. */
function follow(draft: Draft, leader: MemberId): void {
  const { state } = draft;
  if (state.role.name === 'leader')
    throw new RaftPanic(`${leader} and ${state.config.id} both lead term ${state.term}`);
  if (state.role.name !== 'follower') return becomeFollower(draft, state.term, leader);
  state.electionElapsed = 0;
  if (state.role.leader !== leader) state.role = { name: 'follower', leader };
}

/**
 * Messages of old terms are ignored, but for two that would leave a member stuck where votes are protected: a deposed leader, or one
 * that is behind a member with a higher term, must learn of it; a pre-candidate that is behind must, too (etcd's raft.Step).
 */
function onOldTerm(draft: Draft, message: Message): void {
  const { config, log } = draft.state;
  if ((config.checkQuorum || config.preVote) && (message.type === 'heartbeat' || message.type === 'append')) {
    sendAfterPersist(draft, message.from, {
      type: 'appendReply',
      index: 0,
      conflict: { index: lastIndex(log), term: 0 },
    });
  } else if (message.type === 'preVote') {
    send(draft, message.from, { type: 'preVoteReply', granted: false });
  }
}
