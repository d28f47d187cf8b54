/** Which Pods a Job needs next: some go, or some come, never both in one pass. Does nothing itself. (upstream manageJob) */
import type { Job, Pod } from 'converge/sdk';
import type { Assessment } from './assess.ts';
import { backOffLeftMs, indexBackOffLeftMs } from './back-off.ts';
import { type Indexes, indexesIn } from './indexes.ts';
import { firstOutside, mergeIntervals } from './intervals.ts';
import { isTerminating, replacesOnlyFailed } from './job-pods.ts';
import { firstToGo, spareIndexed } from './order.ts';

export type PodPlan =
  | { readonly do: 'nothing' }
  | { readonly do: 'remove'; readonly pods: readonly Pod[] }
  /** `indexes`: one Pod for each of them, in an indexed Job. */
  | { readonly do: 'create'; readonly count: number; readonly indexes?: readonly number[] }
  | { readonly do: 'wait'; readonly afterMs: number };

/** At most so many creations or deletions in one pass: the others come next time. */
export const burstPods = 500;

const nothing: PodPlan = { do: 'nothing' };

export function planPods(assessment: Assessment, nowMs: number): PodPlan {
  const { job, active, terminating } = assessment;
  if (job.spec.suspend === true) return remove(spare(job, active, active.length));
  const wanted = wantedActive(assessment);
  const surplus = spare(job, active, Math.max(0, active.length - wanted)).slice(0, burstPods);
  if (surplus.length > 0) return remove(surplus);
  const gap = wanted - active.length - (replacesOnlyFailed(job) ? terminating : 0);
  return gap > 0 ? create(assessment, Math.min(gap, burstPods), nowMs) : nothing;
}

/** As many as may run at once, but no more than there are completions left. A work queue starts none after a success. */
function wantedActive({ job: { spec }, active, succeeded }: Assessment): number {
  const { parallelism = 1, completions } = spec;
  if (completions === undefined) return succeeded > 0 ? active.length : parallelism;
  return Math.max(0, Math.min(completions - succeeded, parallelism));
}

function spare({ spec }: Job, active: readonly Pod[], count: number): readonly Pod[] {
  if (spec.completionMode === 'Indexed') return spareIndexed(active, count, spec.completions ?? 0);
  return count < active.length ? firstToGo(active).slice(0, count) : active;
}

function remove(pods: readonly Pod[]): PodPlan {
  return pods.length === 0 ? nothing : { do: 'remove', pods };
}

function create(assessment: Assessment, gap: number, nowMs: number): PodPlan {
  const { job, backOff, indexes } = assessment;
  // With a limit for each index, each index has a back-off of its own.
  const leftMs = indexes?.failed === undefined ? backOffLeftMs(backOff, nowMs) : 0;
  if (leftMs > 0) return { do: 'wait', afterMs: leftMs };
  if (indexes === undefined) return { do: 'create', count: gap };
  const pending = firstOutside(takenIndexes(assessment, indexes), gap, job.spec.completions ?? 0);
  const waits = pending.map((index) => indexBackOffLeftMs(indexes.replaced.get(index), nowMs));
  const due = pending.filter((_, at) => waits[at] === 0);
  if (due.length > 0) return { do: 'create', count: due.length, indexes: due };
  return pending.length === 0 ? nothing : { do: 'wait', afterMs: Math.min(...waits) };
}

function takenIndexes({ job, active, pods }: Assessment, { succeeded, failed = [] }: Indexes) {
  const taken = mergeIntervals(mergeIntervals(succeeded, indexesIn(active)), failed);
  return replacesOnlyFailed(job) ? mergeIntervals(taken, indexesIn(pods.filter(isTerminating))) : taken;
}
