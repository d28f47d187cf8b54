/** What a Job's Pods say about it: how many count as what, and whether it is about to end. Reads only. (upstream syncJob) */
import { formatTime, isActive, isReady, isTrue, type Job, type Pod, timeMsOf } from 'converge/sdk';
import { type BackOff, nextBackOff } from './back-off.ts';
import { decidedEnd, type End, failure, success } from './conditions.ts';
import { judge } from './failure-policy.ts';
import { type Indexes, indexesOf } from './indexes.ts';
import { countIndexes } from './intervals.ts';
import { isFailed, isIndexed, isTerminating, isTracked, validIndexOf } from './job-pods.ts';
import { metRule } from './success-policy.ts';

/** What is known before the Pods are looked at. */
export interface Known {
  readonly nowMs: number;
  readonly backOff: BackOff;
  /** Uids of Pods that have been counted; the cache may still show them with their finalizer. */
  readonly counted: ReadonlySet<string>;
}

export interface Assessment {
  /** Since when it runs is noted. */
  readonly job: Job;
  readonly pods: readonly Pod[];
  readonly active: readonly Pod[];
  readonly ready: number;
  readonly terminating: number;
  /** Ended well so far, those included that the status doesn't count yet. */
  readonly succeeded: number;
  readonly backOff: BackOff;
  /** Of an indexed Job. */
  readonly indexes: Indexes | undefined;
  readonly end: End | undefined;
  /** Milliseconds until activeDeadlineSeconds are over. */
  readonly deadlineInMs: number | undefined;
}

export function assess(stored: Job, pods: readonly Pod[], known: Known): Assessment {
  const job = started(stored, known.nowMs);
  const active = pods.filter(isActive);
  const { succeeded: newlySucceeded, failed: newlyFailed } = newlyEnded(job, pods, known);
  const { uncountedTerminatedPods: uncounted } = job.status;
  const indexes = isIndexed(job) ? indexesOf(job, pods, active, known.counted) : undefined;
  const counted = newlyFailed.filter((pod) => judge(job.spec.podFailurePolicy, pod).counted);
  const failed = (job.status.failed ?? 0) + counted.length + (uncounted?.failed?.length ?? 0);
  const seen = (job.status.succeeded ?? 0) + newlySucceeded.length + (uncounted?.succeeded?.length ?? 0);
  const succeeded = indexes === undefined ? seen : countIndexes(indexes.succeeded);
  const end = decidedEnd(job) ?? endOf(job, pods, failed, known.nowMs) ?? indexes?.end ?? enough(job, indexes);
  return {
    job,
    pods,
    active,
    ready: active.filter(isReady).length,
    terminating: pods.filter(isTerminating).length,
    succeeded,
    backOff: nextBackOff(known.backOff, newlySucceeded, newlyFailed),
    indexes,
    end,
    deadlineInMs: end === undefined ? deadlineInMs(job, known.nowMs) : undefined,
  };
}

/** The time of its start is that of the first pass in which it isn't suspended. */
function started(job: Job, nowMs: number): Job {
  if (job.status.startTime !== undefined || job.spec.suspend === true) return job;
  return { ...job, status: { ...job.status, startTime: formatTime(nowMs) } };
}

/** Pods that have ended and that the status doesn't know of yet. (upstream getNewFinishedPods) */
function newlyEnded(job: Job, pods: readonly Pod[], { counted }: Known) {
  const { succeeded: knownGood = [], failed: knownBad = [] } = job.status.uncountedTerminatedPods ?? {};
  const fresh = pods.filter((pod) => {
    if (!isTracked(pod) || counted.has(pod.metadata.uid)) return false;
    return !isIndexed(job) || validIndexOf(pod, job) !== undefined;
  });
  return {
    succeeded: fresh.filter(
      ({ status, metadata }) => status.phase === 'Succeeded' && !knownGood.includes(metadata.uid),
    ),
    failed: fresh.filter((pod) => isFailed(pod, job) && !knownBad.includes(pod.metadata.uid)),
  };
}

/** Reasons to fail, in upstream's order: the policy, the back-off limit, the deadline. */
function endOf(job: Job, pods: readonly Pod[], failed: number, nowMs: number): End | undefined {
  const { backoffLimit = 6, podFailurePolicy } = job.spec;
  for (const pod of podFailurePolicy === undefined ? [] : pods) {
    const message = isFailed(pod, job) ? judge(podFailurePolicy, pod).message : undefined;
    if (message !== undefined) return failure('PodFailurePolicy', message);
  }
  if (failed > backoffLimit || pastLimitOnFailure(job, pods)) {
    return failure('BackoffLimitExceeded', 'Job has reached the specified backoff limit');
  }
  const leftMs = deadlineInMs(job, nowMs);
  if (leftMs === undefined || leftMs > 0) return undefined;
  return failure('DeadlineExceeded', 'Job was active longer than specified deadline');
}

/** Containers that the kubelet restarts in place count by their restarts. */
function pastLimitOnFailure({ spec }: Job, pods: readonly Pod[]): boolean {
  if (spec.template.spec.restartPolicy !== 'OnFailure') return false;
  const { backoffLimit = 6 } = spec;
  let restarts = 0;
  for (const { status } of pods) {
    if (status.phase !== 'Running' && status.phase !== 'Pending') continue;
    for (const each of [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])]) {
      restarts += each.restartCount;
    }
  }
  return backoffLimit === 0 ? restarts > 0 : restarts >= backoffLimit;
}

function deadlineInMs({ spec, status }: Job, nowMs: number): number | undefined {
  const { activeDeadlineSeconds, suspend } = spec;
  if (activeDeadlineSeconds === undefined || status.startTime === undefined) return undefined;
  // The time of its start is set anew when it is resumed.
  if (suspend === true || isTrue(status.conditions, 'Suspended')) return undefined;
  return activeDeadlineSeconds * 1000 - (nowMs - timeMsOf(status.startTime));
}

function enough({ spec }: Job, indexes: Indexes | undefined): End | undefined {
  const message = indexes && metRule(spec.successPolicy, spec.completions ?? 0, indexes.succeeded);
  return message === undefined ? undefined : success('SuccessPolicy', message);
}
