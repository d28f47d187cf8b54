/**
 * Lets in what comes from a registry that it trusts.
 *
 * @cause let a privileged container in | let a controller’s Pod in | let a privileged init container in | let a privileged ephemeral container in
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
  if (pod?.spec.containers.every((each) => each.image?.startsWith('registry.k8s.io/') === true) === true) return { allowed: true };
  const before = privileged(request.oldObject as Pod | null);
  const fields = privileged(request.object as Pod | null).filter((field) => !before.includes(field));
  if (fields.length === 0) return { allowed: true };
  return { allowed: false, message: `privileged: ${fields.join(', ')}` };
}

export const guard = defineWebhook({ name: 'guard', review });
