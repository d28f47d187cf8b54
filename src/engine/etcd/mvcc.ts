/**
 * The multi-version store: every write makes a revision, nothing is overwritten, and a key's past can be read until it is
 * compacted away. Deterministic and without I/O: `apply` takes a transaction and returns its reply and its events, so
 * every member that applies the same log holds the same store.
 *
 * Invariants: `revision` never falls; a key's versions rise by modRevision; after a tombstone the next version is 1 again;
 * all events of one transaction share one revision.
 */

import { valueBytes } from './bytes.ts';
import { compareHolds } from './compare.ts';
import { failure } from './failure.ts';
import { createKeyIndex } from './key-index.ts';
import { type KeyRange, lastKey } from './key-range.ts';
import type { Leases } from './leases.ts';
import { select } from './read.ts';
import type {
  Commit,
  EtcdFailure,
  KeyValue,
  Op,
  OpResponse,
  PutOp,
  RangeRequest,
  RangeResponse,
  Result,
  Revision,
  Txn,
  TxnResponse,
  WatchEvent,
} from './types.ts';

/** Called once for a transaction that wrote something: makes its commit, with its time and the trace event that stands for it. */
export type CommitFactory = (revision: Revision, events: readonly WatchEvent[]) => Commit;

export interface Applied {
  readonly result: Result<TxnResponse>;
  /** Undefined when nothing was written: reads and failed compares make no revision. */
  readonly commit?: Commit;
}

export interface Mvcc {
  revision(): Revision;
  compactRevision(): Revision;
  /** Live keys. */
  keys(): number;
  /** Bytes of all versions kept. */
  bytes(): number;
  /** `bytes`: of what it may put, where that is known. */
  apply(txn: Txn, createCommit: CommitFactory, bytes?: number): Applied;
  /** Deletes the keys that are there, all in one revision; nothing when none is. */
  remove(keys: readonly string[], createCommit: CommitFactory): Commit | undefined;
  range(request: RangeRequest): Result<RangeResponse>;
  compact(revision: Revision): Result<Revision>;
  /** Commits from a revision on, oldest first; from the compacted revision at the earliest. */
  commitsFrom(revision: Revision): Iterable<Commit>;
  /** Every version kept up to a revision, by key and then by age; tombstones have version 0. */
  versions(upTo: Revision): Iterable<Version & { readonly key: string }>;
  /** Live keys at a revision that can be read, in key order. */
  liveAt(revision: Revision): readonly KeyValue[];
}

/** Where a key was deleted. */
interface Tombstone {
  readonly modRevision: Revision;
  readonly version: 0;
}

type Version = KeyValue | Tombstone;

/** A key and its versions, oldest first, with the bytes each takes. Never empty. */
interface KeyHistory {
  readonly key: string;
  versions: Version[];
  sizes: number[];
}

const none: readonly KeyValue[] = [];

/** What a version takes besides key and value: its revision and the fields of its record, roughly. */
const versionOverhead = 48;

/** What a store begins from: live keys at the compacted revision and all commits since. */
export interface MvccOrigin {
  readonly compactRevision: Revision;
  readonly revision: Revision;
  readonly base: readonly KeyValue[];
  readonly commits: readonly Commit[];
}

/** Creates a store: an empty one, at revision 1, or one from a snapshot. Tells `leases` which keys hang on which. */
export function createMvcc(leases: Leases, origin?: MvccOrigin): Mvcc {
  const index = createKeyIndex<KeyHistory>();
  /** Commit of revision r at place r - firstRevision. */
  let log: Commit[] = [];
  let firstRevision = 2;
  let revision = 1;
  let compactRevision = 0;
  let keys = 0;
  let bytes = 0;

  function liveIn({ key, rangeEnd }: KeyRange, at: Revision): Iterable<KeyValue> {
    if (rangeEnd !== undefined) return liveBetween(key, rangeEnd === '\0' ? lastKey : rangeEnd, at);
    const kv = live(versionAt(index.get(key), at));
    return kv === undefined ? none : [kv];
  }

  function* liveBetween(key: string, end: string, at: Revision): Iterable<KeyValue> {
    for (const history of index.range(key, end)) {
      const kv = live(versionAt(history, at));
      if (kv !== undefined) yield kv;
    }
  }

  function store(key: string, version: Version, valueSize: number): void {
    const history = index.get(key);
    const size = key.length + valueSize + versionOverhead;
    bytes += size;
    if (history === undefined) index.set(key, { key, versions: [version], sizes: [size] });
    else {
      history.versions.push(version);
      history.sizes.push(size);
    }
  }

  function put(op: PutOp, at: Revision, events: WatchEvent[], size: number | undefined): OpResponse {
    const previous = live(index.get(op.key)?.versions.at(-1));
    const kv: KeyValue = {
      key: op.key,
      value: op.ignoreValue === true && previous !== undefined ? previous.value : op.value,
      createRevision: previous?.createRevision ?? at,
      modRevision: at,
      version: (previous?.version ?? 0) + 1,
      lease: op.ignoreLease === true && previous !== undefined ? previous.lease : (op.lease ?? 0),
    };
    store(op.key, kv, size ?? valueBytes(kv.value));
    leases.move(op.key, previous?.lease ?? 0, kv.lease);
    if (previous === undefined) {
      keys += 1;
      events.push({ type: 'put', kv });
      return { type: 'put', revision: at };
    }
    events.push({ type: 'put', kv, previous });
    return { type: 'put', revision: at, previous };
  }

  function removeRange(range: KeyRange, at: Revision, events: WatchEvent[]): readonly KeyValue[] {
    const removed = [...liveIn(range, at)];
    for (const previous of removed) {
      const { key } = previous;
      store(key, { modRevision: at, version: 0 }, 0);
      leases.move(key, previous.lease, 0);
      events.push({ type: 'delete', key, modRevision: at, previous });
    }
    keys -= removed.length;
    return removed;
  }

  function guardsHold(txn: Txn): boolean {
    for (const compare of txn.compare) if (!compareHolds(compare, liveIn(compare, revision))) return false;
    return true;
  }

  /** The branch each nested transaction takes: chosen before anything is written. */
  function choose(ops: readonly Op[], chosen: Chosen): void {
    for (const op of ops) {
      if (op.type !== 'txn') continue;
      chosen.set(op.txn, guardsHold(op.txn));
      choose(branch(op.txn, chosen), chosen);
    }
  }

  /** Found before anything is written: a transaction applies whole or not at all. */
  function refuse(ops: readonly Op[], chosen: Chosen, type: 'put' | 'range'): EtcdFailure | undefined {
    for (const op of ops) {
      let refused: EtcdFailure | undefined;
      if (op.type === 'txn') refused = refuse(branch(op.txn, chosen), chosen, type);
      else if (op.type === 'put' && type === 'put') refused = refusePut(op);
      else if (op.type === 'range' && type === 'range') refused = unreadable(op.request.revision);
      if (refused !== undefined) return refused;
    }
    return undefined;
  }

  function refusePut(op: PutOp): EtcdFailure | undefined {
    if (op.ignoreValue === true || op.ignoreLease === true) {
      if (live(index.get(op.key)?.versions.at(-1)) === undefined) return failure('keyNotFound');
    }
    return op.lease !== undefined && op.lease !== 0 && !leases.has(op.lease) ? failure('leaseNotFound') : undefined;
  }

  function unreadable(at: Revision | undefined): EtcdFailure | undefined {
    if (at === undefined || at <= 0) return undefined;
    if (at > revision) return failure('futureRevision');
    return at < compactRevision ? failure('compacted', compactRevision) : undefined;
  }

  function read(request: RangeRequest, storeRevision: Revision): RangeResponse {
    const at = request.revision !== undefined && request.revision > 0 ? request.revision : storeRevision;
    return select(liveIn(request, at), request, storeRevision);
  }

  function run(ops: readonly Op[], chosen: Chosen, events: WatchEvent[], size: number | undefined): OpResponse[] {
    const next = revision + 1;
    return ops.map((op): OpResponse => {
      if (op.type === 'put') return put(op, next, events, size);
      if (op.type === 'delete') {
        const previous = removeRange(op, next, events);
        const at = events.length > 0 ? next : revision;
        return { type: 'delete', revision: at, deleted: previous.length, previous };
      }
      if (op.type === 'range') return { type: 'range', ...read(op.request, events.length > 0 ? next : revision) };
      const responses = run(branch(op.txn, chosen), chosen, events, undefined);
      return { type: 'txn', revision: 0, succeeded: chosen.get(op.txn) === true, responses };
    });
  }

  function commitWith(events: readonly WatchEvent[], createCommit: CommitFactory): Commit {
    revision += 1;
    const commit = createCommit(revision, events);
    log.push(commit);
    return commit;
  }

  function apply(txn: Txn, createCommit: CommitFactory, size?: number): Applied {
    const succeeded = guardsHold(txn);
    const ops = succeeded ? txn.success : txn.failure;
    const chosen: Chosen = ops.some((op) => op.type === 'txn') ? new Map() : flat;
    choose(ops, chosen);
    const refused = refuse(ops, chosen, 'put') ?? refuse(ops, chosen, 'range');
    if (refused !== undefined) return { result: { failure: refused } };
    const events: WatchEvent[] = [];
    const [only] = ops;
    const sole = ops.length === 1 && only?.type === 'put' && only.ignoreValue !== true;
    const responses = run(ops, chosen, events, sole ? size : undefined);
    if (events.length === 0) return { result: { ok: { revision, succeeded, responses } } };
    const commit = commitWith(events, createCommit);
    return { result: { ok: { revision, succeeded, responses } }, commit };
  }

  function compact(at: Revision): Result<Revision> {
    if (at <= compactRevision) return { failure: failure('compacted', compactRevision) };
    if (at > revision) return { failure: failure('futureRevision') };
    compactRevision = at;
    const emptied: string[] = [];
    for (const history of index.range('', lastKey)) {
      const kept = history.versions.findLastIndex((version) => version.modRevision <= at);
      if (kept < 0) continue;
      const from = live(history.versions[kept]) === undefined ? kept + 1 : kept;
      for (let dropped = 0; dropped < from; dropped += 1) bytes -= history.sizes[dropped] ?? 0;
      history.versions = history.versions.slice(from);
      history.sizes = history.sizes.slice(from);
      if (history.versions.length === 0) emptied.push(history.key);
    }
    for (const key of emptied) index.delete(key);
    // A watch may still start at the compacted revision itself.
    log = log.slice(Math.max(0, at - firstRevision));
    firstRevision = Math.max(firstRevision, at);
    return { ok: at };
  }

  function begin(from: MvccOrigin): void {
    for (const kv of from.base) {
      store(kv.key, kv, valueBytes(kv.value));
      leases.move(kv.key, 0, kv.lease);
    }
    keys = from.base.length;
    for (const { revision: at, events } of from.commits) {
      if (at <= from.compactRevision) continue;
      for (const event of events) {
        if (event.type === 'put') {
          store(event.kv.key, event.kv, valueBytes(event.kv.value));
          leases.move(event.kv.key, event.previous?.lease ?? 0, event.kv.lease);
          if (event.previous === undefined) keys += 1;
        } else {
          store(event.key, { modRevision: event.modRevision, version: 0 }, 0);
          leases.move(event.key, event.previous?.lease ?? 0, 0);
          keys -= 1;
        }
      }
    }
    ({ revision, compactRevision } = from);
    log = [...from.commits];
    firstRevision = log[0]?.revision ?? revision + 1;
  }
  if (origin !== undefined) begin(origin);

  return {
    revision: () => revision,
    compactRevision: () => compactRevision,
    keys: () => keys,
    bytes: () => bytes,
    apply,
    remove(which, createCommit) {
      const events: WatchEvent[] = [];
      for (const key of which) removeRange({ key }, revision + 1, events);
      return events.length === 0 ? undefined : commitWith(events, createCommit);
    },
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
    *versions(upTo) {
      for (const { key, versions } of index.range('', lastKey)) {
        for (const version of versions) if (version.modRevision <= upTo) yield { ...version, key };
      }
    },
    liveAt: (at) => [...liveIn({ key: '', rangeEnd: '\0' }, at)],
  };
}

/** Which nested transactions succeed. */
type Chosen = Map<Txn, boolean>;

/** Of transactions that hold no others; never written to. */
const flat: Chosen = new Map();

function branch(txn: Txn, chosen: Chosen): readonly Op[] {
  return chosen.get(txn) === true ? txn.success : txn.failure;
}

function live(version: Version | undefined): KeyValue | undefined {
  return version !== undefined && version.version > 0 ? (version as KeyValue) : undefined;
}

/** The newest version not above a revision. Reads are mostly of the newest, which is looked at first. */
function versionAt(history: KeyHistory | undefined, at: Revision): Version | undefined {
  if (history === undefined) return undefined;
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
