import { type AdmissionAnswer, type AdmissionRequest, type ConfigMap, defineWebhook } from 'converge/sdk';

/** Says whether this write may happen. */
function review(request: AdmissionRequest): AdmissionAnswer {
  const map = request.object as ConfigMap | null;
  // Yours. Refuse a key of `data` that contains `password`, and name it.
  return { allowed: true };
}

export const secrets = defineWebhook({ name: 'secrets', review });
