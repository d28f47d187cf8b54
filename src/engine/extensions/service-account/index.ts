/** Pods run as a service account, which has to be there. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { serviceAccount } from './plugin.ts';

export const serviceAccountFeature: ApiFeature = {
  name: 'service-account',
  admission: [serviceAccount],
};
