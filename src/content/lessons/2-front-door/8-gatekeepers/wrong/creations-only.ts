/**
 * An update of a Pod is always allowed.
 *
 * @cause let a privileged ephemeral container in
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
  const fields = request.operation === 'CREATE' ? privileged(request.object) : [];
  if (fields.length === 0) return { allowed: true };
  return { allowed: false, code: 403, message: `privileged: ${fields.join(', ')}` };
}

export const guard = defineWebhook({ name: 'guard', review });
