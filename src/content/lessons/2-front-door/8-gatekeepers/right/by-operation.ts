/**
 * Creations and updates by rules of their own.
 */
import { type AdmissionAnswer, type AdmissionRequest, defineWebhook, type KubeObject, type Pod } from 'converge/sdk';

function privileged(object: KubeObject | null): string[] {
  if (object === null) return [];
  const { spec } = object as Pod;
  return (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).flatMap(({ securityContext }, index) => (securityContext?.privileged === true ? [`spec.${list}[${index}].securityContext.privileged`] : [])),
  );
}

const added = ({ object, oldObject }: AdmissionRequest): string[] => {
  const before = new Set(privileged(oldObject));
  return privileged(object).filter((field) => !before.has(field));
};

function review(request: AdmissionRequest): AdmissionAnswer {
  switch (request.operation) {
    case 'CREATE':
      return answerFor(privileged(request.object));
    case 'UPDATE':
      return answerFor(added(request));
    default:
      return { allowed: true };
  }
}

function answerFor(fields: readonly string[]): AdmissionAnswer {
  if (fields.length === 0) return { allowed: true };
  return { allowed: false, code: 403, reason: 'Forbidden', message: `must not be privileged: ${fields.join(' ')}` };
}

export const guard = defineWebhook({ name: 'guard', review });
