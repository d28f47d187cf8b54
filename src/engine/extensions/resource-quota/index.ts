/** ResourceQuota: how much a namespace may hold. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { resourceQuota } from './plugin.ts';

export const resourceQuotaFeature: ApiFeature = {
  name: 'resource-quota',
  admission: [resourceQuota],
};
