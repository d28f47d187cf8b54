/** How far the indexes of an indexed Job are. (upstream indexed_job_utils.go) */
import type { Job, Pod } from 'converge/sdk';
import { type End, failure } from './conditions.ts';
import { judge } from './failure-policy.ts';
import { countIndexes, hasIndex, type Intervals, intervalsOf, mergeIntervals, parseIntervals } from './intervals.ts';
import {
  absoluteFailures,
  failureCountMark,
  finishedAtMs,
  indexOf,
  isFailed,
  isTracked,
  markedCount,
  validIndexOf,
} from './job-pods.ts';

export interface Indexes {
  /** Of these the status says already that they succeeded. */
  readonly known: Intervals;
  /** Those included that a Pod has just completed. */
  readonly succeeded: Intervals;
  /** Given up. Undefined when there is no limit per index. */
  readonly failed: Intervals | undefined;
  /**
   * The failed Pod of each index that waits for a replacement. It keeps its finalizer until then, because the replacement takes over how
   * often the index has failed.
   */
  readonly replaced: ReadonlyMap<number, Pod>;
  /** Too many indexes have failed, or all that are left. */
  readonly end: End | undefined;
}

export function indexesOf(
  job: Job,
  pods: readonly Pod[],
  active: readonly Pod[],
  counted: ReadonlySet<string>,
): Indexes {
  const { completions = 0, backoffLimitPerIndex: limit } = job.spec;
  const known = parseIntervals(job.status.completedIndexes ?? '', completions);
  const done = pods.filter((pod) => pod.status.phase === 'Succeeded' && isTracked(pod));
  const succeeded = mergeIntervals(known, validIndexes(done, job));
  if (limit === undefined) return { known, succeeded, failed: undefined, replaced: new Map(), end: undefined };
  const lost = pods.filter((pod) => isTracked(pod) && losesIndex(pod, job, limit));
  const failed = mergeIntervals(parseIntervals(job.status.failedIndexes ?? '', completions), validIndexes(lost, job));
  const settled = mergeIntervals(mergeIntervals(succeeded, failed), indexesIn(active));
  const waiting = pods.filter((pod) => isTracked(pod) && !counted.has(pod.metadata.uid) && isFailed(pod, job));
  return {
    known,
    succeeded,
    failed,
    replaced: lastOfEach(waiting, job, settled),
    end: endOfIndexes(job, failed, succeeded),
  };
}

/** The indexes that these Pods have, as far as they can be read. */
export function indexesIn(pods: readonly Pod[]): Intervals {
  return intervalsOf(pods.map(indexOf).filter((index) => index !== undefined));
}

function validIndexes(pods: readonly Pod[], job: Job): Intervals {
  return intervalsOf(pods.map((pod) => validIndexOf(pod, job)).filter((index) => index !== undefined));
}

/** With this Pod its index has failed for good. */
function losesIndex(pod: Pod, job: Job, limit: number): boolean {
  if (!isFailed(pod, job)) return false;
  const { action, counted } = judge(job.spec.podFailurePolicy, pod);
  if (action === 'FailIndex') return true;
  return counted && markedCount(pod, failureCountMark) >= limit;
}

/** Of each index that isn't settled the Pod that failed last. */
function lastOfEach(failed: readonly Pod[], job: Job, settled: Intervals): ReadonlyMap<number, Pod> {
  const last = new Map<number, Pod>();
  for (const pod of failed) {
    const index = validIndexOf(pod, job);
    if (index === undefined || hasIndex(settled, index)) continue;
    const other = last.get(index);
    const isLater =
      other === undefined ||
      (absoluteFailures(other) <= absoluteFailures(pod) && finishedAtMs(pod) >= finishedAtMs(other));
    if (isLater) last.set(index, pod);
  }
  return last;
}

function endOfIndexes({ spec }: Job, failed: Intervals, succeeded: Intervals): End | undefined {
  const { maxFailedIndexes, completions = 0 } = spec;
  const lost = countIndexes(failed);
  if (maxFailedIndexes !== undefined && lost > maxFailedIndexes) {
    const message = 'Job has exceeded the specified maximal number of failed indexes';
    return failure('MaxFailedIndexesExceeded', message);
  }
  if (lost === 0 || lost + countIndexes(succeeded) < completions) return undefined;
  return failure('FailedIndexes', 'Job has failed indexes');
}
