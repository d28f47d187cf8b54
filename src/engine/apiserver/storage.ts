/**
 * Objects of one resource in etcd, written by compare-and-swap (upstream: storage/etcd3/store.go). An update begins from
 * the watch cache's copy, which may be old; when that makes it fail, or another writer was faster, it is tried again on
 * the object read afresh.
 */

import { type Etcd, type EtcdFailure, type KeyValue, type Op, prefixEnd, type Revision } from '../etcd/index.ts';
import { alreadyExists, deepEqual, deepFreeze, type KubeObject, notFound } from '../meta/index.ts';
import { asJson, atRevision, decode, encode } from './codec.ts';
import type { LeaseFor } from './lease-manager.ts';
import { type Done, type Outcome, storageFailure } from './outcome.ts';
import { pathOf, type Resource } from './resource.ts';
import type { WatchCache } from './watch-cache.ts';

/** What an update wants done with the object: this in its place, or its removal. Giving it back unchanged writes nothing. */
export type Change = { readonly put: KubeObject } | { readonly remove: KubeObject };

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

/** Storage over a cache that follows the same resource. `freeze` freezes what is written. */
export function createStorage(
  etcd: Etcd,
  cache: WatchCache,
  resource: Resource,
  options: { readonly freeze: boolean; readonly leaseFor?: LeaseFor | undefined },
): Storage {
  const { prefix } = resource;
  const { freeze, leaseFor } = options;
  const { custom } = resource.definition;
  const shown = (stored: KubeObject): KubeObject => custom?.fromStored(stored) ?? stored;
  const kept = (object: KubeObject): KubeObject => encode(custom?.toStored(object) ?? object);

  /** The object of a key-value pair; the cache's own copy where it is the same, so that everybody shares one. */
  function objectOf(kv: KeyValue): KubeObject | undefined {
    const cached = cache.at(kv.key);
    if (cached !== undefined && cached.metadata.resourceVersion === String(kv.modRevision)) return cached;
    const stored = decode(kv);
    return stored === undefined ? undefined : shown(stored);
  }

  function read(key: string, done: Done<{ readonly object: KubeObject | undefined }>): void {
    etcd.range({ key }, (result) => {
      if (result.failure !== undefined) return done({ status: storageFailure(result.failure) });
      const kv = result.ok.kvs[0];
      done({ ok: { object: kv === undefined ? undefined : objectOf(kv) } });
    });
  }

  function missing(path: string) {
    return notFound(resource, path.slice(path.indexOf('/') + 1));
  }

  /** Swaps the object if its revision is still the one seen (0: absent); else gives what is there now. */
  function swap(key: string, seen: Revision, write: Op, done: Done<Swapped>): void {
    if (leaseFor === undefined || write.type !== 'put') return propose(key, seen, write, done);
    leaseFor((outcome) => {
      if (outcome.status !== undefined) done(outcome);
      else propose(key, seen, { ...write, lease: outcome.ok }, done);
    });
  }

  function propose(key: string, seen: Revision, write: Op, done: Done<Swapped>): void {
    etcd.propose(
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
        done({ ok: { swapped: false, current: kv === undefined ? undefined : objectOf(kv) } });
      },
    );
  }

  /** The cache has it already where its watch is as fast as the reply. */
  function written(key: string, stored: KubeObject, revision: Revision): KubeObject {
    const cached = cache.at(key);
    return cached?.metadata.resourceVersion === String(revision) ? cached : shown(atRevision(stored, revision));
  }

  function create(object: KubeObject, { dryRun }: { readonly dryRun: boolean }, done: Done<KubeObject>): void {
    const key = prefix + pathOf(resource, object);
    const stored = kept(object);
    if (freeze) deepFreeze(stored);
    const exists = () => done({ status: alreadyExists(resource, object.metadata.name) });
    if (dryRun) {
      read(key, (outcome) => {
        if (outcome.status !== undefined) done(outcome);
        else if (outcome.ok.object !== undefined) exists();
        else done({ ok: shown(stored) });
      });
      return;
    }
    swap(key, 0, { type: 'put', key, value: asJson(stored) }, (outcome) => {
      if (outcome.status !== undefined) done(outcome);
      else if (outcome.ok.swapped) done({ ok: written(key, stored, outcome.ok.revision) });
      else exists();
    });
  }

  function update(path: string, change: MakeChange, updateOptions: UpdateOptions, done: Done<Updated>): void {
    const key = prefix + path;
    const { create, dryRun } = updateOptions;

    /** `fresh`: the object was just read from etcd, so a refusal is final. */
    function tryWith(current: KubeObject | undefined, fresh: boolean): void {
      const absent = current === undefined;
      if (absent && !fresh) {
        again();
        return;
      }
      if (absent && create === undefined) {
        done({ status: missing(path) });
        return;
      }
      if (current !== undefined) change(current, (wanted) => write(current, fresh, wanted));
      else create?.((made) => write(current, fresh, made.status === undefined ? { ok: { put: made.ok } } : made));
    }

    function write(current: KubeObject | undefined, fresh: boolean, wanted: Outcome<Change>): void {
      const absent = current === undefined;
      if (wanted.status !== undefined) {
        fresh ? done(wanted) : again();
        return;
      }
      const remove = 'remove' in wanted.ok;
      const object = 'remove' in wanted.ok ? wanted.ok.remove : wanted.ok.put;
      if (!absent && !remove && sameContent(object, current)) {
        fresh ? done({ ok: { object: current } }) : again();
        return;
      }
      const created = absent ? ({ created: true } as const) : {};
      if (dryRun) {
        done({ ok: { object, ...created, ...(remove && { removed: true }) } });
        return;
      }
      const stored = kept(object);
      if (freeze) deepFreeze(stored);
      const op: Op = remove ? { type: 'delete', key } : { type: 'put', key, value: asJson(stored) };
      swap(key, absent ? 0 : Number(current.metadata.resourceVersion), op, (outcome) => {
        if (outcome.status !== undefined) return done(outcome);
        if (!outcome.ok.swapped) return tryWith(outcome.ok.current, true);
        const { revision } = outcome.ok;
        if (remove) done({ ok: { object: shown(atRevision(stored, revision)), removed: true } });
        else done({ ok: { object: written(key, stored, revision), ...created } });
      });
    }

    function again(): void {
      read(key, (outcome) => (outcome.status !== undefined ? done(outcome) : tryWith(outcome.ok.object, true)));
    }

    tryWith(cache.at(key), false);
  }

  return {
    resource,
    cache,
    create,
    update,
    get(path, done) {
      read(prefix + path, (outcome) => {
        if (outcome.status !== undefined) done(outcome);
        else if (outcome.ok.object === undefined) done({ status: missing(path) });
        else done({ ok: outcome.ok.object });
      });
    },
    list({ namespace, revision = 0, from = '', limit = 0 }, done) {
      const scope = namespace === '' ? prefix : `${prefix}${namespace}/`;
      const key = prefix + from > scope ? prefix + from : scope;
      etcd.range({ key, rangeEnd: prefixEnd(scope), revision, limit }, (result) => {
        if (result.failure !== undefined) return done({ failed: result.failure });
        const { kvs, count } = result.ok;
        done({
          ok: {
            objects: kvs.map(objectOf).filter((object) => object !== undefined),
            revision: revision || result.ok.revision,
            count,
          },
        });
      });
    },
  };
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
