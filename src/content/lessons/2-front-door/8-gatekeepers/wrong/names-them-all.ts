/**
 * Names every container of a Pod that it refuses.
 *
 * @cause named a field that is harmless
 */
import { type AdmissionAnswer, type AdmissionRequest, defineWebhook, type KubeObject, type Pod } from 'converge/sdk';

function privileged(object: KubeObject | null): string[] {
  if (object === null) return [];
  const { spec } = object as Pod;
  return (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).flatMap(({ securityContext }, index) => (securityContext?.privileged === true ? [`spec.${list}[${index}].securityContext.privileged`] : [])),
  );
}

function every(object: KubeObject | null): string[] {
  const { spec } = object as Pod;
  return (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).map((_, index) => `spec.${list}[${index}].securityContext.privileged`),
  );
}

function review(request: AdmissionRequest): AdmissionAnswer {
  const before = privileged(request.oldObject);
  const fields = privileged(request.object).filter((field) => !before.includes(field));
  if (fields.length === 0) return { allowed: true };
  return { allowed: false, code: 403, message: `privileged: ${every(request.object).join(', ')}` };
}

export const guard = defineWebhook({ name: 'guard', review });
