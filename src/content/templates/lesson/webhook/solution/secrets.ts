import { type AdmissionAnswer, type AdmissionRequest, type ConfigMap, defineWebhook } from 'converge/sdk';

/** Says whether this write may happen. */
function review(request: AdmissionRequest): AdmissionAnswer {
  const map = request.object as ConfigMap | null;
  if (map === null) return { allowed: true };
  const key = Object.keys(map.data ?? {}).find((name) => name.includes('password'));
  if (key === undefined) return { allowed: true };
  return { allowed: false, message: `data.${key} belongs into a Secret` };
}

export const secrets = defineWebhook({ name: 'secrets', review });
