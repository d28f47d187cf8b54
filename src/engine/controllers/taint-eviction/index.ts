import { type Controller, defineController, Node, Pod } from 'converge/sdk';
import { noExecuteTaints } from './no-execute.ts';
import { createReconcile, type EvictionsByNode } from './reconcile.ts';

/** Deletes pods from nodes whose NoExecute taints they don't tolerate, or no longer. (upstream pkg/controller/tainteviction) */
export function createTaintEvictionController(): Controller<Node> {
  const evictions: EvictionsByNode = new Map();
  return defineController<Node>({
    name: 'taint-eviction',
    for: Node,
    watches: [
      {
        kind: Pod,
        keys({ spec: { nodeName } }: Pod, { lister }) {
          if (nodeName === undefined) return [];
          // Evictions outlive the taint in the cache, and the node.
          return evictions.has(nodeName) || noExecuteTaints(lister(Node).get(nodeName)).length > 0 ? [nodeName] : [];
        },
      },
    ],
    reconcile: createReconcile(evictions),
  });
}
