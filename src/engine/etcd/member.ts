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
  /** Bytes the file may grow to before NOSPACE is raised; 2 GiB unless told. */
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

/** Creates the services of one member. */
function createMember(options: MemberOptions): EtcdMember {
  const { clock, name, id, clusterId, core, consensus, random } = options;
  const { hub, backend } = core;
  const quota = options.quotaBytes ?? defaultQuotaBytes;

  function later<T>(refused: EtcdFailure, done: Done<T>): void {
    clock.after(0, () => done({ failure: refused }));
  }

  /** What would outgrow the quota isn't proposed; the alarm is (api/v3rpc/quota.go). */
  function propose<C extends Command>(command: C, done: Done<Answers[C['type']]>): void {
    const grows = command.type === 'grant' || (command.type === 'txn' && puts(command.txn));
    if (grows && backend.size() + costOf(command) > quota) {
      const alarm = { type: 'alarm', action: 'activate', member: id, alarm: 'NOSPACE' } as const;
      consensus.propose(alarm, () => done({ failure: failure('noSpace') }));
    } else consensus.propose(command, done);
  }

  /** Once this member has all that was committed before; at once (still later than the call) when any state will do. */
  function read<T>(serializable: boolean, done: Done<T>, answer: () => void): void {
    if (serializable) clock.after(0, answer);
    else consensus.readIndex((refused) => (refused === undefined ? answer() : done({ failure: refused })));
  }

  function proposeTxn(txn: Txn, done: Done<TxnResponse>): void {
    const { refused, bytes } = checkTxn(txn);
    if (refused !== undefined) return later(refused, done);
    if (!readsOnly(txn)) return propose({ type: 'txn', txn, bytes }, done);
    // Without a write nothing need be agreed on (v3_server.go Txn).
    read(serializable(txn), done, () => {
      done(core.store.mvcc.apply(txn, neverStamped).result);
    });
  }

  function header(): ResponseHeader {
    return { clusterId, memberId: id, revision: core.store.mvcc.revision(), raftTerm: consensus.term() };
  }

  return {
    name,
    id,
    clusterId,
    header,
    propose: proposeTxn,
    range(request: RangeRequest, done) {
      if (request.key === '') return later(failure('emptyKey'), done);
      read(request.serializable === true, done, () => done(core.store.mvcc.range(request)));
    },
    watch(request, observer) {
      if (request.requireLeader !== true || consensus.leader() !== 0) return hub.add(request, observer);
      const timer = clock.after(0, () => observer.cancelled(failure('noLeader')));
      return () => timer.cancel();
    },
    compact: (revision, done) => propose({ type: 'compact', revision }, done),
    grant({ id: wanted = 0, ttlS }, done) {
      if (ttlS > maximumTtlS) return later(failure('leaseTtlTooLarge'), done);
      const lease = wanted !== 0 ? wanted : (id % 0x100000) * 0x100000000 + random.int(0xffffffff) + 1;
      propose({ type: 'grant', id: lease, ttlS }, done);
    },
    revoke: (lease, done) => propose({ type: 'revoke', id: lease }, done),
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
      read(false, done, () => done({ ok: [...core.store.leases.all()].map((lease) => lease.id) }));
    },
    alarm: (request, done) => propose({ type: 'alarm', ...request }, done),
    defragment(done) {
      clock.after(1 + backend.size() / defragmentBytesPerMs, () => {
        backend.defragment();
        done({ ok: true });
      });
    },
    hashKv: (revision, done) => read(true, done, () => done(core.store.hash(revision))),
    snapshot: (done) => read(true, done, () => done({ ok: core.store.save() })),
    moveLeader: (target, done) => consensus.moveLeader(target, done),
    members: (done) => read(false, done, () => done({ ok: consensus.members() })),
    addMember: ({ peerUrls, learner }, done) => consensus.change({ type: 'add', peerUrls, learner }, done),
    removeMember: (member, done) => consensus.change({ type: 'remove', id: member }, done),
    promoteMember: (member, done) => consensus.change({ type: 'promote', id: member }, done),
    updateMember: ({ id: member, peerUrls }, done) => consensus.change({ type: 'update', id: member, peerUrls }, done),
    memberStatus(done) {
      const leader = consensus.leader();
      const errors = core.store.alarms.map(({ member, alarm }) => `memberID:${member} alarm:${alarm} `);
      if (leader === 0) errors.unshift(failure('noLeader').message);
      const sizes = { dbSize: backend.size(), dbSizeInUse: backend.inUse(), quota };
      const indexes = { raftIndex: consensus.index(), raftAppliedIndex: consensus.applied() };
      const raft = { leader, raftTerm: consensus.term(), ...indexes, learner: consensus.learner() };
      clock.after(0, () => done({ ok: { version: etcdVersion, ...sizes, ...raft, errors } }));
    },
    health(done) {
      consensus.readIndex((refused) => done(refused === undefined && core.store.alarms.length === 0));
    },
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

  function readsOnly({ success, failure: otherwise }: Txn): boolean {
    const reads = (op: Txn['success'][number]) => op.type === 'range' || (op.type === 'txn' && readsOnly(op.txn));
    return success.every(reads) && otherwise.every(reads);
  }

  function serializable({ success, failure: otherwise }: Txn): boolean {
    const local = (op: Txn['success'][number]) =>
      op.type === 'range' ? op.request.serializable === true : op.type === 'txn' && serializable(op.txn);
    return success.every(local) && otherwise.every(local);
  }

  function neverStamped(): never {
    throw new Error('a transaction that only reads makes no revision');
  }
}
