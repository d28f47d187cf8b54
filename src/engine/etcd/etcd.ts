/**
 * One etcd member on the kernel's clock: it gathers the proposals of an instant, writes them to its disk in one go (group
 * commit) and applies them in order. Between `propose` and `done` stands the disk; with several members, raft.
 */
import { type Clock, createRandom, type Random, type Trace } from '../kernel/index.ts';
import type { AutoCompaction } from './auto-compaction.ts';
import { createCommitFactory } from './commit-factory.ts';
import type { Change, Consensus } from './consensus.ts';
import { createCore } from './core.ts';
import { failure } from './failure.ts';
import { callLessor } from './lessor.ts';
import { startMemberServices } from './member.ts';
import type { Answer, Command } from './store.ts';
import type { Done, EtcdFailure, EtcdMember, Member, StoreSnapshot } from './types.ts';

export interface EtcdOptions {
  readonly clock: Clock;
  readonly trace: Trace;
  /** Milliseconds one write to the disk takes, read when it begins; 2 by default. A slow disk is a fault. */
  readonly diskLatencyMs?: () => number;
  /** Names the object under a key for the trace: `pods/default/web`. The key without `/registry/` by default. */
  readonly describeKey?: (key: string) => string;
  /** For the ids of leases; a stream of its own by default. */
  readonly random?: Random;
  readonly quotaBytes?: number;
  readonly autoCompaction?: AutoCompaction;
  readonly name?: string;
  /** Runs while history that is about to be compacted can still be read. */
  readonly beforeCompaction?: () => void;
  /** The store to begin with; its leases have their whole time again. */
  readonly snapshot?: StoreSnapshot;
}

/** One fsync of a common cloud disk, milliseconds. */
export const defaultDiskLatencyMs = 2;
const memberId = 0x8e9e05c52164;
const clusterId = 0xcdf818194e3a;

interface Proposal {
  readonly cause: number;
  readonly command: Command;
  readonly done: Done<Answer>;
}

/** Creates a member that is its own cluster, over an empty store or one from a snapshot. */
export function createEtcd(options: EtcdOptions): EtcdMember {
  const { clock, trace, name = 'default' } = options;
  const diskLatencyMs = options.diskLatencyMs ?? (() => defaultDiskLatencyMs);
  const core = createCore({
    clock,
    trace,
    snapshot: options.snapshot,
    createCommit: createCommitFactory(clock, trace, options.describeKey),
    revoke: (id) => consensus.propose({ type: 'revoke', id }, () => undefined),
  });
  core.expiry.promote(0);
  /** Those of one instant go to the disk together. */
  let proposedAt = -1;
  /** Commits keep the order of proposals, also when the disk becomes faster meanwhile. */
  let diskFreeAt = 0;
  let proposed = 3;
  let applied = 3;

  function apply({ command, cause, done }: Proposal): void {
    applied += 1;
    if (command.type === 'compact') options.beforeCompaction?.();
    done(core.apply(command, cause).result);
  }

  const consensus: Consensus = {
    propose(command, done) {
      if (clock.now() !== proposedAt) {
        proposedAt = clock.now();
        diskFreeAt = Math.max(diskFreeAt, proposedAt + Math.max(1, diskLatencyMs()));
      }
      proposed += 1;
      // A command is answered by what goes with its type: see Answers.
      const proposal: Proposal = { command, done: done as Done<Answer>, cause: trace.current };
      clock.after(diskFreeAt - proposedAt, () => apply(proposal));
    },
    readIndex: (done) => void clock.after(0, done),
    leader: () => memberId,
    term: () => 2,
    index: () => proposed,
    applied: () => applied,
    learner: () => false,
    members: () => [soleMember(name)],
    change: (change, done) => void clock.after(0, () => done({ failure: refusalOf(change) })),
    moveLeader(target, done) {
      clock.after(0, () => done(target === memberId ? { ok: true } : { failure: failure('badLeaderTransferee') }));
    },
    callLeader: (request, done) => void clock.after(0, () => done(callLessor(core, request))),
  };

  const { random = createRandom('etcd'), quotaBytes, autoCompaction } = options;
  return startMemberServices({
    clock,
    name,
    id: memberId,
    clusterId,
    core,
    consensus,
    random,
    ...(quotaBytes !== undefined && { quotaBytes }),
    ...(autoCompaction !== undefined && { autoCompaction }),
  }).member;
}

function soleMember(name: string): Member {
  return {
    id: memberId,
    name,
    peerUrls: ['http://127.0.0.1:2380'],
    clientUrls: ['http://127.0.0.1:2379'],
    learner: false,
  };
}

/** It can't be removed, nor joined: a cluster that is to grow is made with createEtcdCluster. */
function refusalOf(change: Change): EtcdFailure {
  if (change.type !== 'add' && change.id !== memberId) return failure('memberNotFound');
  return failure(change.type === 'promote' ? 'memberNotLearner' : 'notEnoughStarted');
}
