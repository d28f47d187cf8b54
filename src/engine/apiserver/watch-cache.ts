/**
 * The watch cache of one resource: its objects as of the newest event, and a window of past events. One etcd watch feeds
 * it; every client's watch and every list that may be stale is served from it (upstream: storage/cacher).
 *
 * Invariants: `objects` is the fold of all events up to `revision`; the window holds every event after `windowStart`.
 */

import { createKeyIndex, type Etcd, type KeyValue, prefixEnd, type Revision, type WatchEvent } from '../etcd/index.ts';
import type { Clock } from '../kernel/index.ts';
import { deepFreeze, expired, type KubeObject, serviceUnavailable } from '../meta/index.ts';
import { atRevision, decode } from './codec.ts';
import { refuse } from './outcome.ts';
import { pathOf, type Resource } from './resource.ts';
import { type CacheEvent, type Change, createSubscriptions, type Subscription } from './subscriptions.ts';

export interface WatchCache {
  /** Everything up to here is in the cache. */
  revision(): Revision;
  /** Runs once the first list is in; at once when it already is. */
  whenReady(run: () => void): void;
  /** By `namespace/name` (or `name`). */
  get(path: string): KubeObject | undefined;
  /** By etcd key: strings that come from there are found without hashing them again. */
  at(key: string): KubeObject | undefined;
  /** In key order; of one namespace unless it is ''. */
  list(namespace: string): Iterable<KubeObject>;
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

/** Starts to fill a cache. `freeze` freezes what it hands out. */
export function createWatchCache(etcd: Etcd, clock: Clock, resource: Resource, freeze: boolean): WatchCache {
  const { prefix } = resource;
  const objects = createKeyIndex<KubeObject>();
  const subscriptions = createSubscriptions(resource.definition.selectable);
  let window: CacheEvent[] = [];
  let windowStart: Revision = 0;
  let revision: Revision = 0;
  let ready = false;
  let stopped = false;
  let waiting: (() => void)[] = [];
  let cancelWatch = (): void => undefined;

  function read(kv: KeyValue): KubeObject | undefined {
    const object = decode(kv);
    return object === undefined ? undefined : (resource.definition.custom?.fromStored(object) ?? object);
  }

  function share(object: KubeObject): KubeObject {
    return freeze ? deepFreeze(object) : object;
  }

  function fill(): void {
    etcd.range({ key: prefix, rangeEnd: prefixEnd(prefix) }, (result) => {
      if (stopped) return;
      if (result.ok === undefined) {
        clock.after(retryMs, fill, { background: true });
        return;
      }
      for (const kv of result.ok.kvs) {
        const object = read(kv);
        if (object !== undefined) objects.set(kv.key, share(object));
      }
      revision = result.ok.revision;
      windowStart = revision;
      follow();
      ready = true;
      const runs = waiting;
      waiting = [];
      for (const run of runs) run();
    });
  }

  function follow(): void {
    cancelWatch = etcd.watch(
      { key: prefix, rangeEnd: prefixEnd(prefix), startRevision: revision + 1 },
      {
        events: (events, at) => apply(events, at),
        cancelled(failed) {
          if (failed.error === 'compacted') return restart();
          // Without etcd, or without its leader, the cache grows old but still serves; it goes on where it stood (client-go's reflector).
          const timer = clock.after(retryMs, follow, { background: true });
          cancelWatch = timer.cancel;
        },
      },
    );
  }

  /** The history the cache needs is gone: begin again; whoever watches must too. */
  function restart(): void {
    ready = false;
    window = [];
    for (const object of [...list('')]) objects.delete(prefix + pathOf(resource, object));
    subscriptions.closeAll(serviceUnavailable('storage is (re)initializing'));
    fill();
  }

  function apply(events: readonly WatchEvent[], at: Revision): void {
    revision = at;
    for (const event of events) {
      const key = event.type === 'put' ? event.kv.key : event.key;
      const previous = objects.get(key);
      const decoded = event.type === 'put' ? read(event.kv) : undefined;
      if (decoded !== undefined) {
        const object = share(decoded);
        objects.set(key, object);
        emit({ type: previous === undefined ? 'ADDED' : 'MODIFIED', object }, at, previous);
      } else if (previous !== undefined) {
        objects.delete(key);
        emit({ type: 'DELETED', object: share(atRevision(previous, at)) }, at, previous);
      }
    }
  }

  function emit(change: Change, at: Revision, previous: KubeObject | undefined): void {
    const event: CacheEvent = { change, revision: at, time: clock.now(), ...(previous !== undefined && { previous }) };
    window.push(event);
    if (window.length > 2 * minimumEvents) trim();
    subscriptions.publish(event);
  }

  /** Looks only now and then, so that keeping an event costs next to nothing. */
  function trim(): void {
    const oldest = window[minimumEvents];
    const tooMany = window.length > maximumEvents;
    if (oldest === undefined || (!tooMany && oldest.time > clock.now() - keptForMs)) return;
    const keepFrom = window.findIndex((event) => event.time > clock.now() - keptForMs);
    const most = window.length - minimumEvents;
    const dropped = Math.max(tooMany ? window.length >> 1 : 0, Math.min(keepFrom < 0 ? most : keepFrom, most));
    windowStart = window[dropped - 1]?.revision ?? windowStart;
    window = window.slice(dropped);
  }

  function list(namespace: string): Iterable<KubeObject> {
    const scope = namespace === '' ? prefix : `${prefix}${namespace}/`;
    return objects.range(scope, prefixEnd(scope));
  }

  function firstAfter(after: Revision): number {
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

  fill();
  return {
    revision: () => revision,
    whenReady(run) {
      if (ready) run();
      else waiting.push(run);
    },
    get: (path) => objects.get(prefix + path),
    at: (key) => objects.get(key),
    list,
    subscribe(subscription, after) {
      if (after === undefined) {
        for (const object of list(subscription.namespace)) {
          if (subscription.matches?.(object) !== false) subscription.send({ type: 'ADDED', object });
        }
      } else {
        if (after < windowStart) refuse(expired(`too old resource version: ${after} (${windowStart})`));
        for (let at = firstAfter(after); at < window.length; at += 1) {
          const event = window[at];
          if (event !== undefined) subscriptions.deliver(subscription, event);
        }
      }
      return subscriptions.add(subscription, Math.max(after ?? revision, revision));
    },
    subscriptions: subscriptions.all,
    progress(at) {
      revision = Math.max(revision, at);
    },
    stop() {
      stopped = true;
      cancelWatch();
    },
  };
}
