import { ageOf } from '../../../../meta/index.ts';
import { defaultTemplate } from '../../../core/v1/pod/defaults.ts';
import { ageColumn, countColumn, defineKind, textColumn } from '../../../define.ts';
import type { CronJob as CronJobObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { wideJobColumns } from '../wide-columns.ts';

export type CronJob = CronJobObject;

/** Makes a Job whenever its schedule says so. */
export const CronJob: KindDefinition<CronJob> = defineKind<CronJob>({
  group: 'batch',
  version: 'v1',
  kind: 'CronJob',
  plural: 'cronjobs',
  namespaced: true,
  shortNames: ['cj'],
  categories: ['all'],
  subresources: { status: true },
  rules: {
    generation: 'spec',
    default: setDefaults,
    prepareForCreate: (cronJob) => ({ ...cronJob, status: {} }),
  },
  columns: [
    textColumn('Schedule', 'When a Job is made.', ({ spec }) => spec.schedule),
    textColumn('Timezone', 'Where the schedule is read.', ({ spec }) => spec.timeZone ?? '<none>'),
    textColumn('Suspend', 'Whether it waits.', ({ spec: { suspend } }) => {
      return suspend === undefined ? '<unset>' : suspend ? 'True' : 'False';
    }),
    countColumn('Active', 'Jobs of it that run.', ({ status }) => status.active?.length ?? 0),
    textColumn('Last Schedule', 'How long ago it last made a Job.', ({ status: { lastScheduleTime } }, nowMs) => {
      return lastScheduleTime === undefined ? '<none>' : ageOf(lastScheduleTime, nowMs);
    }),
    ageColumn,
    ...wideJobColumns<CronJob>(({ spec }) => spec.jobTemplate.spec),
  ],
});

const DEFAULTS = {
  concurrencyPolicy: 'Allow',
  suspend: false,
  successfulJobsHistoryLimit: 3,
  failedJobsHistoryLimit: 1,
};

/** Of the Job's own spec only the pods get defaults: the Job will get the rest when it is made. */
function setDefaults(cronJob: CronJob): CronJob {
  const { spec, status } = cronJob;
  if (spec === undefined) return cronJob;
  const given = spec.jobTemplate?.spec?.template;
  const template = given === undefined ? undefined : defaultTemplate(given);
  const filled = { ...DEFAULTS, ...spec };
  if (filled.concurrencyPolicy === '') filled.concurrencyPolicy = 'Allow';
  if (template !== undefined && template !== given) {
    filled.jobTemplate = { ...spec.jobTemplate, spec: { ...spec.jobTemplate.spec, template } };
  }
  const isComplete = Object.keys(filled).length === Object.keys(spec).length && template === given;
  if (isComplete && status !== undefined) return cronJob;
  return { ...cronJob, spec: isComplete ? spec : filled, status: status ?? {} };
}
