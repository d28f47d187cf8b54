import {
  type Controller,
  defineController,
  Event,
  hasDefinitions,
  type Kind,
  type KindDefinition,
  type KubeObject,
  keyOf,
  Namespace,
  type Watch,
} from 'converge/sdk';
import { createGraph, type Graph, itemKey } from './graph.ts';
import { createReconcile } from './reconcile.ts';

/** Follows all kinds but Events, and deletes objects whose owners are gone. */
export function createGarbageCollector(served: readonly KindDefinition[]): Controller<Namespace> {
  const graph = createGraph(served);
  return defineController<Namespace>({
    name: 'garbage-collector',
    eventSource: 'garbage-collector-controller',
    // Any kind would do: it is about all of them, and `watches` names the others.
    for: Namespace,
    keyFor: (namespace) => itemKey(Namespace, namespace),
    watches: served
      .filter((kind) => kind.kind !== Event.kind && kind.storedAs === undefined)
      .map((kind) => follow(kind, graph)),
    ...(hasDefinitions(served) && { watchesDefined: (kind: Kind) => follow(kind, graph) }),
    workers: 20,
    reconcile: createReconcile(graph),
  });
}

function follow(kind: Kind, graph: Graph): Watch {
  return {
    kind,
    keys(object: KubeObject, { lister }) {
      const cached = lister(kind).get(keyOf(object));
      if (cached?.metadata.uid === object.metadata.uid) return graph.seen(kind, cached);
      const { uid } = object.metadata;
      return cached === undefined ? graph.gone(uid) : [...graph.gone(uid), ...graph.seen(kind, cached)];
    },
  };
}
