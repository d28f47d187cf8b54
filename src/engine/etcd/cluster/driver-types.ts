/** What a running member is given, and what it is to the cluster. */
import type { Disk, Kernel, Random } from '../../kernel/index.ts';
import type { CommitRule, Message, Disk as RaftDisk, RaftState, VoteRule } from '../../raft/index.ts';
import type { AutoCompaction } from '../auto-compaction.ts';
import type { Done, EtcdMember } from '../types.ts';
import type { CommitLog } from './commit-log.ts';
import type { LeaderRequest } from './leader-client.ts';
import type { ChangeEntry } from './machine.ts';

export interface DriverOptions {
  readonly kernel: Pick<Kernel, 'clock' | 'trace'>;
  readonly random: Random;
  readonly commitLog: CommitLog;
  readonly disk: Disk<RaftDisk>;
  readonly name: string;
  readonly id: number;
  readonly clusterId: number;
  /** Unique for each start. */
  readonly origin: string;
  /** Entries applied between two snapshots, and entries kept before one. */
  readonly snapshotCount: number;
  readonly keptEntries: number;
  readonly voteRule?: VoteRule;
  readonly commitRule?: CommitRule;
  readonly quotaBytes?: number;
  readonly autoCompaction?: AutoCompaction;
  /** Begins to wait for an election with all but one tick of the timeout gone, as at a first boot. */
  readonly hurry: boolean;
  send(message: Message): void;
  /** Asks the member that leads; `done` may never run. */
  callLeader(leader: string, request: LeaderRequest, done: Done<unknown>): void;
  /** A change of the membership is in force here. */
  changed(change: ChangeEntry['change']): void;
  /** The process ends: raft's rules are broken. `what`: in etcd's words. */
  panicked(what: string): void;
}

export interface Driver {
  readonly member: EtcdMember;
  readonly raftId: string;
  state(): RaftState;
  receive(message: Message): void;
  unreachable(member: string): void;
  snapshotReport(member: string, delivered: boolean): void;
  answer(request: LeaderRequest, done: Done<unknown>): void;
  stop(): void;
}
