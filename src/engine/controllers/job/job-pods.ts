/** Questions about the Pods of a Job, and the marks they carry. */
import { hasEnded, type Job, type Pod, timeMsOf } from 'converge/sdk';

/** As long as a Pod has it, the Pod isn't counted: it can't vanish before it is. */
export const trackingFinalizer = 'batch.kubernetes.io/job-tracking';
/** Annotation and label: which of an indexed Job's Pods it is. */
export const indexMark = 'batch.kubernetes.io/job-completion-index';
/** Annotation: how many Pods of its index failed before it. */
export const failureCountMark = 'batch.kubernetes.io/job-index-failure-count';
/** Annotation: how many Pods of its index failed before it in a way that the policy ignores. */
export const ignoredCountMark = 'batch.kubernetes.io/job-index-ignored-failure-count';

const mostOfInt32 = 2 ** 31 - 1;

/** Its end hasn't been counted yet, or the controller hasn't seen yet that it has. */
export function isTracked({ metadata }: Pod): boolean {
  return metadata.finalizers?.includes(trackingFinalizer) === true;
}

/** Runs one Pod an index. */
export function isIndexed({ spec }: Job): boolean {
  return spec.completionMode === 'Indexed';
}

/** A deleted Pod is replaced only once it has ended. (upstream onlyReplaceFailedPods) */
export function replacesOnlyFailed({ spec }: Job): boolean {
  return spec.podReplacementPolicy === 'Failed' || spec.podFailurePolicy !== undefined;
}

/** Being deleted, and not ended yet. (upstream controller_utils.go IsPodTerminating) */
export function isTerminating(pod: Pod): boolean {
  return !hasEnded(pod) && pod.metadata.deletionTimestamp !== undefined;
}

/** It has failed, or will never have the chance to say so. */
export function isFailed(pod: Pod, job: Job): boolean {
  if (pod.status.phase === 'Failed') return true;
  if (replacesOnlyFailed(job)) return false;
  return pod.metadata.deletionTimestamp !== undefined && pod.status.phase !== 'Succeeded';
}

/** Its completion index; undefined when it has none that can be read. */
export function indexOf({ metadata }: Pod): number | undefined {
  const text = metadata.annotations?.[indexMark];
  return text !== undefined && /^\+?[0-9]+$/.test(text) ? Number(text) : undefined;
}

/** Its completion index, when the Job has such an index. */
export function validIndexOf(pod: Pod, { spec }: Job): number | undefined {
  const index = indexOf(pod);
  return index !== undefined && index < (spec.completions ?? 0) ? index : undefined;
}

/** What an annotation counts; 0 when it can't be read, which a user may have seen to. */
export function markedCount({ metadata }: Pod, mark: string): number {
  const text = metadata.annotations?.[mark] ?? '';
  const count = /^\+?[0-9]+$/.test(text) ? Number(text) : 0;
  return count > mostOfInt32 ? 0 : count;
}

/** How many Pods of its index ended before it, one way or the other. */
export function absoluteFailures(pod: Pod): number {
  return markedCount(pod, failureCountMark) + markedCount(pod, ignoredCountMark);
}

/**
 * When it ended: with its last container; else when it stopped being ready; else when it was to be gone; else when it was made.
 * (upstream backoff_utils.go getFinishedTime)
 */
export function finishedAtMs(pod: Pod): number {
  const { metadata, status } = pod;
  const containersMs = containersFinishedAtMs(pod);
  if (containersMs !== undefined) return containersMs;
  const ready = status.conditions?.find(({ type }) => type === 'Ready');
  if (ready?.status === 'False' && ready.lastTransitionTime !== undefined) return timeMsOf(ready.lastTransitionTime);
  if (metadata.deletionTimestamp !== undefined) {
    return timeMsOf(metadata.deletionTimestamp) - (metadata.deletionGracePeriodSeconds ?? 0) * 1000;
  }
  return timeMsOf(metadata.creationTimestamp);
}

/** Sidecars end after the others, so they count; other init containers have ended long before. Undefined while one runs. */
function containersFinishedAtMs({ spec, status }: Pod): number | undefined {
  const sidecars = new Set(
    spec.initContainers?.filter((each) => each.restartPolicy === 'Always').map(({ name }) => name),
  );
  const all = [
    ...(status.containerStatuses ?? []),
    ...(status.initContainerStatuses ?? []).filter(({ name }) => sidecars.has(name)),
  ];
  let latest: number | undefined;
  for (const { state } of all) {
    const finishedAt = state?.terminated?.finishedAt;
    if (finishedAt === undefined) return undefined;
    latest = Math.max(latest ?? 0, timeMsOf(finishedAt));
  }
  return latest;
}
