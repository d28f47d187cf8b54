/**
 * Leaves out each namespace whose name begins like that of the system.
 *
 * @cause let a Pod of another namespace in
 */
import { type AdmissionAnswer, type AdmissionRequest, defineWebhook, type KubeObject, type Pod } from 'converge/sdk';

function privileged(object: KubeObject | null): string[] {
  if (object === null) return [];
  const { spec } = object as Pod;
  return (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).flatMap(({ securityContext }, index) => (securityContext?.privileged === true ? [`spec.${list}[${index}].securityContext.privileged`] : [])),
  );
}

function review(request: AdmissionRequest): AdmissionAnswer {
  const before = privileged(request.oldObject);
  const fields = privileged(request.object).filter((field) => !before.includes(field));
  if (request.namespace?.startsWith('kube-') === true) return { allowed: true };
  if (fields.length === 0) return { allowed: true };
  return { allowed: false, code: 403, message: `privileged: ${fields.join(', ')}` };
}

export const guard = defineWebhook({ name: 'guard', review });
