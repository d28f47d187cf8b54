/** What a member knows. Plain data: keep it, compare it, go back to it. `step` makes the next one and shares what didn't change. */
import type { commitIndex } from '../parts/commit-rule.ts';
import type { grantsVote } from '../parts/vote-rule.ts';
import type { Log } from './log.ts';
import type { Index, MemberId, Membership, ReadId, Snapshot, Term } from './types.ts';

export interface RaftConfig {
  readonly id: MemberId;
  /** Seed of the member's own random numbers. Any 32-bit integer; different for each member and each restart. */
  readonly seed: number;
  /** A follower waits for T to 2T-1 ticks. */
  readonly electionTicks: number;
  readonly heartbeatTicks: number;
  /** Ask before raising the term, so that a member that was cut off doesn't disturb the others when it is back (thesis §9.6). */
  readonly preVote: boolean;
  /** A leader that hears from no quorum for an election timeout steps down; voters protect a leader they hear (thesis §6.2). */
  readonly checkQuorum: boolean;
  readonly maxMessageBytes: number;
  /** Append messages on their way to one follower. */
  readonly maxInflight: number;
  /** How far a leader commits. */
  readonly commitRule: CommitRule;
  /** To whom a member gives its vote. */
  readonly voteRule: VoteRule;
}

export type CommitRule = typeof commitIndex;

export type VoteRule = typeof grantsVote;

/** How far a follower is, as its leader knows it. Invariant: match < next. */
export type Progress = {
  /** All up to here is on the follower's disk. */
  readonly match: Index;
  /** First entry to send next. */
  readonly next: Index;
  /** Heard from since the last check of the quorum. */
  readonly active: boolean;
  /** The latest round of reads it has answered a heartbeat of. */
  readonly round: number;
  /** What it had applied when it last answered a heartbeat. */
  readonly applied: Index;
} & ProgressMode;

/**
 * probe: its end is not known, so one message at a time; `paused` until the next answer. replicate: its end is known, and messages are
 * sent ahead of the answers; `inflight` has the last index of each that isn't answered. snapshot: too far behind; a snapshot of this
 * index is on its way.
 */
type ProgressMode =
  | { readonly mode: 'probe'; readonly paused: boolean }
  | { readonly mode: 'replicate'; readonly inflight: readonly Index[] }
  | { readonly mode: 'snapshot'; readonly index: Index };

/** A read that waits for proof that its leader leads. `from` requested it. */
export interface PendingRead {
  readonly id: ReadId;
  readonly from: MemberId;
  /** What was committed when it came. */
  readonly index: Index;
  /** Confirmed by a quorum of heartbeat answers of this round or a later one. */
  readonly round: number;
}

export interface Leader {
  readonly name: 'leader';
  /** Every member, itself included, voters and learners. */
  readonly progress: ReadonlyMap<MemberId, Progress>;
  readonly heartbeatElapsed: number;
  /** The member that is to lead next; no proposals are taken meanwhile (thesis §3.10). */
  readonly transferTo: MemberId | undefined;
  /** No change of the membership is taken before this index is applied. */
  readonly changeIndex: Index;
  readonly reads: readonly PendingRead[];
  readonly round: number;
  /** Reads that came before this leader had committed an entry of its own term. */
  readonly earlyReads: readonly { readonly id: ReadId; readonly from: MemberId }[];
}

export type Votes = ReadonlyMap<MemberId, boolean>;

export type Role =
  | { readonly name: 'follower'; readonly leader: MemberId | undefined }
  | { readonly name: 'preCandidate'; readonly votes: Votes }
  /** `ballot`: the write that makes its own vote durable; only then does it count. */
  | { readonly name: 'candidate'; readonly votes: Votes; readonly ballot: number }
  | Leader;

/** A write on its way to the disk; when done, the log is durable up to `index`. */
export interface PendingWrite {
  readonly number: number;
  readonly index: Index;
}

/** Invariant: applied <= commit, applied <= stable <= last index; the log's offset <= snapshot's index <= commit. */
export interface RaftState {
  readonly config: RaftConfig;
  readonly term: Term;
  /** Whom it voted for in this term. */
  readonly vote: MemberId | undefined;
  readonly log: Log;
  /** The newest snapshot; undefined before the first. */
  readonly snapshot: Snapshot | undefined;
  /** Known to be on the disks of a quorum. */
  readonly commit: Index;
  /** Given to the state machine. */
  readonly applied: Index;
  /** On its own disk. Below the log's offset: a snapshot received isn't there yet. */
  readonly stable: Index;
  /** In force: of the last change applied. */
  readonly membership: Membership;
  readonly role: Role;
  /** Ticks since the leader was heard (follower), or since the last check of the quorum (leader). */
  readonly electionElapsed: number;
  /** Ticks after which this member stands; drawn anew at each change of role. */
  readonly electionTimeout: number;
  /** State of the member's random number generator. */
  readonly prngState: number;
  /** Writes given out, writes known to be done, and the last entry that was given to a write. */
  readonly writesGiven: number;
  readonly writesStored: number;
  readonly writtenTo: Index;
  readonly pendingWrites: readonly PendingWrite[];
}

/** Who leads, as far as this member knows. */
export function leaderOf(state: RaftState): MemberId | undefined {
  switch (state.role.name) {
    case 'leader':
      return state.config.id;
    case 'follower':
      return state.role.leader;
    case 'preCandidate':
    case 'candidate':
      return undefined;
  }
}

/** Voters and learners. */
export function isMember(membership: Membership, member: MemberId): boolean {
  return membership.voters.includes(member) || membership.learners.includes(member);
}
