/**
 * Who hears of which event. A watch sits in one bucket, named by the narrowest thing it pins down (an object, a field
 * such as spec.nodeName, a namespace); an event visits only the buckets it can concern. So a pod's change costs what
 * its own kubelet's watch costs, not one check of every kubelet's.
 */

import type { Revision } from '../etcd/index.ts';
import type { FieldRequirement, KubeObject, Status } from '../meta/index.ts';
import { atRevision } from './codec.ts';

/** What a watch is sent. One value goes to all who see the same. */
export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** For DELETED the last state, with the resourceVersion of the deletion. */
  readonly object: KubeObject;
}

/** A change as the cache remembers it. */
export interface CacheEvent {
  readonly change: Change;
  readonly previous?: KubeObject;
  readonly revision: Revision;
  /** Virtual milliseconds. */
  readonly time: number;
}

export interface Subscription {
  /** '' for all. */
  readonly namespace: string;
  /** '' for all. */
  readonly name: string;
  readonly fields: readonly FieldRequirement[];
  /** Whether an object is selected, namespace and name included; undefined: everything in the namespace is. */
  readonly matches: ((object: KubeObject) => boolean) | undefined;
  send(change: Change): void;
  /** The cache had to start over; without a status there is nothing more to follow. */
  closed(status?: Status): void;
}

export interface Subscriptions {
  /** Events up to `seen` aren't sent. Returns what ends it. */
  add(subscription: Subscription, seen: Revision): () => void;
  publish(event: CacheEvent): void;
  /** Sends the event if it concerns the subscription, as what it is to it: to a selector, relabelling is coming and going. */
  deliver(subscription: Subscription, event: CacheEvent): void;
  closeAll(status: Status): void;
  all(): Iterable<Subscription>;
}

interface Entry {
  readonly subscription: Subscription;
  readonly seen: Revision;
}

type Selectable = Readonly<Record<string, (object: KubeObject) => string>>;

/** Subscriptions in buckets: an event is delivered to those it can concern, not to all. */
interface Buckets {
  readonly selectable: Selectable;
  readonly byName: Map<string, Set<Entry>>;
  /** Number of subscriptions to single objects. */
  toObjects: number;
  /** Fields that some bucket is named by, with the number of subscriptions. */
  readonly fieldsInUse: Map<string, number>;
}

/** Creates an empty set. `selectable` reads the fields that can be selected by. */
export function createSubscriptions(selectable: Selectable): Subscriptions {
  const buckets: Buckets = { selectable, byName: new Map(), toObjects: 0, fieldsInUse: new Map() };
  return {
    add: (subscription, seen) => add(buckets, subscription, seen),
    publish: (event) => publish(buckets, event),
    deliver,
    closeAll(status) {
      for (const bucket of [...buckets.byName.values()]) {
        for (const { subscription } of [...bucket]) subscription.closed(status);
      }
    },
    *all() {
      for (const bucket of buckets.byName.values()) {
        for (const { subscription } of bucket) yield subscription;
      }
    },
  };
}

function add(buckets: Buckets, subscription: Subscription, seen: Revision): () => void {
  const { byName, fieldsInUse, selectable } = buckets;
  const isOfObject = subscription.name !== '';
  const pinned = isOfObject ? undefined : pinnedField(subscription, selectable);
  const name = bucketName(subscription, pinned);
  const bucket = byName.get(name) ?? new Set();
  const entry: Entry = { subscription, seen };
  byName.set(name, bucket.add(entry));
  if (isOfObject) buckets.toObjects += 1;
  if (pinned !== undefined) fieldsInUse.set(pinned.field, (fieldsInUse.get(pinned.field) ?? 0) + 1);
  return () => {
    if (!bucket.delete(entry)) return;
    if (bucket.size === 0) byName.delete(name);
    if (isOfObject) buckets.toObjects -= 1;
    if (pinned === undefined) return;
    const left = (fieldsInUse.get(pinned.field) ?? 0) - 1;
    if (left > 0) fieldsInUse.set(pinned.field, left);
    else fieldsInUse.delete(pinned.field);
  };
}

function pinnedField(subscription: Subscription, selectable: Selectable): FieldRequirement | undefined {
  return subscription.fields.find(({ field, operator }) => operator === '=' && Object.hasOwn(selectable, field));
}

function bucketName({ namespace, name }: Subscription, pinned: FieldRequirement | undefined): string {
  if (name !== '') return `object ${namespace}/${name}`;
  if (pinned !== undefined) return `${pinned.field}=${pinned.value}`;
  return namespace === '' ? 'all' : `namespace ${namespace}`;
}

function publish(buckets: Buckets, event: CacheEvent): void {
  const { namespace = '', name } = event.change.object.metadata;
  publishTo(buckets, 'all', event);
  if (namespace !== '') publishTo(buckets, `namespace ${namespace}`, event);
  if (buckets.toObjects > 0) {
    publishTo(buckets, `object ${namespace}/${name}`, event);
    if (namespace !== '') publishTo(buckets, `object /${name}`, event);
  }
  if (buckets.fieldsInUse.size > 0) publishByField(buckets, event);
}

function publishTo({ byName }: Buckets, bucket: string, event: CacheEvent): void {
  const entries = byName.get(bucket);
  if (entries === undefined) return;
  for (const { subscription, seen } of entries) {
    if (event.revision > seen) deliver(subscription, event);
  }
}

function publishByField(buckets: Buckets, event: CacheEvent): void {
  for (const field of buckets.fieldsInUse.keys()) {
    const read = buckets.selectable[field];
    if (read === undefined) continue;
    const now = read(event.change.object);
    publishTo(buckets, `${field}=${now}`, event);
    const before = event.previous === undefined ? now : read(event.previous);
    if (before !== now) publishTo(buckets, `${field}=${before}`, event);
  }
}

function deliver({ matches, send }: Subscription, { change, previous, revision }: CacheEvent): void {
  if (matches === undefined) {
    send(change);
    return;
  }
  const was = previous !== undefined && matches(previous);
  const is = change.type !== 'DELETED' && matches(change.object);
  if (is) send(was || change.type === 'ADDED' ? change : { type: 'ADDED', object: change.object });
  else if (was) send(change.type === 'DELETED' ? change : { type: 'DELETED', object: atRevision(previous, revision) });
}
