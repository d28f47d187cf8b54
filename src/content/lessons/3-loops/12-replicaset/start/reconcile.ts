/** Keeps spec.replicas pods alive: no fewer, no more. */
import {
  Pod,
  type Reconcile,
  ReplicaSet,
  type Tools,
} from 'converge/sdk';
import { planReplicas } from './plan.ts';
import {
  availableInMs, statusOf, writeStatus,
} from './status.ts';

export const reconcile: Reconcile = async (key, tools) => {
  const replicaSet = tools.lister(ReplicaSet).get(key);
  if (replicaSet === undefined) return;

  // Observe: which pods are this set's own, and which count?
  // Yours too. The list has the Pods that name the set as
  // owner. Adopt the others that match its selector.
  const pods = tools.lister(Pod).controlledBy(replicaSet);

  // Compare and act, unless the set itself is on its way out.
  let failure: Error | undefined;
  if (replicaSet.metadata.deletionTimestamp === undefined)
    failure = await closeGap(replicaSet, pods, tools);

  const now = tools.now();
  const status = statusOf(replicaSet, pods, now, failure);
  await writeStatus(replicaSet, status, tools);
  if (failure !== undefined) throw failure;

  // Nothing will happen at the moment a ready pod becomes an
  // available one: reconcile again then.
  const afterMs = availableInMs(replicaSet, pods, tools.now());
  return afterMs === undefined ? undefined : { afterMs };
};

/**
 * Creates what is missing or deletes what is too many.
 * Returns the first refusal.
 */
async function closeGap(
  replicaSet: ReplicaSet,
  pods: readonly Pod[],
  tools: Tools,
): Promise<Error | undefined> {
  const plan = planReplicas(replicaSet, pods, tools);
  const tooMany = plan.remove.length;
  tools.log(`to create: ${plan.create}, to delete: ${tooMany}`);

  // Yours. Create what the plan says, or delete. The cache
  // runs behind: what will the next pass see?

  return undefined;
}
