/**
 * A kind whose objects are another kind's under other names: one storage, served twice (upstream: one storage under several group versions,
 * with conversion). Nothing is kept here; an object is converted when it is read.
 */
import type { StoredAs } from '../../api/types.ts';
import type { Done } from '../../apiserver/outcome.ts';
import type { Resource } from '../../apiserver/resource.ts';
import type { Change, Storage } from '../../apiserver/storage.ts';
import type { Subscription } from '../../apiserver/subscriptions.ts';
import type { WatchCache } from '../../apiserver/watch-cache.ts';
import type { KubeObject } from '../../meta/index.ts';

/** `inner` is the storage of the kind that is stored. */
export function createViewStorage(inner: Storage, resource: Resource, view: StoredAs): Storage {
  const { fromStored, toStored } = view;
  const shown = (object: KubeObject): KubeObject => fromStored(object);
  const some = (object: KubeObject | undefined) => (object === undefined ? undefined : shown(object));
  const each = (done: Done<KubeObject>): Done<KubeObject> => {
    return (outcome) => done(outcome.status === undefined ? { ok: shown(outcome.ok) } : outcome);
  };
  const stored = (change: Change): Change =>
    'put' in change ? { put: toStored(change.put) } : { remove: toStored(change.remove) };

  return {
    resource,
    cache: createViewCache(inner.cache, shown, some),
    get: (path, done) => inner.get(path, each(done)),
    create: (object, options, done) => inner.create(toStored(object), options, each(done)),
    update(path, change, { create, ...options }, done) {
      inner.update(
        path,
        (current, made) =>
          change(shown(current), (outcome) =>
            made(outcome.status === undefined ? { ok: stored(outcome.ok) } : outcome),
          ),
        {
          ...options,
          ...(create !== undefined && {
            create: (made) =>
              create((outcome) => made(outcome.status === undefined ? { ok: toStored(outcome.ok) } : outcome)),
          }),
        },
        (outcome) =>
          done(outcome.status === undefined ? { ok: { ...outcome.ok, object: shown(outcome.ok.object) } } : outcome),
      );
    },
    list: (request, done) =>
      inner.list(request, (result) =>
        done('ok' in result ? { ok: { ...result.ok, objects: result.ok.objects.map(shown) } } : result),
      ),
  };
}

function createViewCache(
  inner: WatchCache,
  shown: (object: KubeObject) => KubeObject,
  some: (object: KubeObject | undefined) => KubeObject | undefined,
): WatchCache {
  const subscriptions = new Set<Subscription>();
  return {
    revision: inner.revision,
    whenReady: (run) => inner.whenReady(run),
    size: inner.size,
    get: (path) => some(inner.get(path)),
    at: (key) => some(inner.at(key)),
    *list(namespace) {
      for (const object of inner.list(namespace)) yield shown(object);
    },
    subscribe(subscription, after) {
      const { matches, send } = subscription;
      subscriptions.add(subscription);
      const end = inner.subscribe(
        {
          ...subscription,
          // A field selector names other fields there: all objects are filtered here.
          fields: [],
          matches: matches && ((object) => matches(shown(object))),
          send: ({ type, object }) => send({ type, object: shown(object) }),
        },
        after,
      );
      return () => {
        subscriptions.delete(subscription);
        end();
      };
    },
    subscriptions: () => subscriptions,
    progress: (revision) => inner.progress(revision),
    stop: () => undefined,
  };
}
