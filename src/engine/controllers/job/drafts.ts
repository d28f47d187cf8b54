/** The Pods of a Job as they are created. */
import { type Container, type Draft, type Job, type Pod, podFromTemplate } from 'converge/sdk';
import { judge } from './failure-policy.ts';
import { failureCountMark, ignoredCountMark, indexMark, markedCount, trackingFinalizer } from './job-pods.ts';

/** Five characters are added to a generated name, and a name has 63 at most. */
const longestPrefix = 58;
const indexVariable = 'JOB_COMPLETION_INDEX';

/** A Pod as the template says, which can't vanish before it has been counted. */
export function draftOf(job: Job): Draft<Pod> {
  const draft = podFromTemplate(job, job.spec.template);
  const finalizers = draft.metadata.finalizers ?? [];
  if (finalizers.includes(trackingFinalizer)) return draft;
  return { ...draft, metadata: { ...draft.metadata, finalizers: [...finalizers, trackingFinalizer] } };
}

/** The Pod of one index. `replaced`: the one that failed before it, where each index has a limit of its own. */
export function indexedDraft(job: Job, index: number, replaced: Pod | undefined): Draft<Pod> {
  const draft = draftOf(job);
  const { name } = job.metadata;
  const { annotations, labels } = draft.metadata;
  const suffix = `-${index}-`;
  return {
    ...draft,
    metadata: {
      ...draft.metadata,
      generateName: `${name.slice(0, longestPrefix - suffix.length)}${suffix}`,
      annotations: { ...annotations, [indexMark]: `${index}`, ...failureMarks(job, replaced) },
      labels: { ...labels, [indexMark]: `${index}` },
    },
    spec: { ...withIndexVariable(draft.spec), hostname: `${name}-${index}` },
  };
}

/** How often the index has failed goes from each Pod to the next. */
function failureMarks({ spec }: Job, replaced: Pod | undefined): Readonly<Record<string, string>> {
  if (spec.backoffLimitPerIndex === undefined) return {};
  if (replaced === undefined) return { [failureCountMark]: '0' };
  const { counted } = judge(spec.podFailurePolicy, replaced);
  const failures = markedCount(replaced, failureCountMark) + (counted ? 1 : 0);
  const ignored = markedCount(replaced, ignoredCountMark) + (counted ? 0 : 1);
  const marks = { [failureCountMark]: `${failures}` };
  return ignored > 0 ? { ...marks, [ignoredCountMark]: `${ignored}` } : marks;
}

function withIndexVariable(spec: Pod['spec']): Pod['spec'] {
  const { containers, initContainers } = spec;
  const filled = { ...spec, containers: containers.map(withVariable) };
  return initContainers === undefined ? filled : { ...filled, initContainers: initContainers.map(withVariable) };
}

function withVariable(container: Container): Container {
  const { env = [] } = container;
  if (env.some(({ name }) => name === indexVariable)) return container;
  const fieldRef = { fieldPath: `metadata.labels['${indexMark}']` };
  return { ...container, env: [...env, { name: indexVariable, valueFrom: { fieldRef } }] };
}
