/** The resources of a server: a storage for each kind that it serves, also for those that are added while it runs. */
import type { Kind, KindDefinition } from '../api/types.ts';
import type { Etcd } from '../etcd/index.ts';
import type { Clock } from '../kernel/index.ts';
import type { ApiFeatures } from './feature.ts';
import { createLeaseManager } from './lease-manager.ts';
import { resourceOf } from './resource.ts';
import type { Resources } from './resources.ts';
import { createStorage, type Storage } from './storage.ts';
import { createUnstored } from './unstored.ts';
import { createWatchCache } from './watch-cache.ts';

export interface ResourceOptions {
  readonly kinds: readonly KindDefinition[];
  readonly etcd: Etcd;
  readonly clock: Clock;
  /** Deep-freezes what is stored and sent. Default true. */
  readonly freeze?: boolean;
}

interface Registry {
  readonly options: ResourceOptions;
  readonly features: Pick<ApiFeatures, 'createView'>;
  readonly all: Storage[];
  readonly byPath: Map<string, Storage>;
}

/** Serves these kinds and those that the features answer. */
export function createResources(
  options: ResourceOptions,
  features: Pick<ApiFeatures, 'createView' | 'unstored'>,
): Resources {
  const registry: Registry = { options, features, all: [], byPath: new Map() };
  for (const definition of options.kinds) register(registry, definition, storageOf(registry, definition));
  for (const { definition } of features.unstored) register(registry, definition, createUnstored(definition));
  return {
    all: registry.all,
    find: (group, version, plural) => registry.byPath.get(`${group}/${version}/${plural}`),
    add: (definition) => register(registry, definition, storageOf(registry, definition)),
    remove: (definition) => remove(registry, definition),
  };
}

function pathOf({ group, version, plural }: Kind): string {
  return `${group}/${version}/${plural}`;
}

function register({ all, byPath }: Registry, definition: KindDefinition, storage: Storage): Storage {
  all.push(storage);
  byPath.set(pathOf(definition), storage);
  return storage;
}

/** A storage of the kind's own, or a view of another kind's. */
function storageOf({ options, features, byPath }: Registry, definition: KindDefinition): Storage {
  const { etcd, clock, freeze = true } = options;
  const resource = resourceOf(definition);
  const { storedAs } = definition;
  const stored = storedAs && byPath.get(pathOf(storedAs.kind));
  if (storedAs !== undefined && stored !== undefined && features.createView !== undefined) {
    return features.createView(stored, resource, storedAs);
  }
  const { ttlSeconds } = definition.rules;
  const leaseFor = ttlSeconds === undefined ? undefined : createLeaseManager(clock, etcd, ttlSeconds);
  return createStorage(etcd, createWatchCache(etcd, clock, resource, freeze), resource, { freeze, leaseFor });
}

/** Ends the kind's watches. */
function remove({ all, byPath }: Registry, definition: KindDefinition): void {
  const storage = byPath.get(pathOf(definition));
  if (storage === undefined) return;
  byPath.delete(pathOf(definition));
  all.splice(all.indexOf(storage), 1);
  storage.cache.stop();
  for (const subscription of [...storage.cache.subscriptions()]) subscription.closed();
}
