/**
 * etcd as its only client, the API server, sees it. Facts: etcd v3 API.
 * A write is *proposed* and later *committed*: `done` never runs before `propose` has returned, and may report failure.
 */
import type { Json } from '../meta/json.ts';

/** Main revision: +1 for each transaction that wrote something. A new store is at 1. */
export type Revision = number;

export interface KeyValue {
  readonly key: string;
  /** Opaque and immutable. Encoded to bytes only where bytes matter (sizes, hashes, the gateway). */
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
  /** Absent: the single key. `prefixEnd(key)`: all keys with that prefix. Else half-open [key, rangeEnd). */
  readonly rangeEnd?: string;
  /** Absent or 0: the latest. */
  readonly revision?: Revision;
  readonly limit?: number;
  readonly keysOnly?: boolean;
  readonly countOnly?: boolean;
  /** true: answered by the member asked, without quorum. */
  readonly serializable?: boolean;
}

export interface RangeResponse {
  /** The store's revision when it answered, also when an older one was read. */
  readonly revision: Revision;
  readonly kvs: readonly KeyValue[];
  readonly more: boolean;
  /** Keys in the range regardless of the limit. */
  readonly count: number;
}

export type Compare = {
  readonly key: string;
  readonly op: '=' | '!=' | '<' | '>';
} & (
  | { readonly target: 'version' | 'create' | 'mod' | 'lease'; readonly value: number }
  | { readonly target: 'value'; readonly value: Json }
);

export type Op =
  | { readonly type: 'put'; readonly key: string; readonly value: Json; readonly lease?: number }
  | { readonly type: 'delete'; readonly key: string; readonly rangeEnd?: string }
  | { readonly type: 'range'; readonly request: RangeRequest };

export interface Txn {
  readonly compare: readonly Compare[];
  readonly success: readonly Op[];
  readonly failure: readonly Op[];
}

export type OpResponse =
  | { readonly type: 'put'; readonly previous?: KeyValue }
  | { readonly type: 'delete'; readonly deleted: number; readonly previous: readonly KeyValue[] }
  | ({ readonly type: 'range' } & RangeResponse);

export interface TxnResponse {
  readonly revision: Revision;
  readonly succeeded: boolean;
  readonly responses: readonly OpResponse[];
}

/** What etcd refuses, with its own words: `etcdserver: mvcc: required revision has been compacted`. */
export interface EtcdFailure {
  readonly error:
    | 'compacted'
    | 'futureRevision'
    | 'noSpace'
    | 'leaseNotFound'
    | 'duplicateKey'
    | 'tooManyOps'
    | 'tooLarge'
    | 'noLeader'
    | 'timeout'
    | 'leaderChanged';
  readonly message: string;
  readonly compactRevision?: Revision;
}

export interface WatchRequest {
  readonly key: string;
  readonly rangeEnd?: string;
  /** First revision wanted; absent or 0: from now on. */
  readonly startRevision?: Revision;
  readonly previous?: boolean;
}

export type WatchEvent =
  | { readonly type: 'put'; readonly kv: KeyValue; readonly previous?: KeyValue }
  | { readonly type: 'delete'; readonly key: string; readonly modRevision: Revision; readonly previous?: KeyValue };

export interface WatchObserver {
  /** All events of one revision arrive together; revisions in order, without gaps or repeats. `cause` is the trace event of the write. */
  events(events: readonly WatchEvent[], revision: Revision, cause: number): void;
  /** The watch is over: compacted (`failure.compactRevision`) or the member is gone. */
  cancelled(failure: EtcdFailure): void;
}

export type Result<T> =
  | { readonly ok: T; readonly failure?: never }
  | { readonly failure: EtcdFailure; readonly ok?: never };

export interface Etcd {
  propose(txn: Txn, done: (result: Result<TxnResponse>) => void): void;
  range(request: RangeRequest, done: (result: Result<RangeResponse>) => void): void;
  /** Returns what cancels it. Events are delivered in later instants or turns, never inside this call. */
  watch(request: WatchRequest, observer: WatchObserver): () => void;
  compact(revision: Revision, done: (result: Result<Revision>) => void): void;
  /** The same at once and for nothing, for those who look at the cluster from outside; never for a component of it. */
  peek(request: RangeRequest): Result<RangeResponse>;
  /** Keys, revisions and sizes for those who look; costs nothing until called. */
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

/** The key behind the last one that starts with `prefix`. */
export function prefixEnd(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}
