/**
 * Counting each ended Pod once, over crashes. A Pod is first named in the status, then loses its finalizer, and is then added to the counters
 * while its name is struck out. Wherever a process dies, the next one goes on from what the status and the finalizers say. Reads only.
 * (upstream trackJobStatusAndRemoveFinalizers)
 */
import type { Job, JobStatus, Pod } from 'converge/sdk';
import type { Assessment } from './assess.ts';
import type { End } from './conditions.ts';
import { judge } from './failure-policy.ts';
import { countIndexes, formatIntervals, hasIndex, intervalsOf, mergeIntervals } from './intervals.ts';
import { isFailed, isIndexed, isTracked, validIndexOf } from './job-pods.ts';

/** So many names at most, which keeps the status below 20 KB. The others are counted in the next pass. */
export const mostUncounted = 500;

export interface Tally {
  readonly status: JobStatus;
  /** Pods to take the finalizer from, once the status is stored. */
  readonly release: readonly Pod[];
  /** Pods that are left to be counted: the Job hasn't ended. */
  readonly isPartial: boolean;
}

interface Uncounted {
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
}

/** `counted`: Pods that lost their finalizer, though the cache may show it. `end`: how the Job is about to end. */
export function tally(assessment: Assessment, end: End | undefined, counted: ReadonlySet<string>): Tally {
  const { job } = assessment;
  const tracked = assessment.pods.filter((pod) => isTracked(pod) && !counted.has(pod.metadata.uid));
  const status = strikeOut(job.status, new Set(tracked.map(({ metadata }) => metadata.uid)));
  const { succeeded: knownGood = [], failed: knownBad = [] } = job.status.uncountedTerminatedPods ?? {};
  const succeeded = [...(status.uncountedTerminatedPods?.succeeded ?? [])];
  const failed = [...(status.uncountedTerminatedPods?.failed ?? [])];
  const indexes: number[] = [];
  const release: Pod[] = [];
  let isPartial = false;
  for (const pod of isIndexed(job) ? byIndex(tracked, job) : tracked) {
    if (!mayRelease(pod, assessment, end)) continue;
    release.push(pod);
    const { uid } = pod.metadata;
    switch (outcomeOf(pod, assessment, end, knownBad)) {
      case 'index':
        indexes.push(validIndexOf(pod, job) ?? 0);
        break;
      case 'succeeded':
        if (!knownGood.includes(uid)) succeeded.push(uid);
        break;
      case 'failed':
        failed.push(uid);
        break;
      case 'none':
    }
    isPartial = indexes.length + succeeded.length + failed.length >= mostUncounted;
    if (isPartial) break;
  }
  return {
    status: withIndexes({ ...status, uncountedTerminatedPods: named({ succeeded, failed }) }, assessment, indexes),
    release,
    isPartial,
  };
}

function byIndex(pods: readonly Pod[], job: Job): readonly Pod[] {
  return [...pods].sort((a, b) => (validIndexOf(a, job) ?? -1) - (validIndexOf(b, job) ?? -1));
}

/** Whether nothing more is to be learned from this Pod. (upstream canRemoveFinalizer) */
function mayRelease(pod: Pod, { job, indexes }: Assessment, end: End | undefined): boolean {
  if (job.metadata.deletionTimestamp !== undefined || end !== undefined || pod.status.phase === 'Succeeded')
    return true;
  if (!isFailed(pod, job)) return false;
  const index = validIndexOf(pod, job);
  return index === undefined || indexes?.replaced.get(index)?.metadata.uid !== pod.metadata.uid;
}

/** What it counts as, when it hasn't been named yet. */
function outcomeOf(
  pod: Pod,
  { job, indexes }: Assessment,
  end: End | undefined,
  knownBad: readonly string[],
): 'index' | 'succeeded' | 'failed' | 'none' {
  if (knownBad.includes(pod.metadata.uid)) return 'none';
  const index = validIndexOf(pod, job);
  if (pod.status.phase === 'Succeeded') {
    if (indexes === undefined) return 'succeeded';
    // The index itself keeps the Pod from being counted twice.
    return index === undefined || hasIndex(indexes.known, index) ? 'none' : 'index';
  }
  // Of a Job that has failed, what still ran has failed as well.
  if (!isFailed(pod, job) && end?.type !== 'FailureTarget') return 'none';
  if (indexes !== undefined && index === undefined) return 'none';
  return judge(job.spec.podFailurePolicy, pod).counted ? 'failed' : 'none';
}

/** Moves the Pods that are named and have lost their finalizer into the counters. (upstream cleanUncountedPodsWithoutFinalizers) */
export function strikeOut(status: JobStatus, tracked: ReadonlySet<string>): JobStatus {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  const left = {
    succeeded: succeeded.filter((uid) => tracked.has(uid)),
    failed: failed.filter((uid) => tracked.has(uid)),
  };
  return {
    ...status,
    succeeded: (status.succeeded ?? 0) + succeeded.length - left.succeeded.length,
    failed: (status.failed ?? 0) + failed.length - left.failed.length,
    uncountedTerminatedPods: named(left),
  };
}

function named({ succeeded, failed }: Uncounted): NonNullable<JobStatus['uncountedTerminatedPods']> {
  return {
    ...(failed.length === 0 ? {} : { failed }),
    ...(succeeded.length === 0 ? {} : { succeeded }),
  };
}

function withIndexes(status: JobStatus, { indexes }: Assessment, fresh: readonly number[]): JobStatus {
  if (indexes === undefined) return status;
  const all = mergeIntervals(indexes.succeeded, intervalsOf(fresh));
  const { failedIndexes: _, ...others } = status;
  return {
    ...others,
    succeeded: countIndexes(all),
    completedIndexes: formatIntervals(all),
    ...(indexes.failed === undefined ? {} : { failedIndexes: formatIntervals(indexes.failed) }),
  };
}

/** As the server stores it: counters that are 0 and texts that are empty are left out, as upstream's types have it. */
export function trimmed(status: JobStatus): JobStatus {
  const { active = 0, succeeded = 0, failed = 0, completedIndexes = '', ...others } = status;
  return {
    ...others,
    ...(active === 0 ? {} : { active }),
    ...(succeeded === 0 ? {} : { succeeded }),
    ...(failed === 0 ? {} : { failed }),
    ...(completedIndexes === '' ? {} : { completedIndexes }),
  };
}
