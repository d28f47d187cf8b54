/**
 * The state every member holds: keys, leases and alarms, changed by commands alone. Deterministic: members that have
 * applied the same commands hold the same, whatever their clocks say. What a member alone knows (how large its file is,
 * when a lease ends) is not in here.
 */
import { bytesOf } from './bytes.ts';
import { failure } from './failure.ts';
import { createLeases, type Leases } from './leases.ts';
import { type CommitFactory, createMvcc, type Mvcc } from './mvcc.ts';
import type {
  Alarm,
  AlarmRequest,
  Commit,
  KeyHash,
  KeyValue,
  LeaseGrant,
  Op,
  Result,
  Revision,
  StoreSnapshot,
  Txn,
  TxnResponse,
  WatchEvent,
} from './types.ts';

/** What the log holds. `bytes`: of what a transaction may put. */
export type Command =
  | { readonly type: 'txn'; readonly txn: Txn; readonly bytes: number }
  | { readonly type: 'compact'; readonly revision: Revision }
  | ({ readonly type: 'grant' } & LeaseGrant)
  | { readonly type: 'revoke'; readonly id: number }
  | ({ readonly type: 'alarm' } & AlarmRequest);

/** What each command is answered with. */
export interface Answers {
  readonly txn: TxnResponse;
  readonly compact: Revision;
  readonly grant: LeaseGrant;
  readonly revoke: { readonly revision: Revision };
  readonly alarm: readonly Alarm[];
}

export type Answer = Answers[keyof Answers];

export interface Outcome {
  readonly result: Result<Answer>;
  readonly commit?: Commit;
}

export interface Store {
  readonly mvcc: Mvcc;
  readonly leases: Leases;
  readonly alarms: readonly Alarm[];
  apply(command: Command, createCommit: CommitFactory): Outcome;
  save(): StoreSnapshot;
  hash(upTo: Revision): Result<KeyHash>;
}

type OpenStore = { -readonly [Field in keyof Store]: Store[Field] };

/** Creates an empty store at revision 1, or one from a snapshot. `hash32` is the kernel's. */
export function createStore(
  snapshot: StoreSnapshot | undefined,
  hash32: (text: string, start: number) => number,
): Store {
  const leases = createLeases(snapshot?.leases);
  const mvcc = createMvcc(leases, snapshot);
  const store: OpenStore = {
    mvcc,
    leases,
    alarms: snapshot?.alarms ?? [],
    apply: (command, createCommit) => refused(store, command) ?? apply(store, command, createCommit),
    save: () => ({
      revision: mvcc.revision(),
      compactRevision: mvcc.compactRevision(),
      base: mvcc.liveAt(mvcc.compactRevision()),
      commits: [...mvcc.commitsFrom(mvcc.compactRevision())],
      leases: [...leases.all()],
      alarms: store.alarms,
    }),
    hash: (upTo) => hashOf(mvcc, hash32, upTo),
  };
  return store;
}

/** With NOSPACE raised nothing may grow; with CORRUPT nothing may be served (apply.go applierV3Capped, -Corrupt). */
function refused({ alarms }: OpenStore, command: Command): Outcome | undefined {
  if (alarms.length === 0 || command.type === 'alarm') return undefined;
  const raised = (type: Alarm['alarm']) => alarms.some(({ alarm }) => alarm === type);
  if (raised('CORRUPT')) return { result: { failure: failure('corrupt') } };
  const grows = command.type === 'grant' || (command.type === 'txn' && puts(command.txn));
  return grows && raised('NOSPACE') ? { result: { failure: failure('noSpace') } } : undefined;
}

function apply(store: OpenStore, command: Command, createCommit: CommitFactory): Outcome {
  const { mvcc, leases } = store;
  switch (command.type) {
    case 'txn':
      return mvcc.apply(command.txn, createCommit, command.bytes);
    case 'compact':
      return { result: mvcc.compact(command.revision) };
    case 'grant':
      return { result: leases.grant(command) };
    case 'revoke':
      return revoke(store, command.id, createCommit);
    case 'alarm':
      return { result: { ok: applyAlarm(store, command) } };
  }
}

function applyAlarm(store: OpenStore, { action, member, alarm: type }: AlarmRequest): readonly Alarm[] {
  if (action === 'get') return store.alarms.filter((each) => type === undefined || each.alarm === type);
  const there = store.alarms.find((each) => each.member === member && each.alarm === type);
  if (action === 'deactivate') {
    if (there === undefined) return [];
    store.alarms = store.alarms.filter((each) => each !== there);
    return [there];
  }
  if (type === undefined) return [];
  if (there !== undefined) return [there];
  const added: Alarm = { member, alarm: type };
  store.alarms = [...store.alarms, added];
  return [added];
}

function revoke({ leases, mvcc }: OpenStore, id: number, createCommit: CommitFactory): Outcome {
  const keys = leases.revoke(id);
  if (keys === undefined) return { result: { failure: failure('leaseNotFound') } };
  const commit = mvcc.remove(keys, createCommit);
  return { result: { ok: { revision: mvcc.revision() } }, ...(commit !== undefined && { commit }) };
}

/** A hash over all versions up to a revision: members that hold the same have the same (etcdutl hashkv). */
function hashOf(mvcc: Mvcc, hash32: (text: string, start: number) => number, upTo: Revision): Result<KeyHash> {
  const at = upTo > 0 ? upTo : mvcc.revision();
  if (at > mvcc.revision()) return { failure: failure('futureRevision') };
  const compactRevision = mvcc.compactRevision();
  if (at < compactRevision) return { failure: failure('compacted', compactRevision) };
  let hash = 0x811c9dc5;
  for (const version of mvcc.versions(at)) {
    const { key, modRevision } = version;
    const rest = 'value' in version ? ` ${version.createRevision} ${version.lease} ${bytesOf(version.value)}` : '';
    hash = hash32(`${key} ${modRevision} ${version.version}${rest}`, hash);
  }
  return { ok: { hash, compactRevision, hashRevision: at } };
}

/**
 * A snapshot at a later revision with nothing of its past: a client that watched the old cluster finds its revision compacted and
 * lists anew, rather than to wait for revisions that were others' (etcdutl snapshot restore --bump-revision --mark-compacted).
 */
export function bumpRevision(snapshot: StoreSnapshot, by: Revision): StoreSnapshot {
  const { mvcc } = createStore(snapshot, () => 0);
  const revision = snapshot.revision + by;
  return { ...snapshot, revision, compactRevision: revision, base: mvcc.liveAt(snapshot.revision), commits: [] };
}

/** What leads from these keys to those of a snapshot: deletions and puts in key order. */
export function eventsTo(snapshot: StoreSnapshot, before: readonly KeyValue[]): readonly WatchEvent[] {
  const { mvcc } = createStore(snapshot, () => 0);
  const old = new Map(before.map((kv) => [kv.key, kv]));
  const events: WatchEvent[] = [];
  for (const kv of mvcc.liveAt(snapshot.revision)) {
    const previous = old.get(kv.key);
    old.delete(kv.key);
    if (previous === undefined) events.push({ type: 'put', kv });
    else if (previous.modRevision !== kv.modRevision) events.push({ type: 'put', kv, previous });
  }
  for (const [key, previous] of old) events.push({ type: 'delete', key, modRevision: snapshot.revision, previous });
  return events;
}

/** Whether either branch holds a put: one that might grow the store is refused before it is known which branch it takes. */
export function puts({ success, failure: otherwise }: Txn): boolean {
  const grows = (op: Op) => op.type === 'put' || (op.type === 'txn' && puts(op.txn));
  return success.some(grows) || otherwise.some(grows);
}

/** Bytes a quota counts for a command before it is applied (storage/quota.go). */
export function costOf(command: Command): number {
  if (command.type === 'grant') return 64;
  return command.type === 'txn' ? command.bytes + 256 : 0;
}
