/** What a cluster of etcd members is given, and what it offers. */
import type { DiskFault, Kernel } from '../../kernel/index.ts';
import type { CommitRule, Message, VoteRule } from '../../raft/index.ts';
import type { AutoCompaction } from '../auto-compaction.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Etcd, EtcdMember, StoreSnapshot } from '../types.ts';
import type { MemberView } from './host.ts';

export interface EtcdClusterOptions {
  readonly kernel: Kernel;
  /** Founders: 1, 3 or 5. */
  readonly members: number;
  /** One write and sync of a member's disk, milliseconds; 2 by default. */
  readonly diskLatencyMs?: number;
  readonly describeKey?: (key: string) => string;
  readonly quotaBytes?: number;
  readonly autoCompaction?: AutoCompaction;
  /** Entries applied between two snapshots of the log; 10,000 by default, of which 5,000 are kept for slow followers. */
  readonly snapshotCount?: number;
  /** To whom members give their votes; raft's own rule by default. */
  readonly voteRule?: VoteRule;
  /** How far a leader commits; raft's own rule by default. */
  readonly commitRule?: CommitRule;
  /** Runs while history that is about to be compacted can still be read. */
  readonly beforeCompaction?: () => void;
  /** A member was added whose address names this host: its process is to be started there. */
  readonly onAdded?: (name: string) => void;
  /** A member was removed for good: its process has ended. */
  readonly onRemoved?: (name: string) => void;
  /** Every message members send each other, for views. */
  readonly onMessage?: (from: string, to: string, message: Message) => void;
}

export interface EtcdCluster {
  /** Hosts that hold a member, running or not. */
  names(): readonly string[];
  /** Undefined while it is down. */
  member(name: string): EtcdMember | undefined;
  /** Starts the process of a host; it goes on from its disk. Returns what ends it, as a crash does. */
  start(name: string): { stop(): void };
  /** A client in `component` that connects to `prefer` first, and to the others when that is lost. */
  client(component: string, prefer?: string): Etcd;
  /** What all have agreed on, for views. */
  readonly view: Pick<Etcd, 'peek' | 'status' | 'history' | 'watch'>;
  gateway(name: string): Gateway;
  addDiskFault(name: string, fault: DiskFault): () => void;
  /** Starts all over from a snapshot, as `etcdutl snapshot restore` on every member: another cluster, with the same hosts. */
  restore(snapshot: StoreSnapshot, options?: RestoreOptions): void;
  views(): readonly MemberView[];
}

export interface RestoreOptions {
  /** Added to the snapshot's revision, and everything up to there marked as compacted: watchers of the old cluster list anew. */
  readonly bumpRevision?: number;
}
