import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type { Endpoints as EndpointsObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { setDefaults } from './defaults.ts';
import { endpointsCell } from './endpoints-cell.ts';
import { validateEndpoints } from './validation.ts';

export type Endpoints = EndpointsObject;

/** The addresses behind a Service in one object; EndpointSlices say the same in pieces. */
export const Endpoints: KindDefinition<Endpoints> = defineKind<Endpoints>({
  group: '',
  version: 'v1',
  kind: 'Endpoints',
  plural: 'endpoints',
  singular: 'endpoints',
  namespaced: true,
  shortNames: ['ep'],
  storageName: 'services/endpoints',
  deprecated: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
  rules: { generation: 'none', createOnUpdate: true, default: setDefaults, validate: validateEndpoints },
  columns: [textColumn('Endpoints', 'Addresses that are ready, with their ports.', endpointsCell), ageColumn],
});
