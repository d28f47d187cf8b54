import { conditionOf, isAvailable, isReady, type Pod, timeMsOf } from 'converge/sdk';

/** Milliseconds until the next of the ready Pods has been ready for so long; undefined when none is waiting. */
export function availableInMs(pods: readonly Pod[], minReadySeconds: number, nowMs: number): number | undefined {
  if (minReadySeconds === 0) return undefined;
  const waits = pods.flatMap((pod) => {
    if (!isReady(pod) || isAvailable(pod, minReadySeconds, nowMs)) return [];
    return [timeMsOf(conditionOf(pod.status.conditions, 'Ready')?.lastTransitionTime) + minReadySeconds * 1000 - nowMs];
  });
  return waits.length === 0 ? undefined : Math.max(1, Math.min(...waits));
}
