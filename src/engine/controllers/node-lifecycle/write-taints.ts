/** Writes taints of a node, and leaves those of others as they are. */
import { isConflict, Node, type Taint, type Tools } from 'converge/sdk';
import { withNoExecuteTaints } from './taints.ts';

/** Sets the NoExecute taint that the node's condition Ready asks for, or takes it off (`evict: false`). Writes nothing where nothing changes. */
export function setNoExecute(node: Node, evict: boolean, tools: Tools): Promise<void> {
  return writeTaints(node, (current) => withNoExecuteTaints(current, evict, tools.now()), tools);
}

/** Writes the taints that `wanted` gives a node, unless it has just these. A conflict is met once with the live node. */
export async function writeTaints(node: Node, wanted: (node: Node) => readonly Taint[], tools: Tools): Promise<void> {
  const write = async (current: Node): Promise<void> => {
    const taints = wanted(current);
    const before = current.spec.taints ?? [];
    if (taints === before || (taints.length === 0 && before.length === 0)) return;
    const { taints: _, ...spec } = current.spec;
    await tools.client.update(Node, { ...current, spec: taints.length === 0 ? spec : { ...spec, taints } });
  };
  try {
    await write(node);
  } catch (error) {
    if (!isConflict(error)) throw error;
    await write(await tools.client.get(Node, node));
  }
}
