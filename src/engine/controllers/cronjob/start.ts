/** Starts the Job that is due, if its CronJob lets it. (upstream cronjob_controllerv2.go syncCronJob) */
import {
  type CronError,
  type CronSchedule,
  formatTime,
  isAlreadyExists,
  isControlledBy,
  isNamespaceTerminating,
  Job,
  parseSchedule,
  type Tools,
} from 'converge/sdk';
import { newestDue, nextDueInMs } from './due.ts';
import { jobDraft, jobName, referenceTo } from './jobs.ts';
import { deleteJob, type Run } from './observe.ts';

export interface Started {
  readonly run: Run;
  /** Milliseconds until the next time of the schedule. Absent: nothing is to be awaited. */
  readonly afterMs?: number;
  /** What was refused; the status is written all the same. */
  readonly error?: unknown;
}

/** `rescheduled`: the schedule has just been changed, so that times before now are those of another. */
export async function start(run: Run, rescheduled: boolean, tools: Tools): Promise<Started> {
  const { metadata, spec } = run.cronJob;
  if (metadata.deletionTimestamp !== undefined) return { run };
  const schedule = parseSchedule(spec.schedule, spec.timeZone);
  if ('error' in schedule && schedule.field === 'timeZone') return refuse(run, schedule, tools);
  if (spec.suspend === true) return { run };
  warnOfZone(run, tools);
  if ('error' in schedule) return refuse(run, schedule, tools);
  return rescheduled ? wait(run, schedule, tools) : startDue(run, schedule, tools);
}

function refuse(run: Run, { error, field }: CronError, { events }: Tools): Started {
  const { schedule, timeZone = '' } = run.cronJob.spec;
  if (field === 'timeZone') events.warning(run.cronJob, 'UnknownTimeZone', `invalid timeZone: ${JSON.stringify(timeZone)}: ${error}`);
  else events.warning(run.cronJob, 'UnparseableSchedule', `unparseable schedule: ${JSON.stringify(schedule)} : ${error}`);
  return { run };
}

function warnOfZone({ cronJob }: Run, { events }: Tools): void {
  const { schedule } = cronJob.spec;
  if (!schedule.includes('TZ')) return;
  const page = 'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#time-zones';
  const message = `CRON_TZ or TZ used in schedule ${JSON.stringify(schedule)} is not officially supported, see ${page} for more details`;
  events.warning(cronJob, 'UnsupportedSchedule', message);
}

/** Until the next time, from what the status says now. */
function wait(run: Run, schedule: CronSchedule, { now }: Tools): Started {
  const afterMs = nextDueInMs({ ...run.cronJob, status: run.status }, schedule, now());
  return afterMs === undefined ? { run } : { run, afterMs };
}

async function startDue(run: Run, schedule: CronSchedule, tools: Tools): Promise<Started> {
  const { events, now } = tools;
  const { cronJob, status } = run;
  const { schedule: text, startingDeadlineSeconds: deadline, concurrencyPolicy } = cronJob.spec;
  const due = newestDue({ ...cronJob, status }, schedule, now(), true);
  if (due === 'never') {
    events.warning(cronJob, 'InvalidSchedule', `invalid schedule: ${text} : time difference between two schedules is less than 1 second`);
    return { run };
  }
  const { dueMs, missed } = due;
  if (dueMs === undefined) return wait(run, schedule, tools);
  if (missed === 'many') {
    const advice = 'Set or decrease .spec.startingDeadlineSeconds or check clock skew';
    events.warning(cronJob, 'TooManyMissedTimes', `too many missed start times. ${advice}`);
  }
  if (deadline !== undefined && dueMs + deadline * 1000 < now()) {
    const time = new Date(dueMs).toUTCString().replace('GMT', '+0000');
    events.warning(cronJob, 'MissSchedule', `Missed scheduled time to start a job: ${time}`);
    return wait(run, schedule, tools);
  }
  if (isStarted(run, dueMs)) return wait(run, schedule, tools);
  if (concurrencyPolicy === 'Forbid' && (status.active?.length ?? 0) > 0) {
    const message = 'Not starting job because prior execution is running and concurrency policy is Forbid';
    events.normal(cronJob, 'JobAlreadyActive', message);
    return wait(run, schedule, tools);
  }
  if (concurrencyPolicy !== 'Replace') return createJob(run, schedule, dueMs, tools);
  const replaced = await deleteActive(run, tools);
  return replaced.error === undefined ? createJob(replaced.run, schedule, dueMs, tools) : replaced;
}

function isStarted({ cronJob, status }: Run, dueMs: number): boolean {
  const name = jobName(cronJob, dueMs);
  return status.lastScheduleTime === formatTime(dueMs) || (status.active?.some((each) => each.name === name) ?? false);
}

/** Before a new Job takes its place. */
async function deleteActive(run: Run, tools: Tools): Promise<Started> {
  let next = run;
  for (const { name = '', namespace = '' } of run.status.active ?? []) {
    let job: Job;
    try {
      job = await tools.client.get(Job, { name, namespace });
    } catch (error) {
      tools.events.warning(run.cronJob, 'FailedGet', `Get job: ${error instanceof Error ? error.message : String(error)}`);
      return { run: next, error };
    }
    const left = await deleteJob(next, job, tools);
    if (left === undefined) return { run: next, error: new Error(`could not replace job ${namespace}/${name}`) };
    next = left;
  }
  return { run: next };
}

async function createJob(run: Run, schedule: CronSchedule, dueMs: number, tools: Tools): Promise<Started> {
  const { client, events } = tools;
  const { cronJob, status } = run;
  const draft = jobDraft(cronJob, schedule, dueMs);
  let job: Job;
  try {
    job = await client.create(Job, draft);
    events.normal(cronJob, 'SuccessfulCreate', `Created job ${job.metadata.name}`);
  } catch (error) {
    if (isNamespaceTerminating(error)) return { run, error };
    if (!isAlreadyExists(error)) {
      events.warning(cronJob, 'FailedCreate', `Error creating job: ${error instanceof Error ? error.message : String(error)}`);
      return { run, error };
    }
    // It was made before, and the status couldn't be written: that is done now. Unless it is somebody else's.
    job = await client.get(Job, { name: jobName(cronJob, dueMs), namespace: cronJob.metadata.namespace ?? '' });
    const { uid } = job.metadata;
    if (!isControlledBy(job, cronJob) || status.active?.some((each) => each.uid === uid) === true) return { run };
  }
  const active = [...(status.active ?? []), referenceTo(job)];
  return wait({ cronJob, status: { ...status, active, lastScheduleTime: formatTime(dueMs) } }, schedule, tools);
}
