/**
 * The multi-version store: every write makes a revision, nothing is overwritten, and a key's past can be read until it is
 * compacted away. Deterministic and without I/O: `apply` takes a transaction and returns its reply and its events, so
 * every member that applies the same log holds the same store.
 *
 * Invariants: `revision` never falls; a key's versions rise by modRevision; after a tombstone the next version is 1 again;
 * all events of one transaction share one revision.
 */

import { failure } from './failure.ts';
import { createKeyIndex } from './key-index.ts';
import type {
  Compare,
  EtcdFailure,
  KeyValue,
  Op,
  OpResponse,
  RangeRequest,
  RangeResponse,
  Result,
  Revision,
  Txn,
  TxnResponse,
  WatchEvent,
} from './types.ts';

/** One revision: what it changed, and when it was applied (virtual milliseconds). Events carry `previous`. */
export interface Commit {
  readonly revision: Revision;
  readonly time: number;
  readonly cause: number;
  readonly events: readonly WatchEvent[];
}

/** Called once for a transaction that wrote something: its time and the trace event that stands for it. */
export type Stamp = (
  revision: Revision,
  events: readonly WatchEvent[],
) => { readonly time: number; readonly cause: number };

export interface Applied {
  readonly result: Result<TxnResponse>;
  /** Undefined when nothing was written: reads and failed compares make no revision. */
  readonly commit?: Commit;
}

export interface Mvcc {
  readonly revision: Revision;
  readonly compactRevision: Revision;
  /** Live keys. */
  readonly keys: number;
  apply(txn: Txn, stamp: Stamp): Applied;
  range(request: RangeRequest): Result<RangeResponse>;
  compact(revision: Revision): Result<Revision>;
  /** Commits from a revision on, oldest first; from the compacted revision at the earliest. */
  commitsFrom(revision: Revision): Iterable<Commit>;
}

/** Where a key was deleted. */
interface Tombstone {
  readonly modRevision: Revision;
  readonly version: 0;
}

/** A key and its versions, oldest first. Never empty. */
interface KeyHistory {
  readonly key: string;
  versions: (KeyValue | Tombstone)[];
}

/** Creates an empty store, which is at revision 1. */
export function createMvcc(): Mvcc {
  const index = createKeyIndex<KeyHistory>();
  /** Commit of revision r at place r - firstRevision. */
  let log: Commit[] = [];
  let firstRevision = 2;
  let revision = 1;
  let compactRevision = 0;
  let keys = 0;

  function* historiesIn(key: string, rangeEnd: string | undefined): Iterable<KeyHistory> {
    if (rangeEnd !== undefined) yield* index.range(key, rangeEnd === '\0' ? '\uffff' : rangeEnd);
    else {
      const history = index.get(key);
      if (history !== undefined) yield history;
    }
  }

  function put(op: Extract<Op, { type: 'put' }>, at: Revision, events: WatchEvent[]): OpResponse {
    const history = index.get(op.key);
    const previous = live(history?.versions.at(-1));
    const kv: KeyValue = {
      key: op.key,
      value: op.value,
      createRevision: previous?.createRevision ?? at,
      modRevision: at,
      version: (previous?.version ?? 0) + 1,
      lease: op.lease ?? 0,
    };
    if (history === undefined) index.set(op.key, { key: op.key, versions: [kv] });
    else history.versions.push(kv);
    if (previous === undefined) {
      keys += 1;
      events.push({ type: 'put', kv });
      return { type: 'put' };
    }
    events.push({ type: 'put', kv, previous });
    return { type: 'put', previous };
  }

  function remove(op: Extract<Op, { type: 'delete' }>, at: Revision, events: WatchEvent[]): OpResponse {
    const removed: KeyValue[] = [];
    for (const history of historiesIn(op.key, op.rangeEnd)) {
      const previous = live(history.versions.at(-1));
      if (previous === undefined) continue;
      history.versions.push({ modRevision: at, version: 0 });
      events.push({ type: 'delete', key: history.key, modRevision: at, previous });
      removed.push(previous);
    }
    keys -= removed.length;
    return { type: 'delete', deleted: removed.length, previous: removed };
  }

  function holds(compare: Compare): boolean {
    const kv = live(index.get(compare.key)?.versions.at(-1));
    switch (compare.target) {
      case 'value':
        // Of the encoded bytes; a missing key has none to compare.
        return kv !== undefined && compareBy(compare.op, JSON.stringify(kv.value), JSON.stringify(compare.value));
      case 'version':
        return compareBy(compare.op, kv?.version ?? 0, compare.value);
      case 'create':
        return compareBy(compare.op, kv?.createRevision ?? 0, compare.value);
      case 'mod':
        return compareBy(compare.op, kv?.modRevision ?? 0, compare.value);
      case 'lease':
        return compareBy(compare.op, kv?.lease ?? 0, compare.value);
    }
  }

  /** Found before anything is written: a transaction applies whole or not at all. */
  function refuse(ops: readonly Op[]): EtcdFailure | undefined {
    for (const op of ops) {
      if (op.type === 'put' && op.lease !== undefined && op.lease !== 0) return failure('leaseNotFound');
      const refused = op.type === 'range' ? unreadable(op.request.revision) : undefined;
      if (refused !== undefined) return refused;
    }
    return undefined;
  }

  function unreadable(at: Revision | undefined): EtcdFailure | undefined {
    if (at === undefined || at === 0) return undefined;
    if (at > revision) return failure('futureRevision');
    return at < compactRevision ? failure('compacted', compactRevision) : undefined;
  }

  function read(request: RangeRequest, storeRevision: Revision): RangeResponse {
    const at = request.revision || storeRevision;
    const limit = request.limit || Number.POSITIVE_INFINITY;
    const kvs: KeyValue[] = [];
    let count = 0;
    for (const history of historiesIn(request.key, request.rangeEnd)) {
      const kv = live(versionAt(history, at));
      if (kv === undefined) continue;
      count += 1;
      if (count > limit || request.countOnly === true) continue;
      kvs.push(request.keysOnly === true ? { ...kv, value: null } : kv);
    }
    return { revision: storeRevision, kvs, more: request.countOnly !== true && count > kvs.length, count };
  }

  function apply(txn: Txn, stamp: Stamp): Applied {
    const succeeded = txn.compare.every(holds);
    const ops = succeeded ? txn.success : txn.failure;
    const refused = refuse(ops);
    if (refused !== undefined) return { result: { failure: refused } };
    const next = revision + 1;
    const events: WatchEvent[] = [];
    const responses = ops.map((op): OpResponse => {
      if (op.type === 'put') return put(op, next, events);
      if (op.type === 'delete') return remove(op, next, events);
      return { type: 'range', ...read(op.request, events.length > 0 ? next : revision) };
    });
    if (events.length === 0) return { result: { ok: { revision, succeeded, responses } } };
    revision = next;
    const commit: Commit = { revision, ...stamp(revision, events), events };
    log.push(commit);
    return { result: { ok: { revision, succeeded, responses } }, commit };
  }

  function compact(at: Revision): Result<Revision> {
    if (at <= compactRevision) return { failure: failure('compacted', compactRevision) };
    if (at > revision) return { failure: failure('futureRevision') };
    compactRevision = at;
    const emptied: string[] = [];
    for (const history of index.range('', '\uffff')) {
      const kept = history.versions.findLastIndex((version) => version.modRevision <= at);
      if (kept < 0) continue;
      history.versions = history.versions.slice(live(history.versions[kept]) === undefined ? kept + 1 : kept);
      if (history.versions.length === 0) emptied.push(history.key);
    }
    for (const key of emptied) index.delete(key);
    // A watch may still start at the compacted revision itself.
    log = log.slice(Math.max(0, at - firstRevision));
    firstRevision = Math.max(firstRevision, at);
    return { ok: at };
  }

  return {
    get revision() {
      return revision;
    },
    get compactRevision() {
      return compactRevision;
    },
    get keys() {
      return keys;
    },
    apply,
    compact,
    range(request) {
      const refused = unreadable(request.revision);
      return refused === undefined ? { ok: read(request, revision) } : { failure: refused };
    },
    *commitsFrom(from) {
      for (let at = Math.max(from, firstRevision); at <= revision; at += 1) {
        const commit = log[at - firstRevision];
        if (commit !== undefined) yield commit;
      }
    },
  };
}

function live(version: KeyValue | Tombstone | undefined): KeyValue | undefined {
  return version !== undefined && version.version > 0 ? (version as KeyValue) : undefined;
}

/** The newest version not above a revision. Reads are mostly of the newest, which is looked at first. */
function versionAt(history: KeyHistory, at: Revision): KeyValue | Tombstone | undefined {
  const newest = history.versions.at(-1);
  if (newest !== undefined && newest.modRevision <= at) return newest;
  let low = 0;
  let high = history.versions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const version = history.versions[middle];
    if (version !== undefined && version.modRevision <= at) low = middle + 1;
    else high = middle;
  }
  return history.versions[low - 1];
}

function compareBy<T extends string | number>(op: Compare['op'], left: T, right: T): boolean {
  switch (op) {
    case '=':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '>':
      return left > right;
  }
}
