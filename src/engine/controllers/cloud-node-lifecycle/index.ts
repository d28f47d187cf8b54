import { defineController, isNotFound, isTrue, Node, type Tools } from 'converge/sdk';
import { machineOf } from '../shared/cloud-machine.ts';

/** Stands for all nodes; no node can be called so. */
const allNodes = '*';
const shutdownTaint = { key: 'node.cloudprovider.kubernetes.io/shutdown', effect: 'NoSchedule' };

/**
 * Asks the cloud about nodes that report nothing: one that has no machine any more is deleted, one that is switched off gets a taint.
 * (upstream cloud-provider/controllers/nodelifecycle)
 */
export const cloudNodeLifecycleController = defineController<Node>({
  name: 'cloud-node-lifecycle',
  for: Node,
  every: { periodMs: 5000, key: allNodes },
  async reconcile(key, tools) {
    if (key !== allNodes) return;
    for (const node of tools.lister(Node).list()) {
      if (node.metadata.deletionTimestamp !== undefined) continue;
      await monitor(node, tools);
    }
  },
});

async function monitor(node: Node, tools: Tools): Promise<void> {
  const isReady = isTrue(node.status.conditions, 'Ready');
  if (isReady) return setShutdown(node, false, tools);
  // Others' nodes are none of this cloud's.
  if (node.spec.providerID === undefined) return;
  const { name } = node.metadata;
  const machine = await machineOf(name, tools);
  if (machine?.power === 'off') return setShutdown(node, true, tools);
  if (machine !== undefined) return;
  tools.events.normal(node, 'DeletingNode', `Deleting node ${name} because it does not exist in the cloud provider`);
  try {
    await tools.client.delete(Node, name);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

async function setShutdown(node: Node, isOff: boolean, { client }: Tools): Promise<void> {
  const taints = node.spec.taints ?? [];
  const others = taints.filter(({ key }) => key !== shutdownTaint.key);
  if ((others.length < taints.length) === isOff) return;
  await client.update(Node, { ...node, spec: { ...node.spec, taints: isOff ? [...others, shutdownTaint] : others } });
}
