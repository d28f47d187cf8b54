/** What a StatefulSet says about itself. (upstream stateful_set_control.go updateStatus, completeRollingUpdate) */
import { conditionOf, deepEqual, isAvailable, isConflict, isReady, type Pod, StatefulSet, type StatefulSetStatus, timeMsOf, type Tools } from 'converge/sdk';
import { replicasOf } from './identity.ts';
import { membersOf, type Pass, revisionOf, runsReady } from './plan.ts';

/** Counts members of the pass. `outdated`: one that is being exchanged, which is not of the current template any more. */
export function statusOf(pass: Pass, outdated: Pod | undefined, collisionCount: number): StatefulSetStatus {
  const { set, current, update, nowMs } = pass;
  const { wanted, condemned } = membersOf(pass);
  const { minReadySeconds = 0 } = set.spec;
  const members = [...wanted.values(), ...condemned];
  const ready = members.filter(runsReady);
  const staying = members.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const updatedReplicas = staying.filter((pod) => revisionOf(pod) === update).length;
  const available = ready.filter((pod) => isAvailable(pod, minReadySeconds, nowMs)).length;
  const isComplete =
    set.spec.updateStrategy?.type === 'RollingUpdate' &&
    [updatedReplicas, ready.length, members.length].every((count) => count === replicasOf(set));
  const ofCurrent = staying.filter((pod) => revisionOf(pod) === current.name).length;
  const currentReplicas = isComplete ? updatedReplicas : ofCurrent - (outdated === undefined ? 0 : 1);
  const { observedGeneration = 0 } = set.status;
  return {
    availableReplicas: available,
    collisionCount,
    ...(currentReplicas !== 0 && { currentReplicas }),
    currentRevision: isComplete ? update : current.name,
    observedGeneration: Math.max(observedGeneration, set.metadata.generation ?? 0),
    ...(ready.length > 0 && { readyReplicas: ready.length }),
    replicas: members.length,
    updateRevision: update,
    ...(updatedReplicas > 0 && { updatedReplicas }),
  };
}

/** Writes the status if it says anything new. A conflict is met once with the live object, then left to the retry. */
export async function writeStatus(set: StatefulSet, status: StatefulSetStatus, { client }: Tools): Promise<void> {
  if (deepEqual(set.status, status)) return;
  try {
    await client.updateStatus(StatefulSet, { ...set, status });
  } catch (error) {
    if (!isConflict(error)) throw error;
    const live = await client.get(StatefulSet, set);
    await client.updateStatus(StatefulSet, { ...live, status });
  }
}

/** Milliseconds until the next ready Pod has been ready for minReadySeconds; undefined when none is waiting. */
export function availableInMs({ spec }: StatefulSet, pods: readonly Pod[], nowMs: number): number | undefined {
  const { minReadySeconds = 0 } = spec;
  if (minReadySeconds === 0) return undefined;
  const waits = pods.flatMap((pod) => {
    if (!isReady(pod) || isAvailable(pod, minReadySeconds, nowMs)) return [];
    return [timeMsOf(conditionOf(pod.status.conditions, 'Ready')?.lastTransitionTime) + minReadySeconds * 1000 - nowMs];
  });
  return waits.length === 0 ? undefined : Math.max(1, Math.min(...waits));
}
