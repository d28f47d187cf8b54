/** Writes a Job's status and takes the finalizers of counted Pods away, in the order that loses and doubles nothing. */
import { deepEqual, formatTime, Job, type JobStatus, keyOf, type Pod, type Tools } from 'converge/sdk';
import type { Assessment } from './assess.ts';
import { type End, ensureCondition, newCondition, terminalType } from './conditions.ts';
import { isTracked } from './job-pods.ts';
import type { Managed } from './manage.ts';
import type { JobMemory } from './memory.ts';
import { firstError, releasePod } from './pod-control.ts';
import { strikeOut, tally, trimmed } from './tally.ts';

/** Rejects when a write is refused: the next pass goes on from what is stored then. */
export async function track(
  stored: Job,
  assessment: Assessment,
  managed: Managed,
  memory: JobMemory,
  tools: Tools,
): Promise<void> {
  const key = keyOf(stored);
  const { end, active, ready, terminating } = managed;
  const counted = memory.counted(key, assessment.pods);
  const { job } = assessment;
  const suspension = managed.isSeenTo && end === undefined ? suspensionOf(job, tools) : {};
  const { status, release, isPartial } = tally(assessment, end, counted);
  const counts = { active, ready, terminating };
  const first = trimmed({ ...status, ...suspension, ...counts });
  const named = await write(stored, announced(first, end, tools.now()), memory, tools);
  memory.setBackOff(key, assessment.backOff);

  const left = await releaseAll(key, release, memory, tools);
  const tracked = assessment.pods.filter(
    (pod) => isTracked(pod) && !counted.has(pod.metadata.uid) && !left.gone.has(pod),
  );
  const summed = strikeOut(named.status, new Set(tracked.map(({ metadata }) => metadata.uid)));
  if (left.error !== undefined) {
    await write(named, trimmed(summed), memory, tools);
    throw left.error;
  }
  const ended = !isPartial && end !== undefined ? endedStatus(summed, end, tools.now()) : undefined;
  await write(named, trimmed(ended ?? summed), memory, tools);
  if (ended !== undefined && end !== undefined) recordEnd(job, ended, end, tools);
}

/** Says that the Job has been suspended, or resumed, when that is new. */
function suspensionOf({ spec, status, ...job }: Job, { events, now }: Tools): Partial<JobStatus> {
  const before = status.conditions ?? [];
  const isSuspended = spec.suspend === true;
  const condition = isSuspended
    ? newCondition('Suspended', 'True', 'JobSuspended', 'Job suspended', now())
    : newCondition('Suspended', 'False', 'JobResumed', 'Job resumed', now());
  const conditions = ensureCondition(before, condition);
  if (conditions === before) return {};
  events.normal({ ...job, spec, status } as Job, isSuspended ? 'Suspended' : 'Resumed', condition.message ?? '');
  // activeDeadlineSeconds are those in which it is active without a break.
  return isSuspended ? { conditions } : { conditions, startTime: formatTime(now()) };
}

/** With the condition that says how the Job will end, before the Pods that prove it lose their finalizers. */
function announced(status: JobStatus, end: End | undefined, nowMs: number): JobStatus {
  if (end === undefined) return status;
  const conditions = status.conditions ?? [];
  if (conditions.some(({ type, status: value }) => type === end.type && value === 'True')) return status;
  return { ...status, conditions: [...conditions, newCondition(end.type, 'True', end.reason, end.message, nowMs)] };
}

/** The last status of a Job; undefined while a Pod is being terminated or not counted. (upstream enactJobFinished) */
function endedStatus(status: JobStatus, end: End, nowMs: number): JobStatus | undefined {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  if (succeeded.length + failed.length > 0 || (status.terminating ?? 0) > 0) return undefined;
  const condition = newCondition(terminalType(end), 'True', end.reason, end.message, nowMs);
  const conditions = ensureCondition(status.conditions ?? [], condition);
  return condition.type === 'Complete'
    ? { ...status, conditions, completionTime: formatTime(nowMs) }
    : { ...status, conditions };
}

function recordEnd(job: Job, { succeeded = 0 }: JobStatus, end: End, { events }: Tools): void {
  if (terminalType(end) === 'Failed') {
    events.warning(job, end.reason, end.message);
    return;
  }
  if (succeeded > (job.spec.completions ?? succeeded)) {
    const message = 'Too many succeeded pods running after completion count reached';
    events.warning(job, 'TooManySucceededPods', message);
  }
  events.normal(job, 'Completed', 'Job completed');
}

async function releaseAll(key: string, pods: readonly Pod[], memory: JobMemory, tools: Tools) {
  const results = await Promise.allSettled(pods.map((pod) => releasePod(pod, tools)));
  const gone = new Set(pods.filter((_, index) => results[index]?.status === 'fulfilled'));
  memory.setCounted(
    key,
    [...gone].map(({ metadata }) => metadata.uid),
  );
  return { gone, error: firstError(results) };
}

/** Writes the status if it says anything new. Returns the Job as the server has it. */
async function write(job: Job, status: JobStatus, memory: JobMemory, { client }: Tools): Promise<Job> {
  if (deepEqual(job.status, status)) return job;
  const written = await client.updateStatus(Job, { ...job, status });
  memory.setWritten(keyOf(job), written);
  return written;
}
