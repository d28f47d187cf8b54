/** Keeps spec.replicas pods alive: no fewer, no more. (upstream pkg/controller/replicaset) */
import {
  claim,
  isActive,
  isNamespaceTerminating,
  keyOf,
  Pod,
  podFromTemplate,
  type Reconcile,
  ReplicaSet,
  type Tools,
} from 'converge/sdk';
import { planReplicas } from './plan.ts';
import { availableInMs, statusOf, writeStatus } from './status.ts';

export const reconcile: Reconcile = async (key, tools) => {
  const replicaSet = tools.lister(ReplicaSet).get(key);
  if (replicaSet === undefined) return;

  // Checked before the pods are read: what was expected then is in the cache by now.
  const settled = tools.expect.satisfied(key);
  const pods = (await claim(replicaSet, ReplicaSet, Pod, tools)).filter(isActive);

  let failure: Error | undefined;
  if (settled && replicaSet.metadata.deletionTimestamp === undefined) failure = await closeGap(replicaSet, pods, tools);

  const status = statusOf(replicaSet, pods, tools.now(), failure);
  await writeStatus(replicaSet, status, tools);
  if (failure !== undefined) throw failure;

  // Nothing will happen at the moment a ready pod becomes an available one: reconcile again then.
  const afterMs = availableInMs(replicaSet, pods, tools.now());
  return afterMs === undefined ? undefined : { afterMs };
};

/** Creates what is missing or deletes what is too many. Returns the first refusal. */
async function closeGap(replicaSet: ReplicaSet, pods: readonly Pod[], tools: Tools): Promise<Error | undefined> {
  const { client, expect, events } = tools;
  const key = keyOf(replicaSet);
  const plan = planReplicas(replicaSet, pods, tools);

  if (plan.create > 0) {
    // Expect before creating: the cache may show the pods before the answers arrive, or long after.
    expect.creations(key, plan.create);
    const pod = podFromTemplate(replicaSet, replicaSet.spec.template);
    const { created, missing, error } = await client.createMany(Pod, pod, plan.create);
    expect.creationsFailed(key, missing);
    for (const each of created) events.normal(replicaSet, 'SuccessfulCreate', `Created pod: ${each.metadata.name}`);
    if (error === undefined || isNamespaceTerminating(error)) return undefined;
    events.warning(replicaSet, 'FailedCreate', `Error creating: ${error.message}`);
    return error;
  }

  if (plan.remove.length > 0) {
    expect.deletions(key, plan.remove);
    const { failed, error } = await client.deleteMany(Pod, plan.remove);
    expect.deletionsFailed(key, failed);
    for (const each of plan.remove) {
      if (!failed.includes(each)) events.normal(replicaSet, 'SuccessfulDelete', `Deleted pod: ${each.metadata.name}`);
    }
    return error;
  }
  return undefined;
}
