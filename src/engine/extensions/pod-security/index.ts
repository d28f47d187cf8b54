/** The Pod Security Standards, by labels of namespaces. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { podSecurity } from './plugin.ts';

export const podSecurityFeature: ApiFeature = {
  name: 'pod-security',
  admission: [podSecurity],
};
