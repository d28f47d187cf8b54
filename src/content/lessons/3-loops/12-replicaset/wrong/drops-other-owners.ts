/**
 * Adopts with a merge patch: it replaces the whole list of owners.
 * @cause changed what isn’t its own
 */
import {
  isActive,
  isNotFound,
  keyOf,
  matches,
  ownerReferenceFor,
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
  const claimed = await claimPods(replicaSet, tools);
  const pods = claimed.filter(isActive);

  let failure: Error | undefined;
  if (settled && replicaSet.metadata.deletionTimestamp === undefined)
    failure = await closeGap(replicaSet, pods, tools);

  const now = tools.now();
  const status = statusOf(replicaSet, pods, now, failure);
  await writeStatus(replicaSet, status, tools);
  if (failure !== undefined) throw failure;

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

async function claimPods(set: ReplicaSet, tools: Tools): Promise<readonly Pod[]> {
  const { lister, client } = tools;
  const { selector } = set.spec;
  const uid = set.metadata.uid;
  const owned = lister(Pod).controlledBy(set);
  const mine = owned.filter((pod) => matches(selector, pod.metadata.labels));
  if (set.metadata.deletionTimestamp !== undefined) return mine;

  // Release what no longer matches.
  for (const pod of owned) {
    if (mine.includes(pod)) continue;
    const ownerReferences = [{ $patch: 'delete', uid }];
    await client
      .patch(Pod, pod, { metadata: { ownerReferences, uid: pod.metadata.uid } })
      .catch(unlessGone);
  }

  const orphans = lister(Pod)
    .orphans(set.metadata.namespace ?? '')
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined && matches(selector, metadata.labels));
  if (orphans.length === 0) return mine;

  // The cache may not know yet that the set is on its way out.
  const live = await client.get(ReplicaSet, set);
  if (live.metadata.uid !== uid || live.metadata.deletionTimestamp !== undefined)
    throw new Error(`${keyOf(set)} has gone or is going`);

  const all = [...mine];
  for (const pod of orphans) {
    const ownerReferences = [ownerReferenceFor(set)];
    const adopted = await client
      .patch(Pod, pod, { metadata: { ownerReferences, uid: pod.metadata.uid } }, { type: 'merge' })
      .catch(unlessGone);
    if (adopted !== undefined) all.push(adopted);
  }
  return all;
}

function unlessGone(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
  return undefined;
}
