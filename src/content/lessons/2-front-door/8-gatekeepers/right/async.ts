/**
 * An answer that comes as a promise.
 */
import { type AdmissionAnswer, type AdmissionRequest, defineWebhook, type KubeObject, type Pod } from 'converge/sdk';

function privileged(object: KubeObject | null): string[] {
  if (object === null) return [];
  const { spec } = object as Pod;
  return (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).flatMap(({ securityContext }, index) => (securityContext?.privileged === true ? [`spec.${list}[${index}].securityContext.privileged`] : [])),
  );
}

async function review(request: AdmissionRequest): Promise<AdmissionAnswer> {
  if (request.operation === 'DELETE') return { allowed: true };
  const before = privileged(request.oldObject);
  const fields = privileged(request.object).filter((field) => !before.includes(field));
  await Promise.resolve();
  return { allowed: fields.length === 0, message: fields.join(', ') };
}

export const guard = defineWebhook({ name: 'guard', review });
