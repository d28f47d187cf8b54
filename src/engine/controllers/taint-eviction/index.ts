import { type Controller, defineController, Node, Pod } from 'converge/sdk';
import { noExecuteTaints } from './no-execute.ts';
import { createReconcile } from './reconcile.ts';

/** Deletes pods from nodes whose NoExecute taints they don't tolerate, or no longer. (upstream pkg/controller/tainteviction) */
export function createTaintEvictionController(): Controller<Node> {
  return defineController<Node>({
    name: 'taint-eviction',
    for: Node,
    watches: [
      {
        kind: Pod,
        keys(pod: Pod, { lister }) {
          const { nodeName } = pod.spec;
          const node = nodeName === undefined ? undefined : lister(Node).get(nodeName);
          return node !== undefined && noExecuteTaints(node).length > 0 ? [node.metadata.name] : [];
        },
      },
    ],
    reconcile: createReconcile(),
  });
}
