import { type Controller, defineController, Lease, Node, Pod } from 'converge/sdk';
import { createMemory, monitor } from './monitor.ts';
import { withNoScheduleTaints } from './taints.ts';
import { writeTaints } from './write-taints.ts';

/** Stands for all nodes; no node can be called so. */
const allNodes = '*';

/** Finds out which nodes are lost, and taints them. (upstream pkg/controller/nodelifecycle) */
export function createNodeLifecycleController(): Controller<Node> {
  const memory = createMemory();
  return defineController<Node>({
    name: 'node-lifecycle',
    eventSource: 'node-controller',
    for: Node,
    // Read on each pass; their changes alone trigger none.
    watches: [
      { kind: Lease, keys: () => [] },
      { kind: Pod, keys: () => [] },
    ],
    every: { periodMs: 5000, key: allNodes },
    async reconcile(key, tools) {
      if (key === allNodes) return monitor(memory, tools);
      const node = tools.lister(Node).get(key);
      if (node === undefined) return;
      await writeTaints(node, (current) => withNoScheduleTaints(current, tools.now()), tools);
    },
  });
}
