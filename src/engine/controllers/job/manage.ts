/** Carries out what a Job's assessment asks for, and says what is left running. */
import { keyOf, type Tools } from 'converge/sdk';
import type { Assessment } from './assess.ts';
import { type End, success } from './conditions.ts';
import { planPods } from './plan.ts';
import { createPods, removePods } from './pod-control.ts';

export interface Managed {
  readonly active: number;
  readonly ready: number;
  readonly terminating: number;
  /** The first refusal. */
  readonly error?: Error | undefined;
  /** Milliseconds until the back-off is over. */
  readonly waitMs?: number;
  readonly end: End | undefined;
  /** The number of Pods was seen to, so that it can be said whether the Job is suspended. */
  readonly isSeenTo: boolean;
}

/** `settled`: what this controller has created and deleted is in the cache. */
export async function manage(assessment: Assessment, settled: boolean, tools: Tools): Promise<Managed> {
  if (assessment.end !== undefined) return removeActive(assessment, assessment.end, settled, tools);
  const { job } = assessment;
  const isSeenTo = settled && job.metadata.deletionTimestamp === undefined;
  const managed = isSeenTo ? await adjust(assessment, tools) : unchanged(assessment);
  return { ...managed, isSeenTo, end: isComplete(assessment, managed.active) ? reached : undefined };
}

const reached = success('CompletionsReached', 'Reached expected number of succeeded pods');

type Counts = Omit<Managed, 'end' | 'isSeenTo'>;

function unchanged({ active, ready, terminating }: Assessment): Counts {
  return { active: active.length, ready, terminating };
}

/** The Job is about to end: what still runs is deleted, and counted before it goes. */
async function removeActive(assessment: Assessment, end: End, settled: boolean, tools: Tools): Promise<Managed> {
  const { job, active } = assessment;
  const { removed, ready, error } = await removePods(job, active, false, tools);
  return {
    ...afterRemoval(assessment, removed.length, ready),
    error,
    // Not said as long as Pods may be missing from the cache, or couldn't be deleted.
    end: settled && removed.length === active.length ? end : undefined,
    isSeenTo: false,
  };
}

function afterRemoval(assessment: Assessment, removed: number, removedReady: number): Counts {
  const { active, ready, terminating } = assessment;
  return { active: active.length - removed, ready: ready - removedReady, terminating: terminating + removed };
}

async function adjust(assessment: Assessment, tools: Tools): Promise<Counts> {
  const { job } = assessment;
  const key = keyOf(job);
  const plan = planPods(assessment, tools.now());
  switch (plan.do) {
    case 'nothing':
      return unchanged(assessment);
    case 'wait':
      return { ...unchanged(assessment), waitMs: plan.afterMs };
    case 'remove': {
      tools.expect.deletions(key, plan.pods);
      const { removed, ready, error } = await removePods(job, plan.pods, true, tools);
      const gone = new Set(removed);
      const failed = plan.pods.filter((pod) => !gone.has(pod));
      tools.expect.deletionsFailed(key, failed);
      return { ...afterRemoval(assessment, removed.length, ready), error };
    }
    case 'create': {
      const { created, error } = await createPods(job, plan, assessment.indexes, tools);
      const counts = unchanged(assessment);
      return { ...counts, active: counts.active + created, error };
    }
  }
}

/** A work queue is done after one success when no Pod is left; else as many must have succeeded as are wanted. */
function isComplete({ job, succeeded }: Assessment, active: number): boolean {
  const { completions } = job.spec;
  return active === 0 && (completions === undefined ? succeeded > 0 : succeeded >= completions);
}
