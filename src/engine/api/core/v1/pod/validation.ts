import { type FieldError, forbiddenField, required } from '../../../../meta/index.ts';
import type { Pod, PodTemplateSpec } from '../../../generated/types.ts';
import { validateLabels } from '../../../metadata-validation.ts';
import { validatePodSpec } from './spec-validation.ts';
import { validatePodUpdate } from './update-validation.ts';

/** Checks a Pod; with `old` also what may change in it. */
export function validatePod(pod: Pod, old?: Pod): readonly FieldError[] {
  if (pod.spec === undefined) return [required('spec.containers')];
  if (old === undefined) return [...validatePodSpec(pod.spec, 'spec'), ...creationErrors(pod)];
  if (old.spec === pod.spec) return [];
  return [...validatePodSpec(pod.spec, 'spec'), ...validatePodUpdate(pod, old)];
}

/** What a pod can't begin with. */
function creationErrors({ spec }: Pod): readonly FieldError[] {
  const errors: FieldError[] = [];
  if ((spec.ephemeralContainers ?? []).length > 0) {
    errors.push(forbiddenField('spec.ephemeralContainers', 'cannot be set on create'));
  }
  if (spec.nodeName && (spec.schedulingGates ?? []).length > 0) {
    errors.push(forbiddenField('spec.nodeName', 'cannot be set until all schedulingGates have been cleared'));
  }
  return errors;
}

/** Checks a pod template; `path` is `spec.template`. */
export function validateTemplate(template: PodTemplateSpec, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  validateLabels(template.metadata?.labels, `${path}.labels`, errors);
  if (template.spec === undefined) return [...errors, required(`${path}.spec.containers`)];
  errors.push(...validatePodSpec(template.spec, `${path}.spec`));
  if ((template.spec.ephemeralContainers ?? []).length > 0) {
    const detail = 'ephemeral containers not allowed in pod template';
    errors.push(forbiddenField(`${path}.spec.ephemeralContainers`, detail));
  }
  return errors;
}
