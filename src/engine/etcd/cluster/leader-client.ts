/** What only the leader knows, requested by any member: the time of leases, how far a learner is (lease/leasehttp, api/rafthttp). */
import type { Clock } from '../../kernel/index.ts';
import type { LeaseRequest } from '../consensus.ts';
import type { Core } from '../core.ts';
import { failure } from '../failure.ts';
import { callLessor } from '../lessor.ts';
import type { Done, EtcdFailure, LeaseGrant, LeaseTimes } from '../types.ts';
import { createPendingRequests } from './pending-requests.ts';

export type LeaderRequest = LeaseRequest | { readonly type: 'learnerReady'; readonly member: string };

export interface LeaderClient {
  callLessor(request: LeaseRequest, done: Done<LeaseGrant | LeaseTimes>): void;
  learnerReady(member: string, done: Done<unknown>): void;
  /** A request of another member: answers as leader, or reports that it isn't. */
  answer(request: LeaderRequest, done: Done<unknown>): void;
  leaderChanged(): void;
  clear(): void;
}

export interface LeaderClientOptions {
  readonly clock: Clock;
  readonly core: Core;
  readonly leader: () => string | undefined;
  readonly isSelf: (id: string) => boolean;
  readonly call: (leader: string, request: LeaderRequest, done: Done<unknown>) => void;
  readonly progressOf: (member: string) => number | undefined;
  readonly lastIndex: () => number;
  readonly expired: (since: number) => EtcdFailure;
}

/** A learner may be promoted when it has this part of the leader's log (server.go readyPercentThreshold). */
const readyPart = 0.9;
const retryMs = 50;

/** Questions are put again until they are answered, or have waited as long as any request may. */
export function createLeaderClient(options: LeaderClientOptions): LeaderClient {
  const { clock, core } = options;
  const pending = createPendingRequests<Done<unknown>>(clock, (done, since) =>
    done({ failure: options.expired(since) }),
  );
  const open = new Map<number, LeaderRequest>();
  let ids = 0;

  function answer(request: LeaderRequest, done: Done<unknown>): void {
    if (request.type !== 'learnerReady') return done(callLessor(core, request));
    const match = options.progressOf(request.member);
    if (!core.expiry.isPrimary()) done({ failure: failure('notLeader') });
    else if (match === undefined) done({ failure: failure('memberNotFound') });
    else done(match >= options.lastIndex() * readyPart ? { ok: true } : { failure: failure('learnerNotReady') });
  }

  function put(id: number): void {
    const request = open.get(id);
    const leader = options.leader();
    if (request === undefined || leader === undefined) return;
    const answered: Done<unknown> = (result) => {
      if (!open.has(id)) return;
      if (result.failure?.error === 'notLeader') return void clock.after(retryMs, () => put(id), { background: true });
      open.delete(id);
      pending.take(id)?.(result);
    };
    if (options.isSelf(leader)) clock.after(0, () => answer(request, answered));
    else options.call(leader, request, answered);
  }

  function call(request: LeaderRequest, done: Done<unknown>): void {
    ids += 1;
    const id = ids;
    open.set(id, request);
    pending.add(id, (result) => {
      open.delete(id);
      done(result);
    });
    put(id);
  }

  return {
    // A request about a lease is answered about a lease: see callLessor.
    callLessor: (request, done) => call(request, done as Done<unknown>),
    learnerReady: (member, done) => call({ type: 'learnerReady', member }, done),
    answer,
    leaderChanged() {
      for (const id of [...open.keys()]) put(id);
    },
    clear() {
      open.clear();
      for (const done of pending.clear()) done({ failure: failure('stopped') });
    },
  };
}
