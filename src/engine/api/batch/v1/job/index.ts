import { humanDuration, isTrue, timeMsOf } from '../../../../meta/index.ts';
import { defaultTemplate } from '../../../core/v1/pod/defaults.ts';
import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type { Job as JobObject, JobSpec } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { wideJobColumns } from '../wide-columns.ts';
import { CONTROLLER_UID_LABEL, JOB_NAME_LABEL } from './labels.ts';

export type Job = JobObject;

/** Pods that are to end well, so and so often. */
export const Job: KindDefinition<Job> = defineKind<Job>({
  group: 'batch',
  version: 'v1',
  kind: 'Job',
  plural: 'jobs',
  namespaced: true,
  categories: ['all'],
  subresources: { status: true },
  rules: {
    generation: 'spec',
    // As old clients expect of batch/v1: they clean up themselves.
    propagationPolicy: 'Orphan',
    default: setDefaults,
    prepareForCreate: (job) => withOwnSelector({ ...job, status: {} }),
  },
  selectable: { 'status.successful': ({ status }) => String(status.succeeded ?? 0) },
  columns: [
    textColumn('Status', 'Whether it runs, or how it ended.', state),
    textColumn('Completions', 'Pods that ended well, of those wanted.', completions),
    textColumn('Duration', 'How long it took, or has taken.', duration),
    ageColumn,
    ...wideJobColumns<Job>(({ spec }) => spec),
  ],
});

const DEFAULTS = { parallelism: 1, completionMode: 'NonIndexed', suspend: false, manualSelector: false };
const MAX_INT32 = 2 ** 31 - 1;

function setDefaults(job: Job): Job {
  const { spec, status, metadata } = job;
  if (spec === undefined) return job;
  const template = spec.template === undefined ? undefined : defaultTemplate(spec.template);
  const { podFailurePolicy } = spec;
  const filled: JobSpec = {
    ...(spec.completions === undefined && spec.parallelism === undefined ? { completions: 1 } : {}),
    ...DEFAULTS,
    backoffLimit: spec.backoffLimitPerIndex === undefined ? 6 : MAX_INT32,
    podReplacementPolicy: podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed',
    ...spec,
    ...(template ? { template } : {}),
    ...(podFailurePolicy ? { podFailurePolicy: defaultConditions(podFailurePolicy) } : {}),
  };
  const labels = metadata.labels ?? spec.template?.metadata?.labels;
  const isComplete =
    Object.keys(filled).length === Object.keys(spec).length &&
    template === spec.template &&
    podFailurePolicy === undefined &&
    labels === metadata.labels;
  if (isComplete && status !== undefined) return job;
  const named = labels === metadata.labels ? metadata : { ...metadata, ...(labels && { labels }) };
  return { ...job, metadata: named, spec: isComplete ? spec : filled, status: status ?? {} };
}

type FailurePolicy = NonNullable<JobSpec['podFailurePolicy']>;

function defaultConditions(policy: FailurePolicy): FailurePolicy {
  const rules = (policy.rules ?? []).map((rule) => {
    const { onPodConditions } = rule;
    if (onPodConditions === undefined) return rule;
    return { ...rule, onPodConditions: onPodConditions.map((each) => ({ ...each, status: each.status || 'True' })) };
  });
  return { ...policy, rules };
}

/** Its pods are distinguished from all others by its uid, unless the client takes care of that (registry/batch/job/strategy.go). */
function withOwnSelector(job: Job): Job {
  const { metadata, spec } = job;
  if (spec?.template === undefined || spec.manualSelector === true) return job;
  const { uid, name } = metadata;
  const given = spec.template.metadata?.labels;
  const labels = {
    'job-name': name,
    [JOB_NAME_LABEL]: name,
    'controller-uid': uid,
    [CONTROLLER_UID_LABEL]: uid,
    ...given,
  };
  const matchLabels = { [CONTROLLER_UID_LABEL]: uid, ...spec.selector?.matchLabels };
  // Labels of a Job that has none are those of its template, which the server reads anew each time.
  const ownLabels = metadata.labels === undefined || metadata.labels === given ? labels : metadata.labels;
  return {
    ...job,
    metadata: { ...metadata, labels: ownLabels },
    spec: {
      ...spec,
      selector: { ...spec.selector, matchLabels },
      template: { ...spec.template, metadata: { ...spec.template.metadata, labels } },
    },
  };
}

function state({ status: { conditions }, metadata }: Job): string {
  if (isTrue(conditions, 'Complete')) return 'Complete';
  if (isTrue(conditions, 'Failed')) return 'Failed';
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';
  if (isTrue(conditions, 'Suspended')) return 'Suspended';
  return isTrue(conditions, 'FailureTarget') ? 'FailureTarget' : 'Running';
}

function completions({ spec, status: { succeeded = 0 } }: Job): string {
  if (spec.completions !== undefined) return `${succeeded}/${spec.completions}`;
  const { parallelism = 0 } = spec;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function duration({ status: { startTime, completionTime } }: Job, nowMs: number): string {
  if (startTime === undefined) return '';
  return humanDuration((completionTime === undefined ? nowMs : timeMsOf(completionTime)) - timeMsOf(startTime));
}
