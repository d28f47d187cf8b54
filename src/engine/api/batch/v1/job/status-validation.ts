/** Checks of a Job's status: it has ended once only, and in one way. */
import { type FieldError, goTime, invalidValue, isTrue, required, timeMsOf } from '../../../../meta/index.ts';
import type { Job, JobStatus } from '../../../generated/types.ts';
import { notNegative } from '../../../number-validation.ts';
import { parseIndexes } from './indexes.ts';

const conditions = (detail: string): FieldError => ({ type: 'Invalid', field: 'status.conditions', detail });

/** As Go prints a time. */
function wrongTime(time: string, detail: string): FieldError {
  return { type: 'Invalid', field: 'status.completionTime', shown: goTime(time), detail };
}

/** Called when the status differs from the old one. */
export function validateJobStatus(job: Job, old: Job): readonly FieldError[] {
  const { status } = job;
  return [
    ...(['active', 'succeeded', 'failed', 'ready', 'terminating'] as const).flatMap((name) =>
      notNegative(status[name], `status.${name}`),
    ),
    ...validateEnd(status),
    ...validateTimes(status),
    ...validatePodsOfEnded(status),
    ...validateIndexes(job),
    ...validateChange(job, old),
  ];
}

function validateEnd({ conditions: all }: JobStatus): readonly FieldError[] {
  const is = (type: string): boolean => isTrue(all, type);
  const rules: readonly (readonly [boolean, string])[] = [
    [is('Complete') && is('Failed'), 'cannot set Complete=True and Failed=true conditions'],
    [is('Complete') && is('FailureTarget'), 'cannot set Complete=True and FailureTarget=true conditions'],
    [is('Failed') && !is('FailureTarget'), 'cannot set Failed=True condition without the FailureTarget=true condition'],
    [
      is('Complete') && !is('SuccessCriteriaMet'),
      'cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
    ],
    [is('SuccessCriteriaMet') && is('Failed'), 'cannot set SuccessCriteriaMet=True and Failed=true conditions'],
    [
      is('SuccessCriteriaMet') && is('FailureTarget'),
      'cannot set SuccessCriteriaMet=True and FailureTarget=true conditions',
    ],
  ];
  return rules.filter(([broken]) => broken).map(([, detail]) => conditions(detail));
}

function validateTimes({ conditions: all, startTime, completionTime }: JobStatus): readonly FieldError[] {
  const complete = isTrue(all, 'Complete');
  const errors: FieldError[] = [];
  const path = 'status.completionTime';
  if (completionTime !== undefined && !complete) {
    const detail = 'cannot set completionTime when there is no Complete=True condition';
    errors.push(wrongTime(completionTime, detail));
  }
  if (completionTime === undefined && complete) {
    errors.push(required(path, 'completionTime is required for Complete jobs'));
  }
  if (startTime !== undefined && completionTime !== undefined && timeMsOf(completionTime) < timeMsOf(startTime)) {
    const detail = 'completionTime cannot be set before startTime';
    errors.push(wrongTime(completionTime, detail));
  }
  if (startTime === undefined && (complete || isTrue(all, 'Failed'))) {
    errors.push(required('status.startTime', 'startTime is required for finished job'));
  }
  return errors;
}

function validatePodsOfEnded(status: JobStatus): readonly FieldError[] {
  const { active = 0, terminating = 0, ready } = status;
  const ended = isTrue(status.conditions, 'Complete') || isTrue(status.conditions, 'Failed');
  const errors: FieldError[] = [];
  if (ended && active > 0) errors.push(invalidValue('status.active', active, 'active>0 is invalid for finished job'));
  if (ended && terminating > 0) {
    errors.push(invalidValue('status.terminating', terminating, 'terminating>0 is invalid for finished job'));
  }
  if (ready !== undefined && ready > active)
    errors.push(invalidValue('status.ready', ready, 'cannot set more ready pods than active'));
  return errors;
}

function validateIndexes({ spec, status }: Job): readonly FieldError[] {
  const { completions, completionMode, backoffLimitPerIndex } = spec;
  const { completedIndexes = '', failedIndexes } = status;
  const errors: FieldError[] = [];
  const check = (field: string, text: string): void => {
    const parsed = parseIndexes(text, completions ?? 0);
    if (completions === undefined || !('error' in parsed)) return;
    errors.push(invalidValue(`status.${field}`, text, `error parsing ${field}: ${parsed.error}`));
  };
  check('completedIndexes', completedIndexes);
  if (failedIndexes !== undefined && backoffLimitPerIndex !== undefined) check('failedIndexes', failedIndexes);
  if (completedIndexes !== '' && completionMode !== 'Indexed') {
    const detail = 'cannot set non-empty completedIndexes when non-indexed completion mode';
    errors.push(invalidValue('status.completedIndexes', completedIndexes, detail));
  }
  if (failedIndexes !== undefined && backoffLimitPerIndex === undefined) {
    const detail = 'cannot set non-null failedIndexes when backoffLimitPerIndex is null';
    errors.push(invalidValue('status.failedIndexes', failedIndexes, detail));
  }
  return errors;
}

function validateChange({ spec, status }: Job, { status: old }: Job): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const type of ['Failed', 'Complete', 'FailureTarget', 'SuccessCriteriaMet']) {
    if (!isTrue(old.conditions, type) || isTrue(status.conditions, type)) continue;
    const terminal = type === 'SuccessCriteriaMet' ? '' : 'terminal ';
    errors.push(conditions(`cannot disable the ${terminal}${type}=True condition`));
  }
  for (const counter of ['failed', 'succeeded'] as const) {
    const count = status[counter] ?? 0;
    if (count >= (old[counter] ?? 0)) continue;
    // An indexed Job may be made smaller.
    if (counter === 'succeeded' && spec.completionMode === 'Indexed' && spec.completions === spec.parallelism) continue;
    errors.push(invalidValue(`status.${counter}`, count, `cannot decrease the ${counter} counter`));
  }
  const { completionTime, startTime } = status;
  if (completionTime !== undefined && old.completionTime !== undefined && completionTime !== old.completionTime) {
    const detail = 'completionTime cannot be mutated';
    errors.push(wrongTime(completionTime, detail));
  }
  // One that is resumed starts anew (kubernetes pull request 134769, also in 1.32).
  const isResumed = isTrue(old.conditions, 'Suspended');
  if (old.startTime !== undefined && old.startTime !== startTime && spec.suspend !== true && !isResumed) {
    errors.push(required('status.startTime', 'startTime cannot be removed for unsuspended job'));
  }
  return errors;
}
