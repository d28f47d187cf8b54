/** What a ReplicaSet says about itself. (upstream replica_set_utils.go) */
import {
  conditionOf,
  deepEqual,
  formatTime,
  isAvailable,
  isConflict,
  isReady,
  labelSelectorMatcher,
  type Pod,
  ReplicaSet,
  type ReplicaSetCondition,
  type ReplicaSetStatus,
  type Tools,
  timeMsOf,
} from 'converge/sdk';

/** The status that these active pods make. `failure`: what stopped the last attempt to close the gap. */
export function statusOf(
  replicaSet: ReplicaSet,
  pods: readonly Pod[],
  nowMs: number,
  failure: Error | undefined,
): ReplicaSetStatus {
  const { minReadySeconds = 0, template } = replicaSet.spec;
  const hasTemplateLabels = labelSelectorMatcher({ matchLabels: template.metadata?.labels ?? {} });
  let fullyLabeledReplicas = 0;
  let readyReplicas = 0;
  let availableReplicas = 0;
  for (const pod of pods) {
    if (hasTemplateLabels(pod.metadata.labels)) fullyLabeledReplicas += 1;
    if (!isReady(pod)) continue;
    readyReplicas += 1;
    if (minReadySeconds === 0 || isAvailable(pod, minReadySeconds, nowMs)) availableReplicas += 1;
  }
  const conditions = conditionsOf(replicaSet, pods, nowMs, failure);
  return {
    replicas: pods.length,
    ...(fullyLabeledReplicas === 0 ? {} : { fullyLabeledReplicas }),
    ...(readyReplicas === 0 ? {} : { readyReplicas }),
    ...(availableReplicas === 0 ? {} : { availableReplicas }),
    observedGeneration: replicaSet.metadata.generation ?? 0,
    ...(conditions.length === 0 ? {} : { conditions }),
  };
}

/** ReplicaFailure comes with a failure and goes with the next success. */
function conditionsOf(
  { spec, status }: ReplicaSet,
  pods: readonly Pod[],
  nowMs: number,
  failure: Error | undefined,
): readonly ReplicaSetCondition[] {
  const others = (status.conditions ?? []).filter(({ type }) => type !== 'ReplicaFailure');
  if (failure === undefined) return others;
  const present = conditionOf(status.conditions, 'ReplicaFailure');
  if (present !== undefined) return status.conditions ?? [];
  const reason = (spec.replicas ?? 1) > pods.length ? 'FailedCreate' : 'FailedDelete';
  const lastTransitionTime = formatTime(nowMs);
  return [...others, { type: 'ReplicaFailure', status: 'True', lastTransitionTime, reason, message: failure.message }];
}

/** Writes the status if it says anything new. A conflict is met once with the live object, then left to the retry. */
export async function writeStatus(replicaSet: ReplicaSet, status: ReplicaSetStatus, { client }: Tools): Promise<void> {
  if (deepEqual(replicaSet.status, status)) return;
  try {
    await client.updateStatus(ReplicaSet, { ...replicaSet, status });
  } catch (error) {
    if (!isConflict(error)) throw error;
    const live = await client.get(ReplicaSet, replicaSet);
    await client.updateStatus(ReplicaSet, { ...live, status });
  }
}

/** Milliseconds until the next ready pod has been ready for minReadySeconds; undefined when none is waiting. */
export function availableInMs({ spec }: ReplicaSet, pods: readonly Pod[], nowMs: number): number | undefined {
  const { minReadySeconds = 0 } = spec;
  if (minReadySeconds === 0) return undefined;
  let soonest: number | undefined;
  for (const pod of pods) {
    if (!isReady(pod) || isAvailable(pod, minReadySeconds, nowMs)) continue;
    const readyAt = timeMsOf(conditionOf(pod.status.conditions, 'Ready')?.lastTransitionTime);
    const waitMs = readyAt + minReadySeconds * 1000 - nowMs;
    if (soonest === undefined || waitMs < soonest) soonest = waitMs;
  }
  return soonest;
}
