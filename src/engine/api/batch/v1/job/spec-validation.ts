/** Checks of what Jobs and the templates of CronJobs have in common. */
import { type FieldError, invalidValue, notSupported, required } from '../../../../meta/index.ts';
import { validateTemplate } from '../../../core/v1/pod/validation.ts';
import type { JobSpec } from '../../../generated/types.ts';
import { notNegative } from '../../../number-validation.ts';
import { validateManagedBy } from '../managed-by.ts';
import { validatePodFailurePolicy, validateSuccessPolicy } from './policy-validation.ts';

const MOST_INDEXED = 100_000;
const MOST_WITH_MANY = 10_000;

const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const;

/** `path` is `spec`, or `spec.jobTemplate.spec`. Without the selector. */
export function validateJobSpec(spec: JobSpec, path: string): readonly FieldError[] {
  const { completionMode, maxFailedIndexes, backoffLimitPerIndex, template } = spec;
  const errors: FieldError[] = COUNTS.flatMap((name) => notNegative(spec[name], `${path}.${name}`));
  if (maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined) {
    errors.push(required(`${path}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified'));
  }
  if (spec.managedBy !== undefined) errors.push(...validateManagedBy(spec.managedBy, `${path}.managedBy`));
  if (completionMode !== undefined && completionMode !== 'NonIndexed' && completionMode !== 'Indexed') {
    errors.push(notSupported(`${path}.completionMode`, completionMode, ['NonIndexed', 'Indexed']));
  }
  if (completionMode === 'Indexed') errors.push(...validateIndexed(spec, path));
  else if (completionMode === undefined || completionMode === 'NonIndexed') {
    for (const field of ['backoffLimitPerIndex', 'maxFailedIndexes'] as const) {
      const value = spec[field];
      if (value !== undefined) errors.push(invalidValue(`${path}.${field}`, value, 'requires indexed completion mode'));
    }
  }
  errors.push(...validatePodFailurePolicy(spec, path), ...validateSuccessPolicy(spec, path));
  errors.push(...validateReplacement(spec, path));
  errors.push(...(template === undefined ? [required(`${path}.template.spec.containers`)] : validateTemplate(template, `${path}.template`)));
  return [...errors, ...validateRestartPolicy(spec, path)];
}

function validateIndexed(spec: JobSpec, path: string): readonly FieldError[] {
  const { completions, parallelism, maxFailedIndexes } = spec;
  const errors: FieldError[] = [];
  const most = (field: 'parallelism' | 'maxFailedIndexes', limit: number, when: string): void => {
    const value = spec[field];
    if (value === undefined || value <= limit) return;
    errors.push(invalidValue(`${path}.${field}`, value, `must be less than or equal to ${limit}${when}`));
  };
  if (completions === undefined) errors.push(required(`${path}.completions`, 'when completion mode is Indexed'));
  most('parallelism', MOST_INDEXED, ' when completion mode is Indexed');
  if (completions !== undefined && maxFailedIndexes !== undefined && maxFailedIndexes > completions) {
    const detail = 'must be less than or equal to completions';
    errors.push(invalidValue(`${path}.maxFailedIndexes`, maxFailedIndexes, detail));
  }
  most('maxFailedIndexes', MOST_INDEXED, '');
  if ((completions ?? 0) <= MOST_INDEXED || spec.backoffLimitPerIndex === undefined) return errors;
  if (maxFailedIndexes === undefined) {
    errors.push(required(`${path}.maxFailedIndexes`, `must be specified when completions is above ${MOST_INDEXED}`));
  }
  const when = ` when completions are above ${MOST_INDEXED} and used with backoff limit per index`;
  if (parallelism !== undefined) most('parallelism', MOST_WITH_MANY, when);
  most('maxFailedIndexes', MOST_WITH_MANY, when);
  return errors;
}

function validateReplacement({ podReplacementPolicy, podFailurePolicy }: JobSpec, path: string): readonly FieldError[] {
  if (podReplacementPolicy === undefined) return [];
  const supported = podFailurePolicy === undefined ? ['Failed', 'TerminatingOrFailed'] : ['Failed'];
  if (supported.includes(podReplacementPolicy)) return [];
  return [notSupported(`${path}.podReplacementPolicy`, podReplacementPolicy, supported)];
}

/** Pods get Always by default, so it can't have been chosen. */
function validateRestartPolicy({ template, podFailurePolicy }: JobSpec, path: string): readonly FieldError[] {
  const at = `${path}.template.spec.restartPolicy`;
  const policy = template?.spec?.restartPolicy ?? '';
  if (policy === 'Always' || policy === '') return [required(at, 'valid values: "OnFailure", "Never"')];
  if (policy !== 'OnFailure' && policy !== 'Never') return [notSupported(at, policy, ['OnFailure', 'Never'])];
  if (podFailurePolicy === undefined || policy === 'Never') return [];
  return [invalidValue(at, policy, 'only "Never" is supported when podFailurePolicy is specified')];
}
