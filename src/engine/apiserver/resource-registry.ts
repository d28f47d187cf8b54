/** The resources of a server: a storage for each kind that it serves, also for those that are added while it runs. */
import type { Kind, KindDefinition } from '../api/types.ts';
import type { Etcd } from '../etcd/index.ts';
import type { Clock } from '../kernel/index.ts';
import type { ApiFeatures } from './feature.ts';
import { createLeaseManager } from './lease-manager.ts';
import { resourceOf } from './resource.ts';
import type { Resources } from './resources.ts';
import { createStorage, type Storage, type UpdateRule } from './storage.ts';
import { createUnstored } from './unstored.ts';
import { createWatchCache } from './watch-cache.ts';

export interface ResourceOptions {
  readonly kinds: readonly KindDefinition[];
  readonly etcd: Etcd;
  readonly clock: Clock;
  /** Deep-freezes what is stored and sent. Default true. */
  readonly freeze?: boolean;
  /** What an update does next; by default the engine's own part. */
  readonly stepUpdate?: UpdateRule | undefined;
}

interface Registry {
  readonly options: ResourceOptions;
  readonly features: Pick<ApiFeatures, 'createView'>;
  readonly all: Storage[];
  /** Those with the same plural together: mostly one. */
  readonly byPlural: Map<string, Storage[]>;
}

/** Serves these kinds and those that the features answer. */
export function createResources(
  options: ResourceOptions,
  features: Pick<ApiFeatures, 'createView' | 'unstored'>,
): Resources {
  const registry: Registry = { options, features, all: [], byPlural: new Map() };
  for (const definition of options.kinds) register(registry, definition, storageOf(registry, definition));
  for (const { definition } of features.unstored) register(registry, definition, createUnstored(definition));
  return {
    all: registry.all,
    find: (group, version, plural) => find(registry, group, version, plural),
    add: (definition) => register(registry, definition, storageOf(registry, definition)),
    remove: (definition) => remove(registry, definition),
  };
}

function find({ byPlural }: Registry, group: string, version: string, plural: string): Storage | undefined {
  const storages = byPlural.get(plural);
  if (storages === undefined) return undefined;
  for (const storage of storages) {
    const { definition } = storage.resource;
    if (definition.group === group && definition.version === version) return storage;
  }
  return undefined;
}

function findKind(registry: Registry, { group, version, plural }: Kind): Storage | undefined {
  return find(registry, group, version, plural);
}

/** The newest comes first: it is served in place of an older one of the same name. */
function register({ all, byPlural }: Registry, definition: KindDefinition, storage: Storage): Storage {
  all.push(storage);
  byPlural.set(definition.plural, [storage, ...(byPlural.get(definition.plural) ?? [])]);
  return storage;
}

/** A storage of the kind's own, or a view of another kind's. */
function storageOf(registry: Registry, definition: KindDefinition): Storage {
  const { options, features } = registry;
  const { etcd, clock, freeze = true, stepUpdate } = options;
  const resource = resourceOf(definition);
  const { storedAs } = definition;
  const stored = storedAs && findKind(registry, storedAs.kind);
  if (storedAs !== undefined && stored !== undefined && features.createView !== undefined) {
    return features.createView(stored, resource, storedAs);
  }
  const { ttlSeconds } = definition.rules;
  const leaseFor = ttlSeconds === undefined ? undefined : createLeaseManager(clock, etcd, ttlSeconds);
  return createStorage(etcd, createWatchCache(etcd, clock, resource, freeze), resource, { freeze, leaseFor, stepUpdate });
}

/** Ends the kind's watches. */
function remove(registry: Registry, definition: KindDefinition): void {
  const { all, byPlural } = registry;
  const storage = findKind(registry, definition);
  if (storage === undefined) return;
  const others = (byPlural.get(definition.plural) ?? []).filter((each) => each !== storage);
  byPlural.set(definition.plural, others);
  all.splice(all.indexOf(storage), 1);
  storage.cache.stop();
  for (const subscription of [...storage.cache.subscriptions()]) subscription.closed();
}
