/** Everything the API server can do, a line a feature. */
import { fullAdmission } from './admission/full-registry.ts';
import { createServiceAllocator } from './allocation/service-allocator.ts';
import { customResourceDefinitions } from './custom-resources/admission.ts';
import { customResources } from './custom-resources/index.ts';
import type { ApiFeatures } from './features.ts';
import { kubernetesService } from './kubernetes-service.ts';

export const fullFeatures: ApiFeatures = {
  admission: [...fullAdmission, customResourceDefinitions],
  hooks: [kubernetesService, customResources],
  allocator: createServiceAllocator,
};
