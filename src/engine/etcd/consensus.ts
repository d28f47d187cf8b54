/** How a member gets its commands agreed on: alone by its disk, with others by raft. */
import type { Answers, Command, Outcome } from './store.ts';
import type { Done, EtcdFailure, LeaseGrant, LeaseTimes, Member, MemberChange } from './types.ts';

export interface Consensus {
  /** `done` runs once the command is committed and applied here, never inside this call. */
  propose<C extends Command>(command: C, done: Done<Answers[C['type']]>): void;
  /** Runs once reads here see all that was committed before the call. */
  readIndex(done: (refused?: EtcdFailure) => void): void;
  /** Ids; 0: no leader known. */
  leader(): number;
  term(): number;
  /** Last entry, and the last one applied here. */
  index(): number;
  applied(): number;
  /** Whether this member is one. */
  learner(): boolean;
  members(): readonly Member[];
  change(change: Change, done: Done<MemberChange>): void;
  moveLeader(target: number, done: Done<true>): void;
  /** Asks the leader, who alone counts the time of leases. */
  callLeader(request: LeaseRequest, done: Done<LeaseGrant | LeaseTimes>): void;
}

export type Change =
  | { readonly type: 'add'; readonly peerUrls: readonly string[]; readonly learner: boolean }
  | { readonly type: 'remove' | 'promote'; readonly id: number }
  | { readonly type: 'update'; readonly id: number; readonly peerUrls: readonly string[] };

export type LeaseRequest =
  | { readonly type: 'renew'; readonly id: number }
  | { readonly type: 'timeToLive'; readonly id: number; readonly keys: boolean };

/** What applying a command needs of the member. `cause`: trace event of the request. */
export type Apply = (command: Command, cause: number) => Outcome;
