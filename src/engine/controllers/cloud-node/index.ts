import { type Controller, defineController, type Machine, Node, type Tools } from 'converge/sdk';
import { machineOf } from '../shared/cloud-machine.ts';
import { initializedNode, isUninitialized, withAddresses } from './node.ts';

/** Stands for all nodes; no node can be called so. */
const allNodes = '*';
const statusPeriodMs = 300_000;

/**
 * Finishes the Nodes that kubelets in the cloud register: where they are, what they are, and that Pods may run there. Every five minutes it
 * looks whether their addresses still are what the cloud says. (upstream cloud-provider/controllers/node)
 */
export function createCloudNodeController(): Controller<Node> {
  return defineController<Node>({
    name: 'cloud-node',
    for: Node,
    every: { periodMs: statusPeriodMs, key: allNodes },
    async reconcile(key, tools) {
      if (key === allNodes) return updateAddresses(tools);
      const node = tools.lister(Node).get(key);
      if (node === undefined || !isUninitialized(node)) return;
      await initialize(node, tools);
    },
  });
}

async function initialize(node: Node, tools: Tools): Promise<void> {
  const { name } = node.metadata;
  const machine = await machineOf(name, tools);
  if (machine === undefined) throw new Error(`failed to get instance metadata for node ${name}: instance not found`);
  // The address first: whoever sees the Node without its taint may rely on it.
  await writeAddresses(node, machine, tools);
  const fresh = await tools.client.get(Node, name);
  if (!isUninitialized(fresh)) return;
  await tools.client.update(Node, initializedNode(fresh, machine));
  tools.events.normal(node, 'Synced', 'Node synced successfully');
}

async function updateAddresses(tools: Tools): Promise<void> {
  const nodes = tools.lister(Node).list().filter((node) => node.spec.providerID !== undefined);
  if (nodes.length === 0) return;
  const machines = new Map((await tools.cloud().machines.list()).map((machine) => [machine.name, machine]));
  for (const node of nodes) {
    const machine = machines.get(node.metadata.name);
    if (machine !== undefined) await writeAddresses(node, machine, tools);
  }
}

async function writeAddresses(node: Node, machine: Machine, { client }: Tools): Promise<void> {
  const addresses = withAddresses(node, machine);
  if (addresses === undefined) return;
  await client.patch(Node, node, { status: { addresses } }, { type: 'merge', subresource: 'status' });
}
