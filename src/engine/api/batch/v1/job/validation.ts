/** Checks of a Job (pkg/apis/batch/validation). */
import {
  checkDnsLabel,
  deepEqual,
  type FieldError,
  invalidValue,
  labelSelectorMatcher,
  required,
  shownMap,
} from '../../../../meta/index.ts';
import type { Job, JobSpec, PodTemplateSpec } from '../../../generated/types.ts';
import { immutable } from '../../../number-validation.ts';
import { isSelector, validateTemplateSelector, wrongSelector } from '../../../selector-validation.ts';
import { CONTROLLER_UID_LABEL, JOB_NAME_LABEL } from './labels.ts';
import { validateJobSpec } from './spec-validation.ts';
import { validateJobStatus } from './status-validation.ts';

/** Checks a Job; with `old` also what may change in it, and its status. */
export function validateJob(job: Job, old?: Job): readonly FieldError[] {
  const { spec, status } = job;
  if (spec === undefined) return [required('spec.selector'), required('spec.template')];
  const errors: FieldError[] = [];
  if (old?.spec !== spec) {
    errors.push(...validateGeneratedSelector(job), ...validateJobSpec(spec, 'spec'), ...validateOwnSelector(spec));
    errors.push(...validateHostname(job));
    if (old !== undefined) errors.push(...validateUpdate(spec, old));
  }
  if (old !== undefined && status !== old.status) errors.push(...validateJobStatus(job, old));
  return errors;
}

/** Pods of a Job that chooses them by its uid must carry it, or those of another owner would be taken. */
function validateGeneratedSelector({ metadata, spec }: Job): readonly FieldError[] {
  if (spec.manualSelector === true || spec.selector === undefined || spec.template === undefined) return [];
  const { uid, name } = metadata;
  const labels = spec.template.metadata?.labels ?? {};
  const expected = {
    'controller-uid': uid,
    'job-name': name,
    [CONTROLLER_UID_LABEL]: uid,
    [JOB_NAME_LABEL]: name,
  };
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(expected)) {
    const path = `spec.template.metadata.labels[${key}]`;
    if (labels[key] === undefined) errors.push(required(path, `must be '${value}'`));
    else if (labels[key] !== value) errors.push({ ...invalidValue(path, null, `must be '${value}'`), shown: shownMap(labels) });
  }
  if (isSelector(spec.selector) && !labelSelectorMatcher(spec.selector)(expected)) {
    errors.push(wrongSelector('spec.selector', spec.selector, '`selector` not auto-generated'));
  }
  return errors;
}

function validateOwnSelector({ selector, template }: JobSpec): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (selector === undefined) errors.push(required('spec.selector'));
  validateTemplateSelector(selector, template?.metadata?.labels, { kind: undefined, unreadable: undefined }, errors);
  return errors;
}

/** Pods of an indexed Job are called by their number. */
function validateHostname({ metadata: { name }, spec }: Job): readonly FieldError[] {
  const { completionMode, completions = 0 } = spec;
  if (completionMode !== 'Indexed' || completions <= 0) return [];
  const last = `${name}-${completions - 1}`;
  if (checkDnsLabel(last).length === 0) return [];
  const detail = `will not able to create pod with invalid DNS label: ${last}`;
  return [invalidValue('metadata.name', name, detail)];
}

function validateUpdate(spec: JobSpec, old: Job): readonly FieldError[] {
  const before = old.spec;
  const fixed = ['completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'] as const;
  const template = mayBeScheduledAnew(old) ? withScheduling(before.template, spec.template) : before.template;
  return [
    ...validateCompletions(spec, before),
    ...(deepEqual(spec.selector, before.selector) ? [] : [wrongSelector('spec.selector', spec.selector, 'field is immutable')]),
    ...immutable(spec.template, template, 'spec.template'),
    ...fixed.flatMap((field) => immutable(spec[field], before[field], `spec.${field}`)),
  ];
}

/** An indexed Job may grow or shrink, with as many pods at a time. */
function validateCompletions(spec: JobSpec, old: JobSpec): readonly FieldError[] {
  const path = 'spec.completions';
  if (spec.completionMode !== 'Indexed') return immutable(spec.completions, old.completions, path);
  if (spec.completions === old.completions || spec.completions === undefined) return [];
  if (spec.completions === spec.parallelism) return [];
  return [invalidValue(path, spec.completions, 'can only be modified in tandem with spec.parallelism')];
}

/** Queues set where a suspended Job's pods may go before they let it run. */
function mayBeScheduledAnew({ spec, status }: Job): boolean {
  return spec.suspend === true && status.startTime === undefined;
}

function withScheduling(old: PodTemplateSpec, wanted: PodTemplateSpec | undefined): PodTemplateSpec {
  if (wanted?.spec === undefined) return old;
  const { nodeSelector, tolerations, schedulingGates } = wanted.spec;
  const { nodeSelector: _n, tolerations: _t, schedulingGates: _g, affinity: oldAffinity, ...spec } = old.spec;
  const { labels, annotations } = wanted.metadata ?? {};
  const { labels: _l, annotations: _a, ...metadata } = old.metadata ?? {};
  const { nodeAffinity: _na, ...others } = oldAffinity ?? {};
  const nodeAffinity = wanted.spec.affinity?.nodeAffinity;
  const affinity = { ...others, ...(nodeAffinity && { nodeAffinity }) };
  const hasAffinity = wanted.spec.affinity !== undefined || Object.keys(affinity).length > 0;
  const meta = { ...metadata, ...(labels && { labels }), ...(annotations && { annotations }) };
  return {
    ...(old.metadata === undefined && deepEqual(meta, {}) ? {} : { metadata: meta }),
    spec: {
      ...spec,
      ...(nodeSelector && { nodeSelector }),
      ...(tolerations && { tolerations }),
      ...(schedulingGates && { schedulingGates }),
      ...(hasAffinity && { affinity }),
    },
  };
}
