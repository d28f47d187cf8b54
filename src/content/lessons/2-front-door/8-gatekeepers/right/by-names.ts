/**
 * Containers are compared by their names.
 */
import { type AdmissionAnswer, type AdmissionRequest, defineWebhook, type KubeObject, type Pod } from 'converge/sdk';

interface Found {
  readonly name: string;
  readonly field: string;
}

function privileged(object: KubeObject | null): readonly Found[] {
  if (object === null) return [];
  const { initContainers = [], containers, ephemeralContainers = [] } = (object as Pod).spec;
  const found: Found[] = [];
  for (const [list, all] of Object.entries({ initContainers, containers, ephemeralContainers })) {
    for (const [index, { name, securityContext }] of all.entries()) {
      if (securityContext?.privileged) found.push({ name, field: `spec.${list}[${index}].securityContext.privileged` });
    }
  }
  return found;
}

function review({ object, oldObject }: AdmissionRequest): AdmissionAnswer {
  const known = new Set(privileged(oldObject).map(({ name }) => name));
  const added = privileged(object).filter(({ name }) => !known.has(name));
  if (added.length === 0) return { allowed: true };
  return { allowed: false, message: added.map(({ field }) => `${field}: must not be true`).join('; '), code: 422, reason: 'Invalid' };
}

export const guard = defineWebhook({ name: 'guard', review });
