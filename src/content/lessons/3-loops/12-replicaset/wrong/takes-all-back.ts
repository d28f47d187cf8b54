/**
 * Takes all of its expectations back when one create is refused.
 * @cause made too many Pods | stopped short of the number
 */
import { isNotFound, keyOf, Pod, podFromTemplate, type Reconcile, ReplicaSet, type Tools, claim, isActive } from 'converge/sdk';
import { planReplicas } from './plan.ts';
import { availableInMs, statusOf, writeStatus } from './status.ts';

export const reconcile: Reconcile = async (key, tools) => {
  const replicaSet = tools.lister(ReplicaSet).get(key);
  if (replicaSet === undefined) return;
  const pods = (await claim(replicaSet, ReplicaSet, Pod, tools)).filter(isActive);

  let failure: Error | undefined;
  if (replicaSet.metadata.deletionTimestamp === undefined) failure = await closeGap(replicaSet, pods, tools);

  const status = statusOf(replicaSet, pods, tools.now(), failure);
  await writeStatus(replicaSet, status, tools);
  if (failure !== undefined) throw failure;

  const afterMs = availableInMs(replicaSet, pods, tools.now());
  return afterMs === undefined ? undefined : { afterMs };
};

async function closeGap(replicaSet: ReplicaSet, pods: readonly Pod[], tools: Tools): Promise<Error | undefined> {
  const key = keyOf(replicaSet);
  if (!tools.expect.satisfied(key)) return undefined;
  const plan = planReplicas(replicaSet, pods, tools);
  if (plan.create > 0) {
    tools.expect.creations(key, plan.create);
    for (let made = 0; made < plan.create; made += 1) {
      try {
        await tools.client.create(Pod, podFromTemplate(replicaSet, replicaSet.spec.template));
      } catch (error) {
        // It has to be reckoned anew.
        tools.expect.creationsFailed(key, plan.create);
        return asError(error);
      }
    }
  }
  let failure: Error | undefined;
  if (plan.remove.length > 0) {
    tools.expect.deletions(key, plan.remove);
    for (const pod of plan.remove) {
      try {
        await tools.client.delete(Pod, pod);
      } catch (error) {
        tools.expect.deletionsFailed(key, [pod]);
        if (!isNotFound(error)) failure ??= asError(error);
      }
    }
  }
  return failure;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
