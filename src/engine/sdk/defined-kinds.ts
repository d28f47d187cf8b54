/** Kinds that CustomResourceDefinitions define: who is about all kinds has to follow these as they come and go. */
import type { CustomResourceDefinition } from '../api/index.ts';
import type { Kind } from '../api/types.ts';
import type { Informer } from '../client/index.ts';
import { deepEqual, isTrue, type KubeObject } from '../meta/index.ts';
import { type Router, routeWatch } from './routing.ts';
import type { Watch } from './types.ts';

/** The address of the definitions. Not all servers have them: those that have name it among their kinds. */
export const definitions: Kind<CustomResourceDefinition> = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  namespaced: false,
};

/** Whether kinds can be defined where these are served. */
export function hasDefinitions(served: readonly Kind[]): boolean {
  return served.some(({ group, plural }) => plural === definitions.plural && group === definitions.group);
}

/** The kind a definition defines, in the version its objects are kept in; undefined while it isn't served. */
export function definedKind({ spec, status, metadata }: CustomResourceDefinition): Kind | undefined {
  if (!isTrue(status?.conditions, 'Established') || metadata.deletionTimestamp !== undefined) return undefined;
  const served = spec.versions.filter((each) => each.served);
  const version = (served.find(({ storage }) => storage) ?? served[0])?.name;
  const names = status.acceptedNames ?? spec.names;
  if (version === undefined || !names.plural) return undefined;
  return {
    group: spec.group,
    version,
    kind: names.kind,
    plural: names.plural,
    namespaced: spec.scope === 'Namespaced',
  };
}

export interface LateInformers {
  /** Follows a kind from now on, without waiting for its cache. */
  startLate(kind: Kind): Informer<KubeObject>;
  stopLate(kind: Kind): void;
}

/** Keeps one watch a defined kind. `watchFor` makes it. */
export function followDefinedKinds(
  watchFor: (kind: Kind) => Watch,
  informers: LateInformers & Router['informers'],
  router: Router,
): void {
  const following = new Map<string, Kind>();

  function follow(name: string, kind: Kind | undefined): void {
    const before = following.get(name);
    if (before !== undefined && kind !== undefined && deepEqual(before, kind)) return;
    if (before !== undefined) informers.stopLate(before);
    following.delete(name);
    if (kind === undefined) return;
    following.set(name, kind);
    informers.startLate(kind);
    routeWatch(watchFor(kind), router);
  }

  /** A definition that goes is followed until it is gone: its objects go first. */
  function reconcile(crd: CustomResourceDefinition): void {
    const { name, deletionTimestamp } = crd.metadata;
    if (deletionTimestamp === undefined) follow(name, definedKind(crd));
  }

  const informer = informers.of(definitions);
  const asDefinition = (object: KubeObject) => router.lister(definitions).get(object.metadata.name);
  informer.onEvent({
    added(object) {
      const crd = asDefinition(object);
      if (crd !== undefined) reconcile(crd);
    },
    updated(_before, now) {
      const crd = asDefinition(now);
      if (crd !== undefined) reconcile(crd);
    },
    deleted: (last) => follow(last.metadata.name, undefined),
  });
}
