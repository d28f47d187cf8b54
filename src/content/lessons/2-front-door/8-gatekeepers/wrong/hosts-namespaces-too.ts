/**
 * Refuses what another rule would refuse.
 *
 * @cause refused a harmless Pod
 */
import {
  type AdmissionAnswer, type AdmissionRequest,
  defineWebhook, type Pod,
} from 'converge/sdk';

const lists = ['containers', 'initContainers', 'ephemeralContainers'] as const;

function privileged(pod: Pod | null | undefined): string[] {
  const fields: string[] = [];
  for (const list of lists) {
    for (const [index, each] of (pod?.spec[list] ?? []).entries()) {
      if (each.securityContext?.privileged === true) fields.push(`spec.${list}[${index}].securityContext.privileged`);
    }
  }
  return fields;
}

function review(request: AdmissionRequest): AdmissionAnswer {
  const pod = request.object as Pod | null;
  if (pod?.spec.hostNetwork === true || pod?.spec.hostPID === true) return { allowed: false, message: 'host namespaces are privileged' };
  const before = privileged(request.oldObject as Pod | null);
  const fields = privileged(request.object as Pod | null).filter((field) => !before.includes(field));
  if (fields.length === 0) return { allowed: true };
  return { allowed: false, message: `privileged: ${fields.join(', ')}` };
}

export const guard = defineWebhook({ name: 'guard', review });
