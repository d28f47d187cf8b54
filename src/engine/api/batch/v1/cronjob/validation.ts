/** Checks of a CronJob (pkg/apis/batch/validation). */
import { type FieldError, invalidValue, notSupported, parseCron, required } from '../../../../meta/index.ts';
import type { CronJob, CronJobSpec } from '../../../generated/types.ts';
import { notNegative } from '../../../number-validation.ts';
import { wrongSelector } from '../../../selector-validation.ts';
import { validateJobSpec } from '../job/spec-validation.ts';

/** Jobs are called by the CronJob's name and the minute they were due: eleven characters more. */
const LONGEST_NAME = 52;
const POLICIES = ['Allow', 'Forbid', 'Replace'];

/** Checks the spec; on create also that names of Jobs can be made of its own. */
export function validateCronJob({ metadata, spec }: CronJob, old?: CronJob): readonly FieldError[] {
  if (spec === undefined) return validateSpec(NO_SPEC);
  if (old?.spec === spec) return [];
  const errors = validateSpec(spec, old?.spec);
  if (old !== undefined || (metadata.name?.length ?? 0) <= LONGEST_NAME) return errors;
  return [...errors, invalidValue('metadata.name', metadata.name, `must be no more than ${LONGEST_NAME} characters`)];
}

const NO_SPEC = { schedule: '', concurrencyPolicy: 'Allow' } as unknown as CronJobSpec;

function validateSpec(spec: CronJobSpec, old?: CronJobSpec): readonly FieldError[] {
  const { schedule = '', timeZone, concurrencyPolicy = '', jobTemplate } = spec;
  const errors: FieldError[] = [];
  if (schedule === '') errors.push(required('spec.schedule'));
  else errors.push(...validateSchedule(schedule, timeZone, old));
  errors.push(...notNegative(spec.startingDeadlineSeconds, 'spec.startingDeadlineSeconds'));
  if (timeZone !== undefined && timeZone !== old?.timeZone) errors.push(...validateTimeZone(timeZone));
  if (!POLICIES.includes(concurrencyPolicy)) {
    errors.push(notSupported('spec.concurrencyPolicy', concurrencyPolicy, POLICIES));
  }
  const { spec: job } = jobTemplate ?? {};
  const path = 'spec.jobTemplate.spec';
  if (job === undefined) errors.push(required(`${path}.template`));
  else {
    errors.push(...validateJobSpec(job, path));
    if (job.selector !== undefined) {
      errors.push(wrongSelector(`${path}.selector`, job.selector, '`selector` will be auto-generated'));
    }
    if (job.manualSelector === true) errors.push(notSupported(`${path}.manualSelector`, true, ['nil', 'false']));
  }
  return [
    ...errors,
    ...notNegative(spec.successfulJobsHistoryLimit, 'spec.successfulJobsHistoryLimit'),
    ...notNegative(spec.failedJobsHistoryLimit, 'spec.failedJobsHistoryLimit'),
  ];
}

/** A zone within the schedule was never meant to work: those who have one may keep it. */
function validateSchedule(schedule: string, timeZone: string | undefined, old?: CronJobSpec): readonly FieldError[] {
  const path = 'spec.schedule';
  const parsed = parseCron(schedule);
  const errors = 'error' in parsed ? [invalidValue(path, schedule, parsed.error)] : [];
  if (!schedule.includes('TZ')) return errors;
  if (old?.schedule.includes('TZ') !== true) {
    const detail = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
    errors.push(invalidValue(path, schedule, detail));
  } else if (timeZone !== undefined) {
    errors.push(invalidValue(path, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule'));
  }
  return errors;
}

function validateTimeZone(timeZone: string): readonly FieldError[] {
  const wrong = (detail: string): FieldError => invalidValue('spec.timeZone', timeZone, detail);
  if (timeZone === '') return [wrong('timeZone must be nil or non-empty string')];
  const unknown = wrong(`unknown time zone ${timeZone}`);
  const isPart = (part: string): boolean => /^[A-Za-z._\-0-9+]{1,14}$/.test(part) && !/^(-|\.$|\.\.$)/.test(part);
  if (!timeZone.split('/').every(isPart)) return [unknown];
  if (timeZone.toLowerCase() === 'local') {
    const detail = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
    return timeZone === 'Local' ? [wrong(detail)] : [wrong(detail), unknown];
  }
  return isTimeZone(timeZone) ? [] : [unknown];
}

/** Whether JavaScript's own table of time zones has it; names are files upstream, so their case counts. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
