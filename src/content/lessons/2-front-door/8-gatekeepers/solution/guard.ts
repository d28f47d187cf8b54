import {
  type AdmissionAnswer, type AdmissionRequest,
  defineWebhook, type KubeObject, type Pod,
} from 'converge/sdk';

const lists = [
  'initContainers', 'containers', 'ephemeralContainers',
] as const;

/** The fields by which containers of this Pod are privileged. */
function privileged(object: KubeObject | null): string[] {
  if (object === null) return [];
  const { spec } = object as Pod;
  return lists.flatMap((list) =>
    (spec[list] ?? []).flatMap(({ securityContext }, index) =>
      securityContext?.privileged === true
        ? [`spec.${list}[${index}].securityContext.privileged`]
        : [],
    ),
  );
}

/** Says whether this write may happen. */
function review(request: AdmissionRequest): AdmissionAnswer {
  // What was privileged before stays what it is.
  const before = privileged(request.oldObject);
  const fields = privileged(request.object).filter(
    (field) => !before.includes(field),
  );
  if (fields.length === 0) return { allowed: true };
  return {
    allowed: false,
    message: `privileged: ${fields.join(', ')}`,
  };
}

export const guard = defineWebhook({ name: 'guard', review });
