/** Rules for Jobs. */
import type { Job, JobStatus } from '../../api/index.ts';
import { validateJob } from '../../api/batch/v1/job/validation.ts';
import { duplicate, type FieldError, invalidValue, isTrue, shownList } from '../../meta/index.ts';
import { checkTemplate } from './pod/index.ts';

const mostBytesOfIndexes = 64 * 1024;

export function checkJob(job: Job, old: Job | undefined, errors: FieldError[]): void {
  const { spec, status } = job;
  errors.push(...validateJob(job, old));
  if (spec !== undefined && spec !== old?.spec) {
    checkTemplate(spec.template, 'spec.template', errors);
    for (const [index, { succeededIndexes = '' }] of (spec.successPolicy?.rules ?? []).entries()) {
      if (succeededIndexes.length <= mostBytesOfIndexes) continue;
      const field = `spec.successPolicy.rules[${index}].succeededIndexes`;
      errors.push({ type: 'TooLong', field, detail: `may not be more than ${mostBytesOfIndexes} bytes` });
    }
  }
  if (old !== undefined && status !== old.status) checkStatus(job, errors);
}

function checkStatus({ spec, status }: Job, errors: FieldError[]): void {
  checkUncounted(status, errors);
  const { completedIndexes = '', failedIndexes = '', conditions } = status;
  const common = spec.completions === undefined ? undefined : firstCommon(intervals(completedIndexes), intervals(failedIndexes));
  if (common !== undefined) {
    errors.push(invalidValue('status.failedIndexes', failedIndexes, `failedIndexes and completedIndexes overlap at index: ${common}`));
  }
  if (spec.successPolicy === undefined || isTrue(conditions, 'SuccessCriteriaMet') || !isTrue(conditions, 'Complete')) return;
  const detail = 'cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True';
  errors.push({ type: 'Invalid', field: 'status.conditions', detail });
}

/** A Pod is counted once, whichever way it ended. */
function checkUncounted({ uncountedTerminatedPods = {}, conditions }: JobStatus, errors: FieldError[]): void {
  const { succeeded = [], failed = [] } = uncountedTerminatedPods;
  if (succeeded.length + failed.length > 0 && (isTrue(conditions, 'Complete') || isTrue(conditions, 'Failed'))) {
    const uids = (list: readonly string[]): string => shownList(list, 'types.UID');
    const shown = `batch.UncountedTerminatedPods{Succeeded:${uids(succeeded)}, Failed:${uids(failed)}}`;
    const detail = 'uncountedTerminatedPods needs to be empty for finished job';
    errors.push({ ...invalidValue('status.uncountedTerminatedPods', null, detail), shown });
  }
  const seen = new Set<string>();
  for (const list of ['succeeded', 'failed'] as const) {
    for (const [index, uid] of (uncountedTerminatedPods[list] ?? []).entries()) {
      const at = `status.uncountedTerminatedPods.${list}[${index}]`;
      if (uid === '') errors.push(invalidValue(at, uid, 'must not be empty'));
      else if (seen.has(uid)) errors.push(duplicate(at, uid));
      seen.add(uid);
    }
  }
}

type Interval = readonly [number, number];

/** Of `0,2-4`. What can't be read is passed over: another rule names it. */
function intervals(text: string): readonly Interval[] {
  return [...text.matchAll(/(?<![^,])(\d+)(?:-(\d+))?(?![^,])/g)].map(([, from, to]) => [Number(from), Number(to ?? from)]);
}

/** The first index that is in both, of which both grow. */
function firstCommon(one: readonly Interval[], other: readonly Interval[]): number | undefined {
  let place = 0;
  for (const [from, to] of one) {
    while ((other[place]?.[1] ?? Number.POSITIVE_INFINITY) < from) place += 1;
    const start = other[place]?.[0];
    if (start !== undefined && start <= to) return Math.max(from, start);
  }
  return undefined;
}
