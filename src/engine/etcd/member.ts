/** A member's services over what it has agreed on with the others: key-value, lease, watch, maintenance, cluster (api/v3rpc). */
import type { Clock, Random } from '../kernel/index.ts';
import { type AutoCompaction, startAutoCompaction } from './auto-compaction.ts';
import type { Consensus } from './consensus.ts';
import type { Core } from './core.ts';
import { failure } from './failure.ts';
import { maximumTtlS } from './leases.ts';
import type { Answers } from './store.ts';
import { type Command, costOf, puts } from './store.ts';
import { checkTxn } from './txn-check.ts';
import type { Done, EtcdFailure, EtcdMember, RangeRequest, ResponseHeader, Txn, TxnResponse } from './types.ts';

export interface MemberOptions {
  readonly clock: Clock;
  readonly name: string;
  readonly id: number;
  readonly clusterId: number;
  readonly core: Core;
  readonly consensus: Consensus;
  /** For the ids of leases. */
  readonly random: Random;
  /** Bytes the file may grow to before NOSPACE is raised; 2 GiB by default. */
  readonly quotaBytes?: number;
  readonly autoCompaction?: AutoCompaction;
}

/** What we say we are. */
export const etcdVersion = '3.6.0';
const defaultQuotaBytes = 2 * 1024 ** 3;
/** Bytes of a file that are rewritten in a millisecond. */
const defragmentBytesPerMs = 100_000;

export interface StartedMember {
  readonly member: EtcdMember;
  stop(): void;
}

/** Creates the services of one member, with what goes on by itself. */
export function startMemberServices(options: MemberOptions): StartedMember {
  const { clock, id, core, consensus, autoCompaction } = options;
  const member = createMember(options);
  const stop =
    autoCompaction === undefined
      ? () => {}
      : startAutoCompaction(clock, autoCompaction, {
          leads: () => consensus.leader() === id,
          revision: () => core.store.mvcc.revision(),
          compact: (revision) => consensus.propose({ type: 'compact', revision }, () => undefined),
        });
  return { member, stop };
}

/** Creates the services of one member: those of api/v3rpc, one function each, over one record. */
function createMember(options: MemberOptions): EtcdMember {
  const { name, id, clusterId } = options;
  return {
    name,
    id,
    clusterId,
    header: () => headerOf(options),
    ...keyValueService(options),
    ...leaseService(options),
    ...maintenanceService(options),
    ...clusterService(options),
    ...views(options),
  };
}

function headerOf({ clusterId, id, core, consensus }: MemberOptions): ResponseHeader {
  return { clusterId, memberId: id, revision: core.store.mvcc.revision(), raftTerm: consensus.term() };
}

function keyValueService(member: MemberOptions): Pick<EtcdMember, 'propose' | 'range' | 'watch' | 'compact'> {
  const { clock, core, consensus } = member;
  return {
    propose: (txn, done) => proposeTxn(member, txn, done),
    range(request: RangeRequest, done) {
      if (request.key === '') return later(member, failure('emptyKey'), done);
      read(member, request.serializable === true, done, () => done(core.store.mvcc.range(request)));
    },
    watch(request, observer) {
      if (request.requireLeader !== true || consensus.leader() !== 0) return core.hub.add(request, observer);
      const timer = clock.after(0, () => observer.cancelled(failure('noLeader')));
      return () => timer.cancel();
    },
    compact: (revision, done) => propose(member, { type: 'compact', revision }, done),
  };
}

function leaseService(
  member: MemberOptions,
): Pick<EtcdMember, 'grant' | 'revoke' | 'keepAlive' | 'timeToLive' | 'leases'> {
  const { id, core, consensus, random } = member;
  return {
    grant({ id: wanted = 0, ttlS }, done) {
      if (ttlS > maximumTtlS) return later(member, failure('leaseTtlTooLarge'), done);
      const lease = wanted !== 0 ? wanted : (id % 0x100000) * 0x100000000 + random.int(0xffffffff) + 1;
      propose(member, { type: 'grant', id: lease, ttlS }, done);
    },
    revoke: (lease, done) => propose(member, { type: 'revoke', id: lease }, done),
    keepAlive(lease, done) {
      consensus.callLeader({ type: 'renew', id: lease }, (result) => {
        if (result.ok !== undefined) done({ ok: { id: lease, ttlS: result.ok.ttlS } });
        // An unknown lease is no error on this stream: its TTL is 0.
        else if (result.failure.error === 'leaseNotFound') done({ ok: { id: lease, ttlS: 0 } });
        else done({ failure: result.failure });
      });
    },
    timeToLive({ id: lease, keys = false }, done) {
      consensus.callLeader({ type: 'timeToLive', id: lease, keys }, (result) => {
        if (result.failure?.error === 'leaseNotFound') done({ ok: { id: lease, ttlS: -1, grantedTtlS: 0, keys: [] } });
        else if (result.failure !== undefined) done({ failure: result.failure });
        else if ('grantedTtlS' in result.ok) done({ ok: result.ok });
      });
    },
    leases(done) {
      read(member, false, done, () => done({ ok: [...core.store.leases.all()].map((lease) => lease.id) }));
    },
  };
}

function maintenanceService(
  member: MemberOptions,
): Pick<EtcdMember, 'alarm' | 'defragment' | 'hashKv' | 'snapshot' | 'moveLeader' | 'memberStatus' | 'health'> {
  const { clock, core, consensus } = member;
  const { backend } = core;
  return {
    alarm: (request, done) => propose(member, { type: 'alarm', ...request }, done),
    defragment(done) {
      clock.after(1 + backend.size() / defragmentBytesPerMs, () => {
        backend.defragment();
        done({ ok: true });
      });
    },
    hashKv: (revision, done) => read(member, true, done, () => done(core.store.hash(revision))),
    snapshot: (done) => read(member, true, done, () => done({ ok: core.store.save() })),
    moveLeader: (target, done) => consensus.moveLeader(target, done),
    memberStatus(done) {
      const status = statusOf(member);
      clock.after(0, () => done({ ok: status }));
    },
    health(done) {
      consensus.readIndex((refused) => done(refused === undefined && core.store.alarms.length === 0));
    },
  };
}

function statusOf({ core, consensus, quotaBytes = defaultQuotaBytes }: MemberOptions) {
  const { backend, store } = core;
  const leader = consensus.leader();
  const errors = store.alarms.map(({ member, alarm }) => `memberID:${member} alarm:${alarm} `);
  if (leader === 0) errors.unshift(failure('noLeader').message);
  return {
    version: etcdVersion,
    dbSize: backend.size(),
    dbSizeInUse: backend.inUse(),
    quota: quotaBytes,
    leader,
    raftTerm: consensus.term(),
    raftIndex: consensus.index(),
    raftAppliedIndex: consensus.applied(),
    learner: consensus.learner(),
    errors,
  };
}

function clusterService(
  member: MemberOptions,
): Pick<EtcdMember, 'members' | 'addMember' | 'removeMember' | 'promoteMember' | 'updateMember'> {
  const { consensus } = member;
  return {
    members: (done) => read(member, false, done, () => done({ ok: consensus.members() })),
    addMember: ({ peerUrls, learner }, done) => consensus.change({ type: 'add', peerUrls, learner }, done),
    removeMember: (id, done) => consensus.change({ type: 'remove', id }, done),
    promoteMember: (id, done) => consensus.change({ type: 'promote', id }, done),
    updateMember: ({ id, peerUrls }, done) => consensus.change({ type: 'update', id, peerUrls }, done),
  };
}

/** What is read at once, without a request. */
function views({ core, consensus }: MemberOptions): Pick<EtcdMember, 'indexes' | 'peek' | 'status' | 'history'> {
  return {
    indexes: () => ({ lastIndex: consensus.index(), commit: consensus.applied(), applied: consensus.applied() }),
    peek: (request) => core.store.mvcc.range(request),
    status: () => {
      const { revision, compactRevision, keys } = core.store.mvcc;
      return { revision: revision(), compactRevision: compactRevision(), keys: keys() };
    },
    *history(after) {
      for (const { revision, time, events } of core.store.mvcc.commitsFrom(after + 1)) {
        for (const event of events) yield { revision, time, event };
      }
    },
  };
}

function later<T>({ clock }: MemberOptions, refused: EtcdFailure, done: Done<T>): void {
  clock.after(0, () => done({ failure: refused }));
}

/** What would outgrow the quota isn't proposed; the alarm is (api/v3rpc/quota.go). */
function propose<C extends Command>(member: MemberOptions, command: C, done: Done<Answers[C['type']]>): void {
  const { id, core, consensus, quotaBytes = defaultQuotaBytes } = member;
  const grows = command.type === 'grant' || (command.type === 'txn' && puts(command.txn));
  if (grows && core.backend.size() + costOf(command) > quotaBytes) {
    const alarm = { type: 'alarm', action: 'activate', member: id, alarm: 'NOSPACE' } as const;
    consensus.propose(alarm, () => done({ failure: failure('noSpace') }));
  } else consensus.propose(command, done);
}

/** Once this member has all that was committed before; at once (still later than the call) when any state will do. */
function read<T>({ clock, consensus }: MemberOptions, serializable: boolean, done: Done<T>, answer: () => void): void {
  if (serializable) clock.after(0, answer);
  else consensus.readIndex((refused) => (refused === undefined ? answer() : done({ failure: refused })));
}

function proposeTxn(member: MemberOptions, txn: Txn, done: Done<TxnResponse>): void {
  const { refused, bytes } = checkTxn(txn);
  if (refused !== undefined) return later(member, refused, done);
  if (!readsOnly(txn)) return propose(member, { type: 'txn', txn, bytes }, done);
  // Without a write nothing need be agreed on (v3_server.go Txn).
  read(member, serializable(txn), done, () => {
    done(member.core.store.mvcc.apply(txn, noCommit).result);
  });
}

function readsOnly({ success, failure: otherwise }: Txn): boolean {
  const reads = (op: Txn['success'][number]) => op.type === 'range' || (op.type === 'txn' && readsOnly(op.txn));
  return success.every(reads) && otherwise.every(reads);
}

function serializable({ success, failure: otherwise }: Txn): boolean {
  const local = (op: Txn['success'][number]) =>
    op.type === 'range' ? op.request.serializable === true : op.type === 'txn' && serializable(op.txn);
  return success.every(local) && otherwise.every(local);
}

function noCommit(): never {
  throw new Error('a transaction that only reads makes no revision');
}
