/** A kind as this server serves it: its definition and the names that follow from it. */
import type { Kind, KindDefinition } from '../api/types.ts';
import type { GroupResource, KubeObject } from '../meta/index.ts';

export interface Resource extends GroupResource {
  readonly definition: KindDefinition;
  /** `apps/v1`, `v1`. */
  readonly apiVersion: string;
  /** Where its objects are in etcd: `/registry/pods/`. */
  readonly prefix: string;
}

/** Derives a resource from a kind. Keys are upstream's: `/registry/<resource>/[<namespace>/]<name>`. */
export function resourceOf(definition: KindDefinition): Resource {
  const { group, version, plural, storageName } = definition;
  return {
    group,
    plural,
    definition,
    apiVersion: group === '' ? version : `${group}/${version}`,
    prefix: `/registry/${storageName ?? plural}/`,
  };
}

/** Place of an object below its resource's prefix: `namespace/name`, or `name` for cluster scope. */
export function objectPath(resource: Resource, namespace: string, name: string): string {
  return resource.definition.namespaced ? `${namespace}/${name}` : name;
}

/** The same of an object. */
export function pathOf(resource: Resource, object: KubeObject): string {
  return objectPath(resource, object.metadata.namespace ?? '', object.metadata.name);
}

/** Whether an object is of a kind. What storage holds has been validated by that kind's schema. */
export function isOf<T extends KubeObject>(kind: Kind<T>, object: KubeObject): object is T {
  return object.kind === kind.kind && isVersionOf(kind, object.apiVersion);
}

/** Without making a text of the kind's own: plugins ask it of every write. */
function isVersionOf({ group, version }: Kind, apiVersion: string): boolean {
  if (group === '') return apiVersion === version;
  if (apiVersion.length !== group.length + 1 + version.length) return false;
  return apiVersion.startsWith(group) && apiVersion[group.length] === '/' && apiVersion.endsWith(version);
}

/** Names the object under an etcd key as people do: `nodes/n1` for `/registry/minions/n1`. Other keys stay as they are. */
export function createKeyNamer(kinds: readonly KindDefinition[]): (key: string) => string {
  const plurals = new Map<string, string>();
  for (const { storageName, plural } of kinds) if (storageName !== undefined) plurals.set(storageName, plural);
  return (key) => {
    const [, root = '', first = '', second = ''] = key.split('/', 4);
    if (root !== 'registry') return key;
    // Some have two segments: `services/specs`, `services/endpoints`.
    const both = `${first}/${second}`;
    const stored = plurals.has(both) ? both : first;
    return (plurals.get(stored) ?? stored) + key.slice(root.length + stored.length + 2);
  };
}
