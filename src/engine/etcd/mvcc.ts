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
import { createKeyIndex, type KeyIndex } from './key-index.ts';
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

/** What one store holds. */
interface Data {
  readonly leases: Leases;
  readonly index: KeyIndex<KeyHistory>;
  /** Commit of revision r at place r - firstRevision. */
  log: Commit[];
  firstRevision: Revision;
  revision: Revision;
  compactRevision: Revision;
  /** Live keys. */
  keys: number;
  /** Of all versions that aren't compacted. */
  bytes: number;
}

/** Creates a store: an empty one, at revision 1, or one from a snapshot. `leases` is kept up on which keys belong to which. */
export function createMvcc(leases: Leases, origin?: MvccOrigin): Mvcc {
  const db: Data = {
    leases,
    index: createKeyIndex<KeyHistory>(),
    log: [],
    firstRevision: 2,
    revision: 1,
    compactRevision: 0,
    keys: 0,
    bytes: 0,
  };
  if (origin !== undefined) begin(db, origin);
  return {
    revision: () => db.revision,
    compactRevision: () => db.compactRevision,
    keys: () => db.keys,
    bytes: () => db.bytes,
    apply: (txn, createCommit, size) => apply(db, txn, createCommit, size),
    remove(which, createCommit) {
      const events: WatchEvent[] = [];
      for (const key of which) removeRange(db, { key }, db.revision + 1, events);
      return events.length === 0 ? undefined : commitWith(db, events, createCommit);
    },
    compact: (at) => compact(db, at),
    range(request) {
      const refused = unreadable(db, request.revision);
      return refused === undefined ? { ok: read(db, request, db.revision) } : { failure: refused };
    },
    *commitsFrom(from) {
      for (let at = Math.max(from, db.firstRevision); at <= db.revision; at += 1) {
        const commit = db.log[at - db.firstRevision];
        if (commit !== undefined) yield commit;
      }
    },
    *versions(upTo) {
      for (const { key, versions } of db.index.range('', lastKey)) {
        for (const version of versions) if (version.modRevision <= upTo) yield { ...version, key };
      }
    },
    liveAt: (at) => [...liveIn(db, { key: '', rangeEnd: '\0' }, at)],
  };
}

function liveIn(db: Data, { key, rangeEnd }: KeyRange, at: Revision): Iterable<KeyValue> {
  if (rangeEnd !== undefined) return liveBetween(db, key, rangeEnd === '\0' ? lastKey : rangeEnd, at);
  const kv = live(versionAt(db.index.get(key), at));
  return kv === undefined ? none : [kv];
}

function* liveBetween(db: Data, key: string, end: string, at: Revision): Iterable<KeyValue> {
  for (const history of db.index.range(key, end)) {
    const kv = live(versionAt(history, at));
    if (kv !== undefined) yield kv;
  }
}

function store(db: Data, key: string, version: Version, valueSize: number): void {
  const history = db.index.get(key);
  const size = key.length + valueSize + versionOverhead;
  db.bytes += size;
  if (history === undefined) db.index.set(key, { key, versions: [version], sizes: [size] });
  else {
    history.versions.push(version);
    history.sizes.push(size);
  }
}

function put(db: Data, op: PutOp, at: Revision, events: WatchEvent[], size: number | undefined): OpResponse {
  const previous = live(db.index.get(op.key)?.versions.at(-1));
  const kv: KeyValue = {
    key: op.key,
    value: op.ignoreValue === true && previous !== undefined ? previous.value : op.value,
    createRevision: previous?.createRevision ?? at,
    modRevision: at,
    version: (previous?.version ?? 0) + 1,
    lease: op.ignoreLease === true && previous !== undefined ? previous.lease : (op.lease ?? 0),
  };
  store(db, op.key, kv, size ?? valueBytes(kv.value));
  db.leases.move(op.key, previous?.lease ?? 0, kv.lease);
  if (previous === undefined) {
    db.keys += 1;
    events.push({ type: 'put', kv });
    return { type: 'put', revision: at };
  }
  events.push({ type: 'put', kv, previous });
  return { type: 'put', revision: at, previous };
}

function removeRange(db: Data, range: KeyRange, at: Revision, events: WatchEvent[]): readonly KeyValue[] {
  const removed = [...liveIn(db, range, at)];
  for (const previous of removed) {
    const { key } = previous;
    store(db, key, { modRevision: at, version: 0 }, 0);
    db.leases.move(key, previous.lease, 0);
    events.push({ type: 'delete', key, modRevision: at, previous });
  }
  db.keys -= removed.length;
  return removed;
}

function guardsHold(db: Data, txn: Txn): boolean {
  for (const compare of txn.compare) if (!compareHolds(compare, liveIn(db, compare, db.revision))) return false;
  return true;
}

/** The branch each nested transaction takes: chosen before anything is written. */
function choose(db: Data, ops: readonly Op[], chosen: Chosen): void {
  for (const op of ops) {
    if (op.type !== 'txn') continue;
    chosen.set(op.txn, guardsHold(db, op.txn));
    choose(db, branch(op.txn, chosen), chosen);
  }
}

/** Found before anything is written: a transaction applies whole or not at all. */
function refuse(db: Data, ops: readonly Op[], chosen: Chosen, type: 'put' | 'range'): EtcdFailure | undefined {
  for (const op of ops) {
    let refused: EtcdFailure | undefined;
    if (op.type === 'txn') refused = refuse(db, branch(op.txn, chosen), chosen, type);
    else if (op.type === 'put' && type === 'put') refused = refusePut(db, op);
    else if (op.type === 'range' && type === 'range') refused = unreadable(db, op.request.revision);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

function refusePut(db: Data, op: PutOp): EtcdFailure | undefined {
  if (op.ignoreValue === true || op.ignoreLease === true) {
    if (live(db.index.get(op.key)?.versions.at(-1)) === undefined) return failure('keyNotFound');
  }
  return op.lease !== undefined && op.lease !== 0 && !db.leases.has(op.lease) ? failure('leaseNotFound') : undefined;
}

function unreadable(db: Data, at: Revision | undefined): EtcdFailure | undefined {
  if (at === undefined || at <= 0) return undefined;
  if (at > db.revision) return failure('futureRevision');
  return at < db.compactRevision ? failure('compacted', db.compactRevision) : undefined;
}

function read(db: Data, request: RangeRequest, storeRevision: Revision): RangeResponse {
  const at = request.revision !== undefined && request.revision > 0 ? request.revision : storeRevision;
  return select(liveIn(db, request, at), request, storeRevision);
}

function run(
  db: Data,
  ops: readonly Op[],
  chosen: Chosen,
  events: WatchEvent[],
  size: number | undefined,
): OpResponse[] {
  const next = db.revision + 1;
  return ops.map((op): OpResponse => {
    if (op.type === 'put') return put(db, op, next, events, size);
    if (op.type === 'delete') {
      const previous = removeRange(db, op, next, events);
      const at = events.length > 0 ? next : db.revision;
      return { type: 'delete', revision: at, deleted: previous.length, previous };
    }
    if (op.type === 'range') return { type: 'range', ...read(db, op.request, events.length > 0 ? next : db.revision) };
    const responses = run(db, branch(op.txn, chosen), chosen, events, undefined);
    return { type: 'txn', revision: 0, succeeded: chosen.get(op.txn) === true, responses };
  });
}

function commitWith(db: Data, events: readonly WatchEvent[], createCommit: CommitFactory): Commit {
  db.revision += 1;
  // Kept until compaction: a copy has room for these events alone, an array that grew by push for sixteen more.
  const commit = createCommit(db.revision, events.slice());
  db.log.push(commit);
  return commit;
}

function apply(db: Data, txn: Txn, createCommit: CommitFactory, size?: number): Applied {
  const succeeded = guardsHold(db, txn);
  const ops = succeeded ? txn.success : txn.failure;
  const chosen: Chosen = ops.some((op) => op.type === 'txn') ? new Map() : flat;
  choose(db, ops, chosen);
  const refused = refuse(db, ops, chosen, 'put') ?? refuse(db, ops, chosen, 'range');
  if (refused !== undefined) return { result: { failure: refused } };
  const events: WatchEvent[] = [];
  const [only] = ops;
  const sole = ops.length === 1 && only?.type === 'put' && only.ignoreValue !== true;
  const responses = run(db, ops, chosen, events, sole ? size : undefined);
  if (events.length === 0) return { result: { ok: { revision: db.revision, succeeded, responses } } };
  const commit = commitWith(db, events, createCommit);
  return { result: { ok: { revision: db.revision, succeeded, responses } }, commit };
}

function compact(db: Data, at: Revision): Result<Revision> {
  if (at <= db.compactRevision) return { failure: failure('compacted', db.compactRevision) };
  if (at > db.revision) return { failure: failure('futureRevision') };
  db.compactRevision = at;
  const emptied: string[] = [];
  for (const history of db.index.range('', lastKey)) {
    const kept = history.versions.findLastIndex((version) => version.modRevision <= at);
    if (kept < 0) continue;
    const from = live(history.versions[kept]) === undefined ? kept + 1 : kept;
    for (let dropped = 0; dropped < from; dropped += 1) db.bytes -= history.sizes[dropped] ?? 0;
    history.versions = history.versions.slice(from);
    history.sizes = history.sizes.slice(from);
    if (history.versions.length === 0) emptied.push(history.key);
  }
  for (const key of emptied) db.index.delete(key);
  // A watch may still start at the compacted revision itself.
  db.log = db.log.slice(Math.max(0, at - db.firstRevision));
  db.firstRevision = Math.max(db.firstRevision, at);
  return { ok: at };
}

function begin(db: Data, from: MvccOrigin): void {
  for (const kv of from.base) {
    store(db, kv.key, kv, valueBytes(kv.value));
    db.leases.move(kv.key, 0, kv.lease);
  }
  db.keys = from.base.length;
  for (const { revision: at, events } of from.commits) {
    if (at <= from.compactRevision) continue;
    for (const event of events) {
      if (event.type === 'put') {
        store(db, event.kv.key, event.kv, valueBytes(event.kv.value));
        db.leases.move(event.kv.key, event.previous?.lease ?? 0, event.kv.lease);
        if (event.previous === undefined) db.keys += 1;
      } else {
        store(db, event.key, { modRevision: event.modRevision, version: 0 }, 0);
        db.leases.move(event.key, event.previous?.lease ?? 0, 0);
        db.keys -= 1;
      }
    }
  }
  db.revision = from.revision;
  db.compactRevision = from.compactRevision;
  db.log = [...from.commits];
  db.firstRevision = db.log[0]?.revision ?? db.revision + 1;
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

/** The newest version not above a revision. Reads are mostly of the newest, which is tried first. */
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
