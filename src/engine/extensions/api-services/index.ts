/** apiregistration.k8s.io: which server answers for each group and version (upstream: kube-aggregator). */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { apiServices } from './api-services.ts';

export const apiServicesFeature: ApiFeature = {
  name: 'api-services',
  unstored: [apiServices],
};
