/** Deletes the objects of definitions that are being deleted, then lets these go. */
import { type CustomResourceDefinition, customResourceCleanup, type KindDefinition } from '../../api/index.ts';
import type { ServerParts } from '../../apiserver/context.ts';
import { pathOf } from '../../apiserver/resource.ts';
import type { Storage } from '../../apiserver/storage.ts';
import { planDeletion } from '../../apiserver/verbs/delete.ts';
import { formatTime, type KubeObject } from '../../meta/index.ts';
import { lateExpressions } from '../late/late-expressions.ts';
import { withCondition } from './naming.ts';

export interface Finalizer {
  /** Begins with a definition that is being deleted; `kind`: one of those its objects can be reached by. */
  empty(crd: CustomResourceDefinition, kind: KindDefinition | undefined): void;
  forget(name: string): void;
  stop(): void;
}

/** Subscriptions to everything there is of a kind. */
export const everything = { namespace: '', name: '', fields: [], matches: undefined } as const;

/** `update` changes a definition. */
export function createFinalizer(
  { resources, clock }: ServerParts,
  update: (name: string, change: (crd: CustomResourceDefinition) => KubeObject) => void,
): Finalizer {
  const ends = new Map<string, () => void>();

  function forget(name: string): void {
    ends.get(name)?.();
    ends.delete(name);
  }

  return {
    forget,
    stop() {
      for (const name of [...ends.keys()]) forget(name);
    },
    empty(crd, served) {
      const { name, finalizers = [] } = crd.metadata;
      if (!finalizers.includes(customResourceCleanup) || ends.has(name)) return;
      const now = formatTime(clock.now());
      const kind = served ?? unservedKind(crd);
      const done = () => update(name, (current) => released(current, now));
      if (kind === undefined) return done();
      const instances = resources.find(kind.group, kind.version, kind.plural) ?? resources.add(kind);
      const send = ({ type }: { readonly type: string }): void => {
        if (type === 'DELETED' && isEmpty(instances)) done();
      };
      const closed = (): void => void ends.delete(name);
      ends.set(name, instances.cache.subscribe({ ...everything, send, closed }, instances.cache.revision()));
      update(name, (current) => terminating(current, now));
      instances.cache.whenReady(() => {
        const all = [...instances.cache.list('')];
        if (all.length === 0) return done();
        for (const object of all) remove(instances, object, clock.now());
      });
    },
  };
}

/** A kind to reach stored objects by when no version is served. */
function unservedKind(crd: CustomResourceDefinition): KindDefinition | undefined {
  const storing = crd.spec.versions.find(({ storage }) => storage);
  return storing === undefined || !crd.status.acceptedNames?.plural ? undefined : lateExpressions().kindOfVersion(crd, storing);
}

function isEmpty({ cache }: Storage): boolean {
  for (const _ of cache.list('')) return false;
  return true;
}

function remove(storage: Storage, object: KubeObject, nowMs: number): void {
  const { resource } = storage;
  storage.update(
    pathOf(resource, object),
    (current, done) => done({ ok: planDeletion(resource, current, { dryRun: false }, nowMs) }),
    { dryRun: false },
    () => undefined,
  );
}

function terminating(crd: CustomResourceDefinition, now: string): CustomResourceDefinition {
  const condition = {
    type: 'Terminating',
    status: 'True',
    reason: 'InstanceDeletionInProgress',
    message: 'CustomResource deletion is in progress',
  };
  return { ...crd, status: { ...crd.status, conditions: withCondition(crd.status.conditions ?? [], condition, now) } };
}

function released(crd: CustomResourceDefinition, now: string): CustomResourceDefinition {
  const condition = {
    type: 'Terminating',
    status: 'False',
    reason: 'InstanceDeletionCompleted',
    message: 'removed all instances',
  };
  const { finalizers = [], ...metadata } = crd.metadata;
  const left = finalizers.filter((each) => each !== customResourceCleanup);
  return {
    ...crd,
    metadata: { ...metadata, ...(left.length > 0 && { finalizers: left }) },
    status: { ...crd.status, conditions: withCondition(crd.status.conditions ?? [], condition, now) },
  };
}
