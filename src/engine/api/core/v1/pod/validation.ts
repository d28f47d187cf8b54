import { type FieldError, required } from '../../../../meta/index.ts';
import type { Pod, PodTemplateSpec } from '../../../generated/types.ts';
import { validateLabels } from '../../../metadata-validation.ts';
import { validatePodSpec } from './spec-validation.ts';
import { validatePodUpdate } from './update-validation.ts';

/** Checks a Pod; with `old` also what may change in it. */
export function validatePod(pod: Pod, old?: Pod): readonly FieldError[] {
  if (pod.spec === undefined) return [required('spec.containers')];
  if (old === undefined) return validatePodSpec(pod.spec, 'spec');
  if (old.spec === pod.spec) return [];
  return [...validatePodSpec(pod.spec, 'spec'), ...validatePodUpdate(pod, old)];
}

/** Checks a pod template; `path` is `spec.template`. */
export function validateTemplate(template: PodTemplateSpec, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  validateLabels(template.metadata?.labels, `${path}.labels`, errors);
  if (template.spec === undefined) return [...errors, required(`${path}.spec.containers`)];
  return [...errors, ...validatePodSpec(template.spec, `${path}.spec`)];
}
