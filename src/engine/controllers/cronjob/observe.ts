/** Brings a CronJob's status up to what its Jobs say. */
import { CronJob, type CronJobStatus, isNotFound, Job, timeMsOf, type Tools } from 'converge/sdk';
import { beyondHistory, endOf } from './jobs.ts';

/** One pass over a CronJob. */
export interface Run {
  /** The cache's, or the live one where the cache is old. */
  readonly cronJob: CronJob;
  readonly status: CronJobStatus;
}

/** The status without this Job among those that run. */
export function withoutActive(status: CronJobStatus, uid: string): CronJobStatus {
  const { active = [], ...others } = status;
  const left = active.filter((each) => each.uid !== uid);
  return left.length === 0 ? others : { ...others, active: left };
}

function isActive({ active = [] }: CronJobStatus, uid: string): boolean {
  return active.some((each) => each.uid === uid);
}

/** Deletes a Job. Undefined when that is refused. */
export async function deleteJob(run: Run, job: Job, { client, events }: Tools): Promise<Run | undefined> {
  try {
    await client.delete(Job, job, { propagationPolicy: 'Background' });
  } catch (error) {
    events.warning(run.cronJob, 'FailedDelete', `Deleted job: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
  events.normal(run.cronJob, 'SuccessfulDelete', `Deleted job ${job.metadata.name}`);
  return { ...run, status: withoutActive(run.status, job.metadata.uid) };
}

/** Deletes the Jobs that are beyond the history's limits. */
export async function trimHistory(run: Run, jobs: readonly Job[], tools: Tools): Promise<Run> {
  let next = run;
  for (const job of beyondHistory(run.cronJob, jobs)) {
    // Those that are on their way out go without another request.
    if (job.metadata.deletionTimestamp === undefined) next = (await deleteJob(next, job, tools)) ?? next;
  }
  return next;
}

/** Notes which Jobs run, which have ended, and which are missing. Rejects when a live object can't be read. */
export async function observe(run: Run, jobs: readonly Job[], tools: Tools): Promise<Run> {
  let next = run;
  for (const job of jobs) next = endOf(job) === undefined ? await observeRunning(next, job, tools) : observeEnded(next, job, tools);
  return dropMissing(next, jobs, tools);
}

/** A Job that runs and that the status doesn't name: the cache may be old, or somebody else made it. */
async function observeRunning(run: Run, job: Job, { client, events }: Tools): Promise<Run> {
  const { uid, name } = job.metadata;
  if (isActive(run.status, uid)) return run;
  const live = await client.get(CronJob, run.cronJob);
  if (isActive(live.status, uid)) return { cronJob: live, status: live.status };
  events.warning(run.cronJob, 'UnexpectedJob', `Saw a job that the controller did not create or forgot: ${name}`);
  return run;
}

function observeEnded(run: Run, job: Job, { events }: Tools): Run {
  const { uid, name } = job.metadata;
  let { status } = run;
  if (isActive(status, uid)) {
    status = withoutActive(status, uid);
    events.normal(run.cronJob, 'SawCompletedJob', `Saw completed job: ${name}, condition: ${endOf(job)}`);
  }
  const { completionTime } = job.status;
  const { lastSuccessfulTime } = status;
  if (endOf(job) !== 'Complete' || completionTime === undefined) return { ...run, status };
  const isLater = lastSuccessfulTime === undefined || timeMsOf(completionTime) > timeMsOf(lastSuccessfulTime);
  return { ...run, status: isLater ? { ...status, lastSuccessfulTime: completionTime } : status };
}

/** Strikes out Jobs that the status names and that are gone: else a CronJob could wait for them for ever. */
async function dropMissing(run: Run, jobs: readonly Job[], { client, events }: Tools): Promise<Run> {
  let { status } = run;
  for (const { uid = '', name = '', namespace = '' } of run.status.active ?? []) {
    if (jobs.some(({ metadata }) => metadata.uid === uid)) continue;
    try {
      // The cache may not have it yet.
      await client.get(Job, { name, namespace });
    } catch (error) {
      if (!isNotFound(error)) throw error;
      events.normal(run.cronJob, 'MissingJob', `Active job went missing: ${name}`);
      status = withoutActive(status, uid);
    }
  }
  return { ...run, status };
}
