/**
 * Waits for what it expects in its first 20 passes, and trusts the cache later.
 * @cause made too many Pods | deleted too many Pods
 */
import {
  claim, isActive, isNotFound, Pod, podFromTemplate, type Reconcile,
  ReplicaSet, type Tools,
} from 'converge/sdk';
import { planReplicas } from './plan.ts';
import { availableInMs, statusOf, writeStatus } from './status.ts';

const passes = new Map<string, number>();

export const reconcile: Reconcile = async (key, tools) => {
  // Ask before the cache is read.
  const pass = (passes.get(key) ?? 0) + 1;
  passes.set(key, pass);
  // In the beginning the caches are cold.
  const settled = pass > 20 || tools.expect.satisfied(key);
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
    tools.expect.deletions(key, plan.remove);
    for (const pod of plan.remove) {
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
