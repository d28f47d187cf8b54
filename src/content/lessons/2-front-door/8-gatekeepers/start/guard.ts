import {
  type AdmissionAnswer, type AdmissionRequest,
  defineWebhook, type Pod,
} from 'converge/sdk';

/** Says whether this write may happen. */
function review(request: AdmissionRequest): AdmissionAnswer {
  const pod = request.object as Pod;
  const fields: string[] = [];

  for (const [index, each] of pod.spec.containers.entries()) {
    // If it is privileged, push its field:
    // `spec.containers[${index}].securityContext.privileged`

  }
  if (fields.length === 0) return { allowed: true };
  return {
    allowed: false,
    message: `privileged: ${fields.join(', ')}`,
  };
}

export const guard = defineWebhook({ name: 'guard', review });
