/** Admission webhooks, mutating and validating. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { mutatingAdmissionWebhook } from './mutating.ts';
import { validatingAdmissionWebhook } from './validating.ts';

export const webhooksFeature: ApiFeature = {
  name: 'webhooks',
  admission: [mutatingAdmissionWebhook, validatingAdmissionWebhook],
};
