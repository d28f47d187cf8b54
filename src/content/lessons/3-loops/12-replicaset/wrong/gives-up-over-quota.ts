/**
 * Takes a create that a quota refuses for final: a quota can be raised.
 * @cause went on after a refusal | stood still after a refused create
 */
import {
  claim,
  isActive,
  isNotFound,
  keyOf,
  Pod,
  podFromTemplate,
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

  // Asked before the cache is read.
  const settled = tools.expect.satisfied(key);
  const claimed = await claim(replicaSet, ReplicaSet, Pod, tools);
  const pods = claimed.filter(isActive);

  let failure: Error | undefined;
  if (settled && replicaSet.metadata.deletionTimestamp === undefined)
    failure = await closeGap(replicaSet, pods, tools);

  const now = tools.now();
  const status = statusOf(replicaSet, pods, now, failure);
  await writeStatus(replicaSet, status, tools);
  // Trying again doesn't make a quota bigger.
  const overQuota = failure !== undefined && /exceeded quota/.test(failure.message);
  if (failure !== undefined && !overQuota) throw failure;

  const afterMs = availableInMs(replicaSet, pods, tools.now());
  return afterMs === undefined ? undefined : { afterMs };
};

/** Returns the first refusal. */
async function closeGap(
  replicaSet: ReplicaSet,
  pods: readonly Pod[],
  tools: Tools,
): Promise<Error | undefined> {
  const plan = planReplicas(replicaSet, pods, tools);
  const tooMany = plan.remove.length;
  tools.log(`to create: ${plan.create}, to delete: ${tooMany}`);
  if (plan.create > 0) return createPods(replicaSet, plan.create, tools);
  if (tooMany > 0) return removePods(replicaSet, plan.remove, tools);
  return undefined;
}

/** 1, 2, 4, ... at a time: a server that refuses isn't stormed. */
async function createPods(
  replicaSet: ReplicaSet,
  count: number,
  tools: Tools,
): Promise<Error | undefined> {
  const key = keyOf(replicaSet);
  tools.expect.creations(key, count);
  let left = count;
  for (let size = 1; left > 0; size = Math.min(size * 2, left)) {
    const batch = Array.from({ length: Math.min(size, left) }, () =>
      tools.client.create(Pod, podFromTemplate(replicaSet, replicaSet.spec.template)));
    const refusals = errorsOf(await Promise.allSettled(batch));
    left -= batch.length;
    if (refusals.length === 0) continue;
    tools.expect.creationsFailed(key, refusals.length + left);
    return refusals[0];
  }
  return undefined;
}

async function removePods(
  replicaSet: ReplicaSet,
  extra: readonly Pod[],
  tools: Tools,
): Promise<Error | undefined> {
  const key = keyOf(replicaSet);
  tools.expect.deletions(key, extra);
  let first: Error | undefined;
  await Promise.all(extra.map(async (pod) => {
    try {
      await tools.client.delete(Pod, pod);
    } catch (error) {
      tools.expect.deletionsFailed(key, [pod]);
      if (!isNotFound(error)) first ??= asError(error);
    }
  }));
  return first;
}

function errorsOf(results: readonly PromiseSettledResult<unknown>[]): readonly Error[] {
  return results.flatMap((result) =>
    result.status === 'rejected' ? [asError(result.reason)] : []);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
