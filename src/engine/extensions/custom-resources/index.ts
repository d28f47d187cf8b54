/** Kinds that CustomResourceDefinitions define. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { customResourceDefinitions } from './admission.ts';
import { customResources } from './custom-resources.ts';

export const customResourcesFeature: ApiFeature = {
  name: 'custom-resources',
  admission: [customResourceDefinitions],
  startHooks: [customResources],
};
