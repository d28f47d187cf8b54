/**
 * Objects of one resource in etcd, written by compare-and-swap (upstream: storage/etcd3/store.go). What an update does next,
 * when its copy was old or another writer was faster, the part `compare-and-swap` says.
 */

import { type Etcd, type EtcdFailure, type KeyValue, type Op, prefixEnd, type Revision } from '../etcd/index.ts';
import { type Attempt, alreadyExists, conflict, deepEqual, deepFreeze, type KubeObject, notFound, type Status, type Stored, type UpdateEvent, type Write } from '../meta/index.ts';
import { stepUpdate } from '../parts/compare-and-swap.ts';
import { asJson, atRevision, decode, encode } from './codec.ts';
import type { LeaseFor } from './lease-manager.ts';
import { type Done, type Outcome, storageFailure } from './outcome.ts';
import { pathOf, type Resource } from './resource.ts';
import type { WatchCache } from './watch-cache.ts';

/** What an update wants done with the object: this in its place, or its removal. Giving it back unchanged writes nothing. */
export type Change = Write;

/** Gives what to do with the current object, at once or later. Must not throw. */
export type MakeChange = (current: KubeObject, done: Done<Change>) => void;

export interface UpdateOptions {
  readonly dryRun: boolean;
  /** Called for a missing object instead of answering 404: gives what to create. */
  readonly create?: (done: Done<KubeObject>) => void;
}

export interface Updated {
  readonly object: KubeObject;
  readonly created?: true;
  readonly removed?: true;
}

export interface ListPage {
  readonly objects: readonly KubeObject[];
  readonly revision: Revision;
  /** Objects of the range in all. */
  readonly count: number;
}

export interface Storage {
  readonly resource: Resource;
  readonly cache: WatchCache;
  /** The newest state. */
  get(path: string, done: Done<KubeObject>): void;
  create(object: KubeObject, options: { readonly dryRun: boolean }, done: Done<KubeObject>): void;
  /** `change` may run several times, each time with a newer object; the Status it gives for the newest ends the update. */
  update(path: string, change: MakeChange, options: UpdateOptions, done: Done<Updated>): void;
  /** Objects of a namespace ('' for all) in key order, at the newest revision or at a past one, from a path on. */
  list(
    request: ListRequest,
    done: (result: { readonly ok: ListPage } | { readonly failed: EtcdFailure }) => void,
  ): void;
}

export interface ListRequest {
  readonly namespace: string;
  readonly revision?: Revision;
  /** First path wanted. */
  readonly from?: string;
  readonly limit?: number;
}

/** What an update does next. */
export type UpdateRule = typeof stepUpdate;

/** A storage, and what it is made of. */
interface Store {
  readonly etcd: Etcd;
  readonly cache: WatchCache;
  readonly resource: Resource;
  readonly freeze: boolean;
  /** Of kinds whose objects don't stay. */
  readonly leaseFor?: LeaseFor | undefined;
  readonly stepUpdate: UpdateRule;
}

/** Storage over a cache that follows the same resource. `freeze` freezes what is written. */
export function createStorage(
  etcd: Etcd,
  cache: WatchCache,
  resource: Resource,
  options: { readonly freeze: boolean; readonly leaseFor?: LeaseFor | undefined; readonly stepUpdate?: UpdateRule | undefined },
): Storage {
  const store: Store = { etcd, cache, resource, ...options, stepUpdate: options.stepUpdate ?? stepUpdate };
  return {
    resource,
    cache,
    create: (object, { dryRun }, done) => create(store, object, dryRun, done),
    update(path, change, updateOptions, done) {
      const key = resource.prefix + path;
      const update: Update = { ...updateOptions, store, path, key, change, done };
      stepFrom(update, { isFresh: false })({ type: 'start', cached: storedOf(cache.at(key)) });
    },
    get: (path, done) => get(store, path, done),
    list: (request, done) => list(store, request, done),
  };
}

/** A stored object as this kind's version shows it, and the reverse. */
function shown({ resource }: Store, stored: KubeObject): KubeObject {
  return resource.definition.custom?.fromStored(stored) ?? stored;
}

function kept({ resource, freeze }: Store, object: KubeObject): KubeObject {
  const stored = encode(resource.definition.custom?.toStored(object) ?? object);
  if (freeze) deepFreeze(stored);
  return stored;
}

/** The object of a key-value pair; the cache's own copy where it is the same, so that it is shared. */
function objectOf(store: Store, kv: KeyValue): KubeObject | undefined {
  const cached = store.cache.at(kv.key);
  if (cached !== undefined && cached.metadata.resourceVersion === String(kv.modRevision)) return cached;
  const stored = decode(kv);
  return stored === undefined ? undefined : shown(store, stored);
}

function read(store: Store, key: string, done: Done<{ readonly object: KubeObject | undefined }>): void {
  store.etcd.range({ key }, (result) => {
    if (result.failure !== undefined) return done({ status: storageFailure(result.failure) });
    const kv = result.ok.kvs[0];
    done({ ok: { object: kv === undefined ? undefined : objectOf(store, kv) } });
  });
}

function missing({ resource }: Store, path: string): Status {
  return notFound(resource, nameIn(path));
}

function nameIn(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}

/** Swaps the object if its revision is still the one seen (0: absent); else gives what is there now. */
function swap(store: Store, key: string, seen: Revision, write: Op, done: Done<Swapped>): void {
  const { leaseFor } = store;
  if (leaseFor === undefined || write.type !== 'put') return propose(store, key, seen, write, done);
  leaseFor((outcome) => {
    if (outcome.status !== undefined) done(outcome);
    else propose(store, key, seen, { ...write, lease: outcome.ok }, done);
  });
}

function propose(store: Store, key: string, seen: Revision, write: Op, done: Done<Swapped>): void {
  store.etcd.propose(
    {
      compare: [{ key, target: 'mod', op: '=', value: seen }],
      success: [write],
      failure: [{ type: 'range', request: { key } }],
    },
    (result) => {
      if (result.failure !== undefined) return done({ status: storageFailure(result.failure) });
      const { revision, succeeded, responses } = result.ok;
      const [response] = responses;
      if (succeeded) return done({ ok: { swapped: true, revision } });
      const kv = response?.type === 'range' ? response.kvs[0] : undefined;
      done({ ok: { swapped: false, current: kv === undefined ? undefined : objectOf(store, kv) } });
    },
  );
}

/** The cache has it already where its watch is as fast as the reply. */
function written(store: Store, key: string, stored: KubeObject, revision: Revision): KubeObject {
  const cached = store.cache.at(key);
  return cached?.metadata.resourceVersion === String(revision) ? cached : shown(store, atRevision(stored, revision));
}

function create(store: Store, object: KubeObject, dryRun: boolean, done: Done<KubeObject>): void {
  const { resource } = store;
  const key = resource.prefix + pathOf(resource, object);
  const stored = kept(store, object);
  const exists = () => done({ status: alreadyExists(resource, object.metadata.name) });
  if (dryRun) {
    read(store, key, (outcome) => {
      if (outcome.status !== undefined) done(outcome);
      else if (outcome.ok.object !== undefined) exists();
      else done({ ok: shown(store, stored) });
    });
    return;
  }
  swap(store, key, 0, { type: 'put', key, value: asJson(stored) }, (outcome) => {
    if (outcome.status !== undefined) done(outcome);
    else if (outcome.ok.swapped) done({ ok: written(store, key, stored, outcome.ok.revision) });
    else exists();
  });
}

function storedOf(object: KubeObject | undefined): Stored | undefined {
  return object && { revision: Number(object.metadata.resourceVersion), object };
}

/** An update under way. */
interface Update extends UpdateOptions {
  readonly store: Store;
  readonly path: string;
  readonly key: string;
  readonly change: MakeChange;
  readonly done: Done<Updated>;
}

/** Takes the next step. `outcome`: what has come of it so far; an update that ends without one has lost to a rival. */
type Next = (event: UpdateEvent, outcome?: Outcome<Updated>) => void;

function stepFrom(update: Update, before: Attempt): Next {
  return (event, outcome) => {
    const { store, path, key } = update;
    const { attempt, action } = store.stepUpdate(before, event);
    const next = stepFrom(update, attempt);
    switch (action.type) {
      case 'read':
        return read(store, key, (found) => {
          if (found.status !== undefined) next({ type: 'failed' }, found);
          else next({ type: 'read', current: storedOf(found.ok.object) });
        });
      case 'change':
        return changeFor(update, action.current?.object, next);
      case 'swap':
        return swapFor(update, action.ifRevision, action.write, next);
      case 'answer':
        return update.done(outcome ?? { status: conflict(store.resource, nameIn(path)) });
    }
  };
}

function changeFor({ store, path, change, create }: Update, current: KubeObject | undefined, next: Next): void {
  const changed = (made: Outcome<Write>): void => {
    if (made.status !== undefined) return next({ type: 'refused' }, made);
    const write = made.ok;
    const isSame = current !== undefined && 'put' in write && sameContent(write.put, current);
    if (isSame) next({ type: 'unchanged' }, { ok: { object: current } });
    else next({ type: 'changed', write });
  };
  if (current !== undefined) change(current, changed);
  else if (create === undefined) changed({ status: missing(store, path) });
  else create((made) => changed(made.status === undefined ? { ok: { put: made.ok } } : made));
}

function swapFor({ store, key, dryRun, done }: Update, ifRevision: Revision, write: Write, next: Next): void {
  const removed = 'remove' in write;
  const object = removed ? write.remove : write.put;
  const updated = (now: KubeObject): Outcome<Updated> => ({
    ok: { object: now, ...(ifRevision === 0 && { created: true }), ...(removed && { removed }) },
  });
  if (dryRun) return done(updated(object));
  const stored = kept(store, object);
  const op: Op = removed ? { type: 'delete', key } : { type: 'put', key, value: asJson(stored) };
  swap(store, key, ifRevision, op, (outcome) => {
    if (outcome.status !== undefined) return next({ type: 'failed' }, outcome);
    if (!outcome.ok.swapped) return next({ type: 'lost', write, current: storedOf(outcome.ok.current) });
    next({ type: 'written' }, updated(written(store, key, stored, outcome.ok.revision)));
  });
}

function get(store: Store, path: string, done: Done<KubeObject>): void {
  read(store, store.resource.prefix + path, (outcome) => {
    if (outcome.status !== undefined) done(outcome);
    else if (outcome.ok.object === undefined) done({ status: missing(store, path) });
    else done({ ok: outcome.ok.object });
  });
}

function list(
  store: Store,
  { namespace, revision = 0, from = '', limit = 0 }: ListRequest,
  done: Parameters<Storage['list']>[1],
): void {
  const { prefix } = store.resource;
  const scope = namespace === '' ? prefix : `${prefix}${namespace}/`;
  const key = prefix + from > scope ? prefix + from : scope;
  store.etcd.range({ key, rangeEnd: prefixEnd(scope), revision, limit }, (result) => {
    if (result.failure !== undefined) return done({ failed: result.failure });
    const { kvs, count } = result.ok;
    const objects = kvs.map((kv) => objectOf(store, kv)).filter((object) => object !== undefined);
    done({ ok: { objects, revision: revision || result.ok.revision, count } });
  });
}

type Swapped =
  | { readonly swapped: true; readonly revision: Revision }
  | { readonly swapped: false; readonly current: KubeObject | undefined };

/** Whether writing would change anything: the resourceVersion isn't content. */
function sameContent(object: KubeObject, current: KubeObject): boolean {
  if (object === current) return true;
  const { resourceVersion: a, ...metadata } = object.metadata;
  const { resourceVersion: b, ...currentMetadata } = current.metadata;
  return deepEqual({ ...object, metadata }, { ...current, metadata: currentMetadata });
}
