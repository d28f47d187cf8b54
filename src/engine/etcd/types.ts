/**
 * etcd as its clients see it. Facts: etcd v3 API.
 * A write is *proposed* and later *committed*: `done` never runs before `propose` has returned, and may report failure.
 */
import type { Json } from '../meta/json.ts';

/** Main revision: +1 for each transaction that wrote something. A new store is at 1. */
export type Revision = number;

export interface KeyValue {
  /** One character a byte: what the gateway takes and gives as base64. Kubernetes' keys are ASCII. */
  readonly key: string;
  /** Opaque and immutable. A string is its bytes, one character each; anything else stands for its JSON text (`bytesOf`). */
  readonly value: Json;
  readonly createRevision: Revision;
  readonly modRevision: Revision;
  /** 1, 2, 3 … within one lifetime of the key. */
  readonly version: number;
  /** 0: none. */
  readonly lease: number;
}

export interface RangeRequest {
  readonly key: string;
  /** Absent: the single key. `\0`: all keys from `key` on. `prefixEnd(key)`: all with that prefix. Else half-open [key, rangeEnd). */
  readonly rangeEnd?: string;
  /** Absent, 0 or less: the latest. */
  readonly revision?: Revision;
  readonly limit?: number;
  readonly keysOnly?: boolean;
  readonly countOnly?: boolean;
  /** true: answered by the member that got the request, without quorum. */
  readonly serializable?: boolean;
  /** Absent: none, which is ascending for all targets but the key, and for the key too. */
  readonly sortOrder?: 'ascend' | 'descend';
  readonly sortTarget?: 'key' | 'version' | 'create' | 'mod' | 'value';
  readonly minModRevision?: Revision;
  readonly maxModRevision?: Revision;
  readonly minCreateRevision?: Revision;
  readonly maxCreateRevision?: Revision;
}

export interface RangeResponse {
  /** The store's revision when it answered, also when an older one was read. */
  readonly revision: Revision;
  readonly kvs: readonly KeyValue[];
  readonly more: boolean;
  /** Keys in the range regardless of the limit and of bounds on revisions. */
  readonly count: number;
}

/** With `rangeEnd` every key of the range must pass; a range without keys compares as one missing key. */
export type Compare = {
  readonly key: string;
  readonly rangeEnd?: string;
  readonly op: '=' | '!=' | '<' | '>';
} & (
  | { readonly target: 'version' | 'create' | 'mod' | 'lease'; readonly value: number }
  | { readonly target: 'value'; readonly value: Json }
);

export interface PutOp {
  readonly type: 'put';
  readonly key: string;
  readonly value: Json;
  readonly lease?: number;
  /** The value that is there stays; refused when the key is missing. */
  readonly ignoreValue?: boolean;
  readonly ignoreLease?: boolean;
}

export type Op =
  | PutOp
  | { readonly type: 'delete'; readonly key: string; readonly rangeEnd?: string }
  | { readonly type: 'range'; readonly request: RangeRequest }
  | { readonly type: 'txn'; readonly txn: Txn };

/** Nested transactions choose their branches before anything is written. */
export interface Txn {
  readonly compare: readonly Compare[];
  readonly success: readonly Op[];
  readonly failure: readonly Op[];
}

export type OpResponse =
  | { readonly type: 'put'; readonly revision: Revision; readonly previous?: KeyValue }
  | {
      readonly type: 'delete';
      readonly revision: Revision;
      readonly deleted: number;
      readonly previous: readonly KeyValue[];
    }
  | ({ readonly type: 'range' } & RangeResponse)
  | ({ readonly type: 'txn' } & TxnResponse);

export interface TxnResponse {
  readonly revision: Revision;
  readonly succeeded: boolean;
  readonly responses: readonly OpResponse[];
}

/** What etcd refuses, with its own words: `etcdserver: mvcc: required revision has been compacted`. */
export interface EtcdFailure {
  readonly error: FailureName;
  readonly message: string;
  readonly compactRevision?: Revision;
}

/** failure.ts has the words and the gRPC code of each. */
export type FailureName =
  | 'compacted'
  | 'futureRevision'
  | 'noSpace'
  | 'emptyKey'
  | 'keyNotFound'
  | 'valueProvided'
  | 'leaseProvided'
  | 'leaseNotFound'
  | 'leaseExists'
  | 'leaseTtlTooLarge'
  | 'duplicateKey'
  | 'tooManyOps'
  | 'tooLarge'
  | 'tooManyRequests'
  | 'noLeader'
  | 'notLeader'
  | 'timeout'
  | 'timeoutLeaderFailed'
  | 'timeoutConnectionLost'
  | 'leaderChanged'
  | 'badLeaderTransferee'
  | 'memberNotFound'
  | 'memberExists'
  | 'peerUrlsInvalid'
  | 'peerUrlExists'
  | 'memberNotLearner'
  | 'learnerNotReady'
  | 'tooManyLearners'
  | 'notSupportedForLearner'
  | 'notEnoughStarted'
  | 'unhealthy'
  | 'corrupt'
  | 'stopped'
  | 'unavailable';

export interface WatchRequest {
  readonly key: string;
  readonly rangeEnd?: string;
  /** First revision wanted; absent or 0: from now on. */
  readonly startRevision?: Revision;
  readonly previous?: boolean;
  readonly noPut?: boolean;
  readonly noDelete?: boolean;
  /** Calls `progress` when there was nothing to say for ten minutes. */
  readonly progressNotify?: boolean;
  /** Refused, and cancelled, while the member knows of no leader. */
  readonly requireLeader?: boolean;
}

export type WatchEvent =
  | { readonly type: 'put'; readonly kv: KeyValue; readonly previous?: KeyValue }
  | { readonly type: 'delete'; readonly key: string; readonly modRevision: Revision; readonly previous?: KeyValue };

export interface WatchObserver {
  /** All events of one revision arrive together; revisions in order, without gaps or repeats. `cause` is the trace event of the write. */
  events(events: readonly WatchEvent[], revision: Revision, cause: number): void;
  /** Everything up to a revision has been delivered. */
  progress?(revision: Revision): void;
  /** The watch is over: compacted (`failure.compactRevision`), the member is gone, or it has no leader. */
  cancelled(failure: EtcdFailure): void;
}

export type Result<T> =
  | { readonly ok: T; readonly failure?: never }
  | { readonly failure: EtcdFailure; readonly ok?: never };

export type Done<T> = (result: Result<T>) => void;

/** What the API server needs of etcd. */
export interface Etcd {
  propose(txn: Txn, done: Done<TxnResponse>): void;
  range(request: RangeRequest, done: Done<RangeResponse>): void;
  /** Returns what cancels it. Events are delivered in later instants or turns, never inside this call. */
  watch(request: WatchRequest, observer: WatchObserver): () => void;
  compact(revision: Revision, done: Done<Revision>): void;
  /** Grants a lease; id 0: etcd chooses. A TTL below the minimum (2 s) is raised to it. */
  grant(request: { readonly id?: number; readonly ttlS: number }, done: Done<LeaseGrant>): void;
  /** Ends a lease and deletes its keys, all in one revision. */
  revoke(id: number, done: Done<{ readonly revision: Revision }>): void;
  /** The same at once and at no cost, for inspectors outside the cluster; never for a component of it. */
  peek(request: RangeRequest): Result<RangeResponse>;
  /** Keys, revisions and sizes for inspectors; costs nothing until called. */
  status(): EtcdStatus;
  /** Every event since `after`, oldest first: what a history hash and the time machine are folded from. */
  history(
    after: Revision,
  ): Iterable<{ readonly revision: Revision; readonly time: number; readonly event: WatchEvent }>;
}

export interface EtcdStatus {
  readonly revision: Revision;
  readonly compactRevision: Revision;
  readonly keys: number;
}

export interface LeaseGrant {
  readonly id: number;
  readonly ttlS: number;
}

export interface LeaseTimes {
  readonly id: number;
  /** Whole seconds left; -1: there is no such lease. */
  readonly ttlS: number;
  readonly grantedTtlS: number;
  /** In key order. */
  readonly keys: readonly string[];
}

export type AlarmType = 'NOSPACE' | 'CORRUPT';

export interface Alarm {
  readonly member: number;
  readonly alarm: AlarmType;
}

export interface AlarmRequest {
  readonly action: 'get' | 'activate' | 'deactivate';
  /** 0 for none in particular. */
  readonly member: number;
  readonly alarm: AlarmType | undefined;
}

export interface Member {
  readonly id: number;
  /** '' until it has started. */
  readonly name: string;
  readonly peerUrls: readonly string[];
  readonly clientUrls: readonly string[];
  readonly learner: boolean;
}

export interface MemberStatus {
  readonly version: string;
  /** Size of the file, bytes: only defragmenting shrinks it. */
  readonly dbSize: number;
  readonly dbSizeInUse: number;
  readonly quota: number;
  /** 0: none known. */
  readonly leader: number;
  readonly raftIndex: number;
  readonly raftTerm: number;
  readonly raftAppliedIndex: number;
  readonly learner: boolean;
  readonly errors: readonly string[];
}

export interface MemberChange {
  readonly member: Member | undefined;
  readonly members: readonly Member[];
}

export interface KeyHash {
  readonly hash: number;
  readonly compactRevision: Revision;
  readonly hashRevision: Revision;
}

/** One member with all of its services, for `etcdctl`, the gateway and the machinery around it. */
export interface EtcdMember extends Etcd {
  readonly name: string;
  readonly id: number;
  readonly clusterId: number;
  /** Revision, term and member of the answer that is being given now. */
  header(): ResponseHeader;
  keepAlive(id: number, done: Done<LeaseGrant>): void;
  timeToLive(request: { readonly id: number; readonly keys?: boolean }, done: Done<LeaseTimes>): void;
  leases(done: Done<readonly number[]>): void;
  alarm(request: AlarmRequest, done: Done<readonly Alarm[]>): void;
  defragment(done: Done<true>): void;
  /** Over all versions up to a revision (0: the latest). Members that agree have the same. */
  hashKv(revision: Revision, done: Done<KeyHash>): void;
  /** The store as of now, with all history that isn't compacted. `encodeSnapshot` makes a file of it. */
  snapshot(done: Done<StoreSnapshot>): void;
  moveLeader(target: number, done: Done<true>): void;
  members(done: Done<readonly Member[]>): void;
  addMember(
    request: { readonly peerUrls: readonly string[]; readonly learner: boolean },
    done: Done<MemberChange>,
  ): void;
  removeMember(id: number, done: Done<MemberChange>): void;
  promoteMember(id: number, done: Done<MemberChange>): void;
  updateMember(request: { readonly id: number; readonly peerUrls: readonly string[] }, done: Done<MemberChange>): void;
  memberStatus(done: Done<MemberStatus>): void;
  /** Whether it can serve a linearizable read; `etcdctl endpoint health` asks this. */
  health(done: (healthy: boolean) => void): void;
  /** How far its log is, for inspectors. */
  indexes(): { readonly lastIndex: number; readonly commit: number; readonly applied: number };
}

export interface ResponseHeader {
  readonly clusterId: number;
  readonly memberId: number;
  readonly revision: Revision;
  readonly raftTerm: number;
}

/** One revision: what it changed, and when it was applied (virtual milliseconds). Events carry `previous`. */
export interface Commit {
  readonly revision: Revision;
  readonly time: number;
  readonly cause: number;
  readonly events: readonly WatchEvent[];
}

/** A store at rest. Shares the values with the store it was taken from. */
export interface StoreSnapshot {
  readonly revision: Revision;
  readonly compactRevision: Revision;
  /** Live keys as of `compactRevision`, in key order. */
  readonly base: readonly KeyValue[];
  /** All that was committed since, oldest first; the commit of `compactRevision` itself too, for watches that begin there. */
  readonly commits: readonly Commit[];
  readonly leases: readonly LeaseGrant[];
  readonly alarms: readonly Alarm[];
}

/** The key behind the last one that starts with `prefix`. */
export function prefixEnd(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}
