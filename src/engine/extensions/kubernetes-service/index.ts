/** The API server as a Service of its own cluster. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { kubernetesService } from './start-hook.ts';

export const kubernetesServiceFeature: ApiFeature = {
  name: 'kubernetes-service',
  startHooks: [kubernetesService],
};
