/**
 * Deletes as many as the plan says, and the last ones of its own list instead of those in the plan.
 * @cause deleted a ready Pod and kept one that wasn’t
 */
import {
  claim, isActive, isNotFound, Pod, podFromTemplate, type Reconcile,
  ReplicaSet, type Tools,
} from 'converge/sdk';
import { planReplicas } from './plan.ts';
import { availableInMs, statusOf, writeStatus } from './status.ts';

export const reconcile: Reconcile = async (key, tools) => {
  // Ask before the cache is read.
  const settled = tools.expect.satisfied(key);
  const replicaSet = tools.lister(ReplicaSet).get(key);
  if (replicaSet === undefined) return;

  // Observe: adopt, release, and leave out what doesn't count.
  const claimed = await claim(replicaSet, ReplicaSet, Pod, tools);
  const pods = claimed.filter(isActive);

  // Compare and act, unless the set itself is on its way out.
  let failure: Error | undefined;
  if (settled && replicaSet.metadata.deletionTimestamp === undefined)
    failure = await closeGap(key, replicaSet, pods, tools);

  const status = statusOf(replicaSet, pods, tools.now(), failure);
  await writeStatus(replicaSet, status, tools);
  if (failure !== undefined) throw failure;

  const afterMs = availableInMs(replicaSet, pods, tools.now());
  return afterMs === undefined ? undefined : { afterMs };
};

/** Creates what is missing or deletes what is too many; the first refusal. */
async function closeGap(
  key: string,
  replicaSet: ReplicaSet,
  pods: readonly Pod[],
  tools: Tools,
): Promise<Error | undefined> {
  const plan = planReplicas(replicaSet, pods, tools);
  tools.log(
    `to create: ${plan.create}, to delete: ${plan.remove.length}`,
  );
  let failure: Error | undefined;

  if (plan.create > 0) {
    tools.expect.creations(key, plan.create);
    for (let made = 0; made < plan.create; made += 1) {
      try {
        await tools.client.create(Pod, podFromTemplate(replicaSet, replicaSet.spec.template));
      } catch (error) {
        // This one and those that are not even tried.
        tools.expect.creationsFailed(key, plan.create - made);
        return toError(error);
      }
    }
  }

  if (plan.remove.length > 0) {
    const extra = pods.slice(pods.length - plan.remove.length);
    tools.expect.deletions(key, extra);
    for (const pod of extra) {
      try {
        await tools.client.delete(Pod, pod);
      } catch (error) {
        tools.expect.deletionsFailed(key, [pod]);
        if (!isNotFound(error)) failure ??= toError(error);
      }
    }
  }
  return failure;
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
