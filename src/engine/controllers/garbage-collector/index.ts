import {
  type Controller,
  defineController,
  Event,
  graphKey,
  hasDefinitions,
  type Kind,
  type KindDefinition,
  type KubeObject,
  keyOf,
  Namespace,
  type OwnerGraph,
  type Tools,
  type Watch,
} from 'converge/sdk';
import { createReconcile } from './reconcile.ts';

/** Follows all kinds but Events, and deletes objects whose owners are gone. */
export function createGarbageCollector(served: readonly KindDefinition[]): Controller<Namespace> {
  let graph: OwnerGraph | undefined;
  const graphOf = ({ parts }: Pick<Tools, 'parts'>): OwnerGraph => (graph ??= parts.createOwnerGraph(served));
  return defineController<Namespace>({
    name: 'garbage-collector',
    eventSource: 'garbage-collector-controller',
    // Any kind would do: it is about all of them, and `watches` names the others.
    for: Namespace,
    keyFor: (namespace) => graphKey(Namespace, namespace),
    watches: served
      .filter((kind) => kind.kind !== Event.kind && kind.storedAs === undefined)
      .map((kind) => follow(kind, graphOf)),
    ...(hasDefinitions(served) && { watchesDefined: (kind: Kind) => follow(kind, graphOf) }),
    workers: 20,
    reconcile: createReconcile(graphOf),
  });
}

function follow(kind: Kind, graphOf: (tools: Pick<Tools, 'parts'>) => OwnerGraph): Watch {
  return {
    kind,
    keys(object: KubeObject, tools) {
      const graph = graphOf(tools);
      const cached = tools.lister(kind).get(keyOf(object));
      if (cached?.metadata.uid === object.metadata.uid) return graph.seen(kind, cached);
      const { uid } = object.metadata;
      return cached === undefined ? graph.gone(uid) : [...graph.gone(uid), ...graph.seen(kind, cached)];
    },
  };
}
