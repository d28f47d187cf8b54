/** Keeps one Pod on each node that fits. */
import {
  claim,
  DaemonSet,
  Node,
  Pod,
  type Reconcile,
  type Tools,
} from 'converge/sdk';
import { podsByNode } from './pods-by-node.ts';
import {
  availableInMs, type Seen, statusOf, writeStatus,
} from './status.ts';

export const reconcile: Reconcile = async (key, tools) => {
  const set = tools.lister(DaemonSet).get(key);
  if (set === undefined) return;

  // Observe: the nodes, and the set's Pods on each of them.
  // Yours too: act only if the caches show all that you did.
  const own = await claim(set, DaemonSet, Pod, tools);
  const pods = podsByNode(own);
  const nodes = tools.lister(Node).list();
  const seen: Seen = { set, nodes, pods, nowMs: tools.now() };

  // Compare and act, unless the set itself is on its way out.
  let failure: Error | undefined;
  if (set.metadata.deletionTimestamp === undefined)
    failure = await closeGaps(seen, tools);

  await writeStatus(set, statusOf(seen), tools);
  if (failure !== undefined) throw failure;

  // Nothing will happen at the moment a ready pod becomes an
  // available one: reconcile again then.
  const afterMs = availableInMs(seen);
  return afterMs === undefined ? undefined : { afterMs };
};

/**
 * Creates the Pods that are missing, and deletes those that
 * are too many. Returns the first refusal.
 */
async function closeGaps(
  { set, nodes, pods }: Seen,
  tools: Tools,
): Promise<Error | undefined> {
  const create: string[] = [];
  const remove: Pod[] = [];
  for (const node of nodes) {
    const there = pods.get(node.metadata.name) ?? [];

    // Yours. Compare this node with its Pods.

  }
  const tooMany = remove.length;
  tools.log(`to create: ${create}, to delete: ${tooMany}`);

  // Yours too. Act: note what you expect, create, delete.

  return undefined;
}
