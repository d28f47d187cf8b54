/** Addresses and node ports of Services. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { createServiceAllocator } from './service-allocator.ts';

export const serviceAllocationFeature: ApiFeature = {
  name: 'service-allocation',
  allocator: createServiceAllocator,
};
