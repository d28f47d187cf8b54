/** What calls your monitor, and what else the loop does. */
import {
  defineController, isTrue, Lease, Node, Pod,
} from 'converge/sdk';
import { createMonitor } from './monitor.ts';
import { markPodsNotReady } from './pods.ts';
import { withNoScheduleTaints } from './taints.ts';
import { writeTaints } from './write-taints.ts';

/** Stands for all nodes; no node can be called so. */
const allNodes = '*';

/** Made again at each start: so is your monitor. */
export function createNodeLifecycleController() {
  const monitor = createMonitor();
  return defineController<Node>({
    name: 'node-lifecycle',
    eventSource: 'node-controller',
    for: Node,
    // Filled caches. Their changes call nothing.
    watches: [
      { kind: Lease, keys: () => [] },
      { kind: Pod, keys: () => [] },
    ],
    every: { periodMs: 5000, key: allNodes },
    async reconcile(key, tools) {
      if (key === allNodes) return monitor(tools);
      // A node has changed: what follows from its conditions.
      const node = tools.lister(Node).get(key);
      if (node === undefined) return;
      const { now } = tools;
      const wanted = (current: Node) =>
        withNoScheduleTaints(current, now());
      await writeTaints(node, wanted, tools);
      if (isTrue(node.status.conditions, 'Ready')) return;
      await markPodsNotReady(key, tools);
    },
  });
}
