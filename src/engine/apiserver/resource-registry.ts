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
  readonly served: Set<Storage>;
  /** The served ones as a list, until that changes. */
  listed: readonly Storage[] | undefined;
  /** By plural, then by version: mostly one of each. */
  readonly byName: Map<string, Map<string, readonly Storage[]>>;
}

/** Serves these kinds and those that the features answer. */
export function createResources(
  options: ResourceOptions,
  features: Pick<ApiFeatures, 'createView' | 'unstored'>,
): Resources {
  const registry: Registry = { options, features, served: new Set(), listed: undefined, byName: new Map() };
  for (const definition of options.kinds) register(registry, definition, storageOf(registry, definition));
  for (const { definition } of features.unstored) register(registry, definition, createUnstored(definition));
  return {
    get all() {
      registry.listed ??= [...registry.served];
      return registry.listed;
    },
    find: (group, version, plural) => find(registry, group, version, plural),
    add: (definition) => register(registry, definition, storageOf(registry, definition)),
    remove: (definition) => remove(registry, definition),
  };
}

function find({ byName }: Registry, group: string, version: string, plural: string): Storage | undefined {
  const storages = byName.get(plural)?.get(version);
  if (storages === undefined) return undefined;
  for (const storage of storages) if (storage.resource.definition.group === group) return storage;
  return undefined;
}

function findKind(registry: Registry, { group, version, plural }: Kind): Storage | undefined {
  return find(registry, group, version, plural);
}

/** The newest comes first: it is served in place of an older one of the same name. */
function register(registry: Registry, { plural, version }: KindDefinition, storage: Storage): Storage {
  const { served, byName } = registry;
  served.add(storage);
  registry.listed = undefined;
  const versions = byName.get(plural) ?? new Map<string, readonly Storage[]>();
  byName.set(plural, versions.set(version, [storage, ...(versions.get(version) ?? [])]));
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
  const storage = findKind(registry, definition);
  if (storage === undefined) return;
  const versions = registry.byName.get(definition.plural);
  versions?.set(definition.version, (versions.get(definition.version) ?? []).filter((each) => each !== storage));
  registry.served.delete(storage);
  registry.listed = undefined;
  storage.cache.stop();
  for (const subscription of [...storage.cache.subscriptions()]) subscription.closed();
}
