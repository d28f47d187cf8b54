/** From events to keys: which objects must be reconciled because this one has changed. */
import type { Informer, InformerHandlers } from '../client/index.ts';
import { controllerOf, joinKey, type KubeObject, keyOf, type ObjectKey } from '../meta/index.ts';
import type { ExpectationStore } from './expectations.ts';
import type { Controller, Tools, Watch } from './types.ts';

export interface Router {
  readonly informers: { of(kind: Controller['for']): Informer<KubeObject> };
  readonly lister: Tools['lister'];
  readonly parts: Tools['parts'];
  readonly expectations: ExpectationStore;
  readonly enqueue: (key: ObjectKey) => void;
  /** For what `keys` of a watch throws. */
  readonly failed: (error: unknown) => void;
}

/** Subscribes the controller to everything it named. */
export function routeEvents(controller: Controller, router: Router): void {
  const { informers } = router;
  informers.of(controller.for).onEvent(forHandlers(controller, router));
  for (const kind of controller.owns ?? []) informers.of(kind).onEvent(ownedHandlers(controller, router));
  for (const watch of controller.watches ?? []) routeWatch(watch, router);
}

/** Subscribes to one more watch. */
export function routeWatch(watch: Watch, router: Router): void {
  router.informers.of(watch.kind).onEvent(watchHandlers(watch, router));
}

function forHandlers(controller: Controller, { expectations, enqueue }: Router): InformerHandlers<KubeObject> {
  const key = controller.keyFor ?? keyOf;
  return {
    added: (object) => enqueue(key(object)),
    updated(before, now) {
      if (before.metadata.uid !== now.metadata.uid) expectations.forget(key(before));
      enqueue(key(now));
    },
    deleted(last) {
      expectations.forget(key(last));
      enqueue(key(last));
    },
  };
}

/** Enqueues the owner, and ticks off what was expected of it. */
function ownedHandlers(controller: Controller, router: Router): InformerHandlers<KubeObject> {
  const { expectations, enqueue } = router;
  const { kind, group, version, namespaced } = controller.for;
  const owners = router.lister(controller.for);

  function ownerKey(object: KubeObject): ObjectKey | undefined {
    const reference = controllerOf(object);
    if (reference === undefined || reference.kind !== kind) return undefined;
    const [ownerGroup] = reference.apiVersion.split('/');
    if (ownerGroup !== (group === '' ? version : group)) return undefined;
    const key = joinKey(namespaced ? object.metadata.namespace : undefined, reference.name);
    // A namesake that was made later owns nothing of this.
    const owner = owners.get(key);
    return owner !== undefined && owner.metadata.uid !== reference.uid ? undefined : key;
  }

  function added(object: KubeObject): void {
    const key = ownerKey(object);
    if (key === undefined) return;
    expectations.creationObserved(key);
    if (object.metadata.deletionTimestamp !== undefined) expectations.deletionObserved(key, object.metadata.uid);
    enqueue(key);
  }

  function deleted(last: KubeObject): void {
    const key = ownerKey(last);
    if (key === undefined) return;
    expectations.deletionObserved(key, last.metadata.uid);
    enqueue(key);
  }

  return {
    added,
    deleted,
    updated(before, now) {
      if (before.metadata.uid !== now.metadata.uid) {
        deleted(before);
        added(now);
        return;
      }
      const key = ownerKey(now);
      if (before.metadata.ownerReferences !== now.metadata.ownerReferences) {
        const previous = ownerKey(before);
        if (previous !== undefined && previous !== key) enqueue(previous);
      }
      if (key === undefined) return;
      if (now.metadata.deletionTimestamp !== undefined) expectations.deletionObserved(key, now.metadata.uid);
      enqueue(key);
    },
  };
}

function watchHandlers(watch: Watch, router: Router): InformerHandlers<KubeObject> {
  function enqueueKeys(object: KubeObject): void {
    try {
      for (const key of watch.keys(object, router)) router.enqueue(key);
    } catch (error) {
      router.failed(error);
    }
  }
  function matters(before: KubeObject, now: KubeObject): boolean {
    try {
      return watch.matters?.(before, now) ?? true;
    } catch (error) {
      router.failed(error);
      return true;
    }
  }
  return {
    added: enqueueKeys,
    deleted: enqueueKeys,
    // The old values matter, too: the node it was on, the labels it had.
    updated(before, now) {
      if (!matters(before, now)) return;
      enqueueKeys(before);
      enqueueKeys(now);
    },
  };
}
