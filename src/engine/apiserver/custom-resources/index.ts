/**
 * Serves what CustomResourceDefinitions define: follows them, gives them their names, adds their kinds to the server's, and empties
 * them before they go (upstream: the controllers within apiextensions-apiserver).
 */
import { CustomResourceDefinition, customResourceCleanup, type KindDefinition } from '../../api/index.ts';
import { deepEqual, formatTime, type KubeObject } from '../../meta/index.ts';
import type { StartHook } from '../features.ts';
import { isOf, pathOf } from '../resource.ts';
import type { ServerParts } from '../server-parts.ts';
import type { Storage } from '../storage.ts';
import type { Subscription } from '../subscriptions.ts';
import { planDeletion } from '../verbs/delete.ts';
import { kindOfVersion } from './definition.ts';
import { conditionOf, namedStatus, withCondition } from './naming.ts';
import { inOrder } from './versions.ts';

const { group, version, plural } = CustomResourceDefinition;

/** Ready when the kinds of all definitions there are can be asked for. */
export const customResources: StartHook = (parts, ready) => {
  const definitions = parts.resources.find(group, version, plural);
  if (definitions === undefined) {
    ready();
    return () => undefined;
  }
  return follow(parts, definitions, ready);
};

const everything = { namespace: '', name: '', fields: [], matches: undefined } as const;

interface Served {
  /** What was served when the kinds were made: another spec makes other kinds. */
  readonly spec: CustomResourceDefinition['spec'];
  readonly names: CustomResourceDefinition['status']['acceptedNames'];
  readonly kinds: readonly KindDefinition[];
}

function follow(parts: ServerParts, definitions: Storage, ready: () => void): () => void {
  const served = new Map<string, Served>();
  const emptying = new Map<string, () => void>();
  let stopped = false;

  function update(name: string, change: (crd: CustomResourceDefinition) => KubeObject): void {
    definitions.update(
      name,
      (current, done) =>
        done({ ok: isOf(CustomResourceDefinition, current) ? finished(change(current)) : { put: current } }),
      { dryRun: false },
      // Gone or unreachable: the next event, or the server's next start, looks again.
      () => undefined,
    );
  }

  /** Brings what is served in line with a definition. */
  function look(crd: CustomResourceDefinition): void {
    const { name } = crd.metadata;
    if (stopped) return;
    const others = parts.resources.all.map(({ resource }) => resource.definition).filter((kind) => isOther(kind, crd));
    const status = namedStatus(crd, others, formatTime(parts.clock.now()));
    if (!deepEqual(status, crd.status)) {
      update(name, (current) => ({ ...current, status: namedStatus(current, others, formatTime(parts.clock.now())) }));
    }
    if (conditionOf(crd, 'Established')?.status === 'True') serve(crd);
    if (crd.metadata.deletionTimestamp !== undefined) empty(crd);
  }

  function serve(crd: CustomResourceDefinition): void {
    const { name } = crd.metadata;
    const { acceptedNames: names } = crd.status;
    const before = served.get(name);
    if (before !== undefined && deepEqual(before.spec, crd.spec) && deepEqual(before.names, names)) return;
    for (const kind of before?.kinds ?? []) parts.resources.remove(kind);
    const kinds = inOrder(crd.spec.versions.filter((each) => each.served)).map((each) => kindOfVersion(crd, each));
    for (const kind of kinds) parts.resources.add(kind);
    served.set(name, { spec: crd.spec, names, kinds });
  }

  function forget(name: string): void {
    for (const kind of served.get(name)?.kinds ?? []) parts.resources.remove(kind);
    served.delete(name);
    emptying.get(name)?.();
    emptying.delete(name);
  }

  /** Deletes all objects, then lets the definition go. */
  function empty(crd: CustomResourceDefinition): void {
    const { name, finalizers = [] } = crd.metadata;
    if (!finalizers.includes(customResourceCleanup) || emptying.has(name)) return;
    const now = formatTime(parts.clock.now());
    const kind = served.get(name)?.kinds[0] ?? unservedKind(crd);
    const instances =
      kind === undefined
        ? undefined
        : (parts.resources.find(kind.group, kind.version, kind.plural) ?? parts.resources.add(kind));
    const done = (): void => {
      emptying.get(name)?.();
      update(name, (current) => released(current, now));
    };
    if (instances === undefined) return done();
    const unsubscribe = instances.cache.subscribe(
      {
        ...everything,
        send: ({ type }) => {
          if (type === 'DELETED' && isEmpty(instances)) done();
        },
        closed: () => undefined,
      },
      instances.cache.revision,
    );
    emptying.set(name, unsubscribe);
    update(name, (current) => terminating(current, now));
    instances.cache.whenReady(() => {
      const all = [...instances.cache.list('')];
      if (all.length === 0) return done();
      for (const object of all) remove(instances, object, parts.clock.now());
    });
  }

  let end = (): void => undefined;
  function subscribe(): void {
    const subscription: Subscription = {
      ...everything,
      send({ type, object }) {
        if (type === 'DELETED') forget(object.metadata.name);
        else if (isOf(CustomResourceDefinition, object)) look(object);
      },
      closed() {
        if (!stopped) definitions.cache.whenReady(subscribe);
      },
    };
    end = definitions.cache.subscribe(subscription, undefined);
  }
  subscribe();
  whenFilled(served, parts, ready);
  return () => {
    stopped = true;
    end();
    for (const unsubscribe of emptying.values()) unsubscribe();
  };
}

function whenFilled(served: ReadonlyMap<string, Served>, { resources }: ServerParts, ready: () => void): void {
  const kinds = [...served.values()].flatMap((each) => each.kinds);
  let left = kinds.length;
  if (left === 0) return ready();
  for (const { group, version, plural } of kinds) {
    resources.find(group, version, plural)?.cache.whenReady(() => {
      left -= 1;
      if (left === 0) ready();
    });
  }
}

const isOther = (kind: KindDefinition, { spec }: CustomResourceDefinition): boolean =>
  kind.group === spec.group && kind.plural !== spec.names.plural;

/** A kind to reach stored objects by when no version is served. */
function unservedKind(crd: CustomResourceDefinition): KindDefinition | undefined {
  const storing = crd.spec.versions.find(({ storage }) => storage);
  return storing === undefined || !crd.status.acceptedNames?.plural ? undefined : kindOfVersion(crd, storing);
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

/** Without finalizers, what is being deleted goes. */
function finished(object: KubeObject): { readonly put: KubeObject } | { readonly remove: KubeObject } {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  return deletionTimestamp !== undefined && finalizers.length === 0 ? { remove: object } : { put: object };
}
