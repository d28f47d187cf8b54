/** The Jobs of a CronJob: how one is made, and which of the old ones go. */
import {
  type CronJob,
  type CronJobStatus,
  type CronSchedule,
  type Draft,
  isTrue,
  type Job,
  ownerReferenceFor,
  timeMsOf,
} from 'converge/sdk';

const scheduledMark = 'batch.kubernetes.io/cronjob-scheduled-timestamp';

/** A Job is named after the minute it was due: whoever makes it a second time is refused. */
export function jobName({ metadata }: CronJob, dueMs: number): string {
  return `${metadata.name}-${Math.floor(dueMs / 60_000)}`;
}

/** The Job of one time, as the template says. */
export function jobDraft(cronJob: CronJob, schedule: CronSchedule, dueMs: number): Draft<Job> {
  const { metadata, spec } = cronJob.spec.jobTemplate;
  const { namespace = '' } = cronJob.metadata;
  return {
    metadata: {
      name: jobName(cronJob, dueMs),
      namespace,
      labels: { ...metadata?.labels },
      annotations: { ...metadata?.annotations, [scheduledMark]: schedule.format(dueMs) },
      ownerReferences: [ownerReferenceFor(cronJob)],
    },
    spec,
  };
}

/** How a Job ended; undefined when it hasn't. */
export function endOf({ status }: Job): 'Complete' | 'Failed' | undefined {
  const ended = status.conditions?.find(({ type }) => (type === 'Complete' || type === 'Failed') && isTrue(status.conditions, type));
  return ended === undefined ? undefined : ended.type === 'Complete' ? 'Complete' : 'Failed';
}

type Reference = NonNullable<CronJobStatus['active']>[number];

/** As the status names a Job that runs. */
export function referenceTo({ metadata }: Job): Reference {
  const { namespace = '', name, uid, resourceVersion } = metadata;
  return { kind: 'Job', namespace, name, uid, apiVersion: 'batch/v1', resourceVersion };
}

/** Jobs beyond the history's limits, oldest first: those that succeeded, then those that failed. */
export function beyondHistory({ spec }: CronJob, jobs: readonly Job[]): readonly Job[] {
  const { successfulJobsHistoryLimit, failedJobsHistoryLimit } = spec;
  return [
    ...oldest(jobs.filter((job) => endOf(job) === 'Complete'), successfulJobsHistoryLimit),
    ...oldest(jobs.filter((job) => endOf(job) === 'Failed'), failedJobsHistoryLimit),
  ];
}

function oldest(jobs: readonly Job[], kept: number | undefined): readonly Job[] {
  return kept === undefined ? [] : [...jobs].sort(byStart).slice(0, Math.max(0, jobs.length - kept));
}

/** Those that haven't started come last; the name decides between equals. */
function byStart(a: Job, b: Job): number {
  const [one, other] = [startMs(a), startMs(b)];
  if (one !== other) return one < other ? -1 : 1;
  return a.metadata.name < b.metadata.name ? -1 : 1;
}

function startMs({ status }: Job): number {
  return status.startTime === undefined ? Number.POSITIVE_INFINITY : timeMsOf(status.startTime);
}
