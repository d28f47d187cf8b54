/**
 * The watch cache of one resource: its objects as of the newest event, and a window of past events. One etcd watch feeds
 * it; every client's watch and every list that may be stale is served from it (upstream: storage/cacher).
 *
 * Invariants: `objects` is the fold of all events up to `revision`; the window holds every event after `windowStart`.
 */

import { createKeyIndex, type Etcd, type KeyIndex, type KeyValue, prefixEnd, type Revision, type WatchEvent } from '../etcd/index.ts';
import type { Clock } from '../kernel/index.ts';
import { deepFreeze, expired, type KubeObject, serviceUnavailable } from '../meta/index.ts';
import { atRevision, decode } from './codec.ts';
import { refuse } from './outcome.ts';
import { pathOf, type Resource } from './resource.ts';
import { type CacheEvent, type Change, createSubscriptions, type Subscription, type Subscriptions } from './subscriptions.ts';

export interface WatchCache {
  /** Everything up to here is in the cache. */
  revision(): Revision;
  /** Runs once the first list is in; at once when it already is. */
  whenReady(run: () => void): void;
  /** How many objects are in it. */
  size(): number;
  /** By `namespace/name` (or `name`). */
  get(path: string): KubeObject | undefined;
  /** By etcd key: strings that come from there are found without hashing them again. */
  at(key: string): KubeObject | undefined;
  /** In key order; of one namespace and of one name, unless they are ''. */
  list(namespace: string, name?: string): Iterable<KubeObject>;
  /**
   * Delivers all events after a revision, past ones at once. Throws a 410 when the window doesn't reach back that far.
   * Without `after`, delivers the current objects as ADDED first. Returns what ends it.
   */
  subscribe(subscription: Subscription, after: Revision | undefined): () => void;
  subscriptions(): Iterable<Subscription>;
  /** Says that there is nothing of this resource up to a revision which the cache hasn't seen. */
  progress(revision: Revision): void;
  stop(): void;
}

/** Events younger than this are kept, and always the newest `minimumEvents`. */
const keptForMs = 75_000;
const minimumEvents = 100;
const maximumEvents = 102_400;

/** Between two tries to reach etcd (upstream: the reflector's back-off, which begins at 800 ms). */
const retryMs = 1000;

interface Cache {
  readonly etcd: Etcd;
  readonly clock: Clock;
  readonly resource: Resource;
  readonly freeze: boolean;
  readonly objects: KeyIndex<KubeObject>;
  readonly subscriptions: Subscriptions;
  /** Past events, oldest first. */
  window: CacheEvent[];
  windowStart: Revision;
  revision: Revision;
  /** The first list is in. */
  isReady: boolean;
  isStopped: boolean;
  /** Run when it is ready. */
  waiting: (() => void)[];
  cancelWatch: () => void;
}

/** Starts to fill a cache. `freeze` freezes what it hands out. */
export function createWatchCache(etcd: Etcd, clock: Clock, resource: Resource, freeze: boolean): WatchCache {
  const { prefix } = resource;
  const objects = createKeyIndex<KubeObject>();
  const subscriptions = createSubscriptions(resource.definition.selectable);
  const cache: Cache = {
    etcd,
    clock,
    resource,
    freeze,
    objects,
    subscriptions,
    window: [],
    windowStart: 0,
    revision: 0,
    isReady: false,
    isStopped: false,
    waiting: [],
    cancelWatch: () => undefined,
  };
  fill(cache);
  return {
    revision: () => cache.revision,
    whenReady(run) {
      if (cache.isReady) run();
      else cache.waiting.push(run);
    },
    size: objects.size,
    get: (path) => objects.get(prefix + path),
    at: (key) => objects.get(key),
    list: (namespace, name) => list(cache, namespace, name),
    subscribe: (subscription, after) => subscribe(cache, subscription, after),
    subscriptions: subscriptions.all,
    progress(at) {
      cache.revision = Math.max(cache.revision, at);
    },
    stop() {
      cache.isStopped = true;
      cache.cancelWatch();
    },
  };
}

function read({ resource }: Cache, kv: KeyValue): KubeObject | undefined {
  const object = decode(kv);
  return object === undefined ? undefined : (resource.definition.custom?.fromStored(object) ?? object);
}

function share({ freeze }: Cache, object: KubeObject): KubeObject {
  return freeze ? deepFreeze(object) : object;
}

function fill(cache: Cache): void {
  const { prefix } = cache.resource;
  cache.etcd.range({ key: prefix, rangeEnd: prefixEnd(prefix) }, (result) => {
    if (cache.isStopped) return;
    if (result.ok === undefined) {
      cache.clock.after(retryMs, () => fill(cache), { background: true });
      return;
    }
    for (const kv of result.ok.kvs) {
      const object = read(cache, kv);
      if (object !== undefined) cache.objects.set(kv.key, share(cache, object));
    }
    cache.revision = result.ok.revision;
    cache.windowStart = cache.revision;
    follow(cache);
    cache.isReady = true;
    const runs = cache.waiting;
    cache.waiting = [];
    for (const run of runs) run();
  });
}

function follow(cache: Cache): void {
  const { etcd, clock, resource, revision } = cache;
  const { prefix } = resource;
  cache.cancelWatch = etcd.watch(
    { key: prefix, rangeEnd: prefixEnd(prefix), startRevision: revision + 1 },
    {
      events: (events, at) => apply(cache, events, at),
      cancelled(failed) {
        if (failed.error === 'compacted') return restart(cache);
        // Without etcd, or without its leader, the cache grows old but still serves; it goes on where it stood (client-go's reflector).
        cache.cancelWatch = clock.after(retryMs, () => follow(cache), { background: true }).cancel;
      },
    },
  );
}

/** The history the cache needs is gone: it begins again, and so must the clients that watch. */
function restart(cache: Cache): void {
  const { objects, resource, subscriptions } = cache;
  cache.isReady = false;
  cache.window = [];
  for (const object of [...list(cache, '')]) objects.delete(resource.prefix + pathOf(resource, object));
  subscriptions.closeAll(serviceUnavailable('storage is (re)initializing'));
  fill(cache);
}

function apply(cache: Cache, events: readonly WatchEvent[], at: Revision): void {
  const { objects } = cache;
  cache.revision = at;
  for (const event of events) {
    const key = event.type === 'put' ? event.kv.key : event.key;
    const previous = objects.get(key);
    const decoded = event.type === 'put' ? read(cache, event.kv) : undefined;
    if (decoded !== undefined) {
      const object = share(cache, decoded);
      objects.set(key, object);
      emit(cache, { type: previous === undefined ? 'ADDED' : 'MODIFIED', object }, at, previous);
    } else if (previous !== undefined) {
      objects.delete(key);
      emit(cache, { type: 'DELETED', object: share(cache, atRevision(previous, at)) }, at, previous);
    }
  }
}

function emit(cache: Cache, change: Change, at: Revision, previous: KubeObject | undefined): void {
  const time = cache.clock.now();
  const event: CacheEvent = { change, revision: at, time, ...(previous !== undefined && { previous }) };
  cache.window.push(event);
  if (cache.window.length > 2 * minimumEvents) trim(cache);
  cache.subscriptions.publish(event);
}

/** Does something only now and then, so that keeping an event costs next to nothing. */
function trim(cache: Cache): void {
  const { window, clock } = cache;
  const oldest = window[minimumEvents];
  const tooMany = window.length > maximumEvents;
  if (oldest === undefined || (!tooMany && oldest.time > clock.now() - keptForMs)) return;
  const keepFrom = window.findIndex((event) => event.time > clock.now() - keptForMs);
  const most = window.length - minimumEvents;
  const dropped = Math.max(tooMany ? window.length >> 1 : 0, Math.min(keepFrom < 0 ? most : keepFrom, most));
  cache.windowStart = window[dropped - 1]?.revision ?? cache.windowStart;
  cache.window = window.slice(dropped);
}

function list({ resource: { prefix, definition }, objects }: Cache, namespace: string, name = ''): Iterable<KubeObject> {
  const scope = namespace === '' ? prefix : `${prefix}${namespace}/`;
  const isSingle = name !== '' && definition.namespaced === (namespace !== '');
  if (!isSingle) return objects.range(scope, prefixEnd(scope));
  const object = objects.get(scope + name);
  return object === undefined ? [] : [object];
}

function subscribe(cache: Cache, subscription: Subscription, after: Revision | undefined): () => void {
  const { windowStart, window, subscriptions } = cache;
  if (after === undefined) {
    for (const object of list(cache, subscription.namespace, subscription.name)) {
      if (subscription.matches?.(object) !== false) subscription.send({ type: 'ADDED', object });
    }
  } else {
    if (after < windowStart) refuse(expired(`too old resource version: ${after} (${windowStart})`));
    for (let at = firstAfter(window, after); at < window.length; at += 1) {
      const event = window[at];
      if (event !== undefined) subscriptions.deliver(subscription, event);
    }
  }
  return subscriptions.add(subscription, Math.max(after ?? cache.revision, cache.revision));
}

/** Place of the first event after a revision. */
function firstAfter(window: readonly CacheEvent[], after: Revision): number {
  let low = 0;
  let high = window.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const event = window[middle];
    if (event !== undefined && event.revision <= after) low = middle + 1;
    else high = middle;
  }
  return low;
}
