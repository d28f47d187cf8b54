import { ageColumn, defineKind } from '../../../define.ts';
import type { EndpointSlice as EndpointSliceObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type EndpointSlice = EndpointSliceObject;

/** Where some of the endpoints of a Service are. */
export const EndpointSlice: KindDefinition<EndpointSlice> = defineKind<EndpointSlice>({
  group: 'discovery.k8s.io',
  version: 'v1',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  namespaced: true,
  rules: { generation: 'spec' },
  columns: [ageColumn],
});
