/**
 * Lets in a Pod that names a DaemonSet as its owner.
 *
 * @cause let a controller’s Pod in
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
  if ((request.object as Pod | null)?.metadata.ownerReferences?.some(({ kind }) => kind === 'DaemonSet') === true) return { allowed: true };
  const before = privileged(request.oldObject as Pod | null);
  const fields = privileged(request.object as Pod | null).filter((field) => !before.includes(field));
  if (fields.length === 0) return { allowed: true };
  return { allowed: false, message: `privileged: ${fields.join(', ')}` };
}

export const guard = defineWebhook({ name: 'guard', review });
