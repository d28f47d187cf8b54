/** The words of raft: members, entries, messages, inputs and effects. Names follow the paper, values follow etcd's raft. */

/** Name of a member. Compared as plain text, so every order is total. */
export type MemberId = string;
/** Elections are numbered by terms; there is at most one leader in each. */
export type Term = number;
/** Place in the log: 1, 2, 3 … 0 is the place before the first entry. */
export type Index = number;
/** Names one read. Unique across the members and their restarts: a late answer must not meet another question. */
export type ReadId = string;

/** One change of the membership. `promote` turns a learner into a voter. `context` is opaque (names, addresses). */
export interface Change {
  readonly type: 'add' | 'addLearner' | 'promote' | 'remove';
  readonly member: MemberId;
  readonly context?: unknown;
}

/** Who counts. Learners receive the log and have no vote. Both sorted; no member is in both. */
export interface Membership {
  readonly voters: readonly MemberId[];
  readonly learners: readonly MemberId[];
}

/** What is proposed for the log. `bytes` is its size on the wire, for the limit of a message. */
export type Proposal =
  | { readonly kind: 'normal'; readonly data: unknown; readonly bytes: number }
  | { readonly kind: 'change'; readonly change: Change; readonly bytes: number };

/** A proposal at its place. `empty`: what a new leader begins its term with. Never changed once made; shared by reference. */
export type Entry = { readonly index: Index; readonly term: Term } & (
  | Proposal
  | { readonly kind: 'empty'; readonly bytes: 0 }
);

/** The state machine after `index`, in place of the entries up to there. */
export interface Snapshot {
  readonly index: Index;
  readonly term: Term;
  readonly membership: Membership;
  /** Opaque and immutable. */
  readonly data: unknown;
}

/** What must survive a crash besides the log. `commit` rides along with other writes and is never written for itself. */
export interface HardState {
  readonly term: Term;
  readonly vote: MemberId | undefined;
  readonly commit: Index;
}

/** `transfer`: the leader itself requested this election, so voters don't protect it. */
export type MessageBody =
  | {
      readonly type: 'preVote' | 'vote';
      readonly lastIndex: Index;
      readonly lastTerm: Term;
      readonly transfer: boolean;
    }
  | { readonly type: 'preVoteReply' | 'voteReply'; readonly granted: boolean }
  | {
      readonly type: 'append';
      readonly prevIndex: Index;
      readonly prevTerm: Term;
      readonly entries: readonly Entry[];
      readonly commit: Index;
    }
  /** `index`: all up to here is the same as the leader's; or, with a `conflict`, the prevIndex that didn't fit. */
  | { readonly type: 'appendReply'; readonly index: Index; readonly conflict?: ConflictHint }
  /** `round` counts the reads waiting for proof that the sender still leads. */
  | { readonly type: 'heartbeat'; readonly commit: Index; readonly round: number }
  | { readonly type: 'heartbeatReply'; readonly round: number; readonly applied: Index }
  | { readonly type: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly type: 'timeoutNow' }
  | { readonly type: 'propose'; readonly proposal: Proposal }
  | { readonly type: 'readIndex'; readonly id: ReadId }
  | { readonly type: 'readIndexReply'; readonly id: ReadId; readonly index: Index }
  | { readonly type: 'transferLeader'; readonly target: MemberId };

/** Where the follower's log could still agree: no entry of a term above `term` at or below `index`. */
export interface ConflictHint {
  readonly index: Index;
  readonly term: Term;
}

/** `term` 0: forwarded for another member (propose, readIndex, transferLeader), of no term. */
export type Message = { readonly from: MemberId; readonly to: MemberId; readonly term: Term } & MessageBody;

export type Input =
  /** Time passes. `count` (default 1) ticks at once, at most `ticksUntilDue(state)`. */
  | { readonly type: 'tick'; readonly count?: number }
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'propose'; readonly data: unknown; readonly bytes?: number }
  | { readonly type: 'proposeChange'; readonly change: Change }
  | { readonly type: 'readIndex'; readonly id: ReadId }
  | { readonly type: 'transferLeader'; readonly target: MemberId }
  /** Stand for election now, as if the timeout had passed. */
  | { readonly type: 'campaign' }
  /** All writes up to this number are durable. Their `thenSend` goes out first. */
  | { readonly type: 'stored'; readonly write: number }
  /** The state machine after `state.applied` is `data`; `keep` entries before it stay for slow followers. */
  | { readonly type: 'compact'; readonly data: unknown; readonly keep: number }
  /** The network couldn't deliver to this member. */
  | { readonly type: 'unreachable'; readonly member: MemberId }
  /** A snapshot message was delivered, or lost. The transport must report it for each of them. */
  | { readonly type: 'snapshotReport'; readonly member: MemberId; readonly delivered: boolean };

/**
 * One write, in order, all or nothing: hard state; then the snapshot in place of the whole log; then `compactTo` forgets entries up
 * to there; then `entries` replace everything from the first of them on. Writes are numbered 1, 2, 3 …
 */
export interface Write {
  readonly number: number;
  readonly hardState: HardState;
  readonly entries: readonly Entry[];
  /** A snapshot received (the log is replaced by it) or taken (see `compactTo`). */
  readonly snapshot?: Snapshot;
  /** With a snapshot taken by the member itself: entries up to here are no longer needed. */
  readonly compactTo?: { readonly index: Index; readonly term: Term };
  /** false: nothing new; it only marks that the writes before it are done, and needs no sync of its own. */
  readonly sync: boolean;
}

export type RefusalReason = 'noLeader' | 'transferring' | 'changePending' | 'invalidChange' | 'notMember';

export type Effect =
  /** Make the write durable, then send `thenSend`, then report `stored`. Writes are done in order. */
  | { readonly type: 'persist'; readonly write: Write; readonly thenSend: readonly Message[] }
  /** May go at once, before any write. */
  | { readonly type: 'send'; readonly message: Message }
  /** Committed and durable here: give them to the state machine in this order, each once. */
  | { readonly type: 'commit'; readonly entries: readonly Entry[] }
  /** The state machine becomes this. */
  | { readonly type: 'restore'; readonly snapshot: Snapshot }
  /** The read may be answered from the state machine as soon as it has applied `index`. */
  | { readonly type: 'read'; readonly id: ReadId; readonly index: Index }
  /** The input was not taken. What was forwarded and then refused elsewhere is only noticed by its absence. */
  | {
      readonly type: 'refuse';
      readonly reason: RefusalReason;
      readonly what: Proposal | { readonly kind: 'read'; readonly id: ReadId } | { readonly kind: 'transfer' };
    };
