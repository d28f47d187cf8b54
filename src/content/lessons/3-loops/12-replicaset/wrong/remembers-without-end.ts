/**
 * Notes what it has created until the cache shows it; what is deleted before that is noted for ever.
 * @cause waited for a Pod that was gone
 */
import {
  claim, isActive, Pod, podFromTemplate, type Reconcile, ReplicaSet,
  type Tools,
} from 'converge/sdk';
import { planReplicas } from './plan.ts';
import { availableInMs, statusOf, writeStatus } from './status.ts';

/** By uid of the set: the uids of pods that were created and not seen yet. */
const unseen = new Map<string, Set<string>>();

export const reconcile: Reconcile = async (key, tools) => {
  const replicaSet = tools.lister(ReplicaSet).get(key);
  if (replicaSet === undefined) return;

  // Observe: which pods are this set's own, and which count?
  const waiting = unseen.get(replicaSet.metadata.uid) ?? new Set<string>();
  unseen.set(replicaSet.metadata.uid, waiting);
  for (const pod of tools.lister(Pod).controlledBy(replicaSet)) waiting.delete(pod.metadata.uid);
  const allSeen = waiting.size === 0 && tools.expect.satisfied(key);
  const claimed = await claim(replicaSet, ReplicaSet, Pod, tools);
  const pods = claimed.filter(isActive);

  // Compare and act, unless the set itself is on its way out.
  let failure: Error | undefined;
  if (allSeen && replicaSet.metadata.deletionTimestamp === undefined)
    failure = await closeGap(key, replicaSet, pods, waiting, tools);

  const status = statusOf(replicaSet, pods, tools.now(), failure);
  await writeStatus(replicaSet, status, tools);
  if (failure !== undefined) throw failure;

  // Nothing will happen at the moment a ready pod becomes an
  // available one: reconcile again then.
  const afterMs = availableInMs(replicaSet, pods, tools.now());
  return afterMs === undefined ? undefined : { afterMs };
};

/**
 * Creates what is missing or deletes what is too many. Returns the
 * first refusal.
 */
async function closeGap(
  key: string,
  replicaSet: ReplicaSet,
  pods: readonly Pod[],
  waiting: Set<string>,
  tools: Tools,
): Promise<Error | undefined> {
  const plan = planReplicas(replicaSet, pods, tools);
  tools.log(
    `to create: ${plan.create}, to delete: ${plan.remove.length}`,
  );
  const refusals: unknown[] = [];

  if (plan.create > 0) {
    const draft = podFromTemplate(replicaSet, replicaSet.spec.template);
    const made = await Promise.allSettled(
      Array.from({ length: plan.create }, () => tools.client.create(Pod, draft)),
    );
    for (const each of made) {
      if (each.status === 'rejected') refusals.push(each.reason);
      else waiting.add(each.value.metadata.uid);
    }
  } else if (plan.remove.length > 0) {
    tools.expect.deletions(key, plan.remove);
    for (const pod of plan.remove) {
      try {
        await tools.client.delete(Pod, pod);
      } catch (error) {
        tools.expect.deletionsFailed(key, [pod]);
        refusals.push(error);
      }
    }
  }
  return refusals.length === 0 ? undefined : asError(refusals[0]);
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
