/** Rules for Pods and for templates of Pods, beyond those of the kind's definition (pkg/apis/core/validation). */
import type { Pod, PodTemplateSpec } from '../../../api/index.ts';
import { validateAnnotations } from '../../../api/metadata-validation.ts';
import { deepEqual, type FieldError, invalidValue } from '../../../meta/index.ts';
import { checkAgreement, checkAnnotationUpdate, checkPodAnnotations } from './annotations.ts';
import { checkImages, checkNewImages, checkPodSpec } from './spec.ts';
import { checkPodStatus } from './status.ts';

export function checkPod(pod: Pod, old: Pod | undefined, errors: FieldError[]): void {
  const { metadata, spec } = pod;
  if (spec === undefined) return;
  if (metadata.annotations !== undefined) checkPodAnnotations(metadata.annotations, spec, 'metadata.annotations', errors);
  if (old === undefined) checkAgreement(metadata.annotations, spec, 'spec', errors);
  else if (metadata.annotations !== old.metadata.annotations) checkAnnotationUpdate(pod, old, errors);
  if (old === undefined || spec !== old.spec) {
    checkPodSpec(spec, metadata.name, 'spec', errors);
    checkImages(spec, 'spec', errors);
  }
  if (old === undefined) return;
  if (spec !== old.spec) checkUpdate(pod, old, errors);
  if (pod.status !== old.status) checkPodStatus(pod, old, errors);
}

/** What else is looked at where a Pod changes; other requests change ephemeral containers and sizes. */
function checkUpdate({ spec }: Pod, old: Pod, errors: FieldError[]): void {
  const sameEphemeral = deepEqual(spec.ephemeralContainers ?? [], old.spec.ephemeralContainers ?? []);
  if (!sameEphemeral || spec.containers.length !== old.spec.containers.length) return;
  checkNewImages(spec, errors);
  const { activeDeadlineSeconds: seconds } = spec;
  if (seconds !== undefined && seconds < 0) {
    errors.push(invalidValue('spec.activeDeadlineSeconds', seconds, 'must be between 0 and 2147483647, inclusive'));
  }
}

/** `path` is where the template is. */
export function checkTemplate(template: PodTemplateSpec | undefined, path: string, errors: FieldError[]): void {
  if (template?.spec === undefined) return;
  const { metadata, spec } = template;
  validateAnnotations(metadata?.annotations, `${path}.annotations`, errors);
  checkPodAnnotations(metadata?.annotations, spec, `${path}.annotations`, errors);
  checkPodSpec(spec, '', `${path}.spec`, errors);
  checkAgreement(metadata?.annotations, spec, `${path}.spec`, errors);
}
