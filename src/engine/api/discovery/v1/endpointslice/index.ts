import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type { DiscoveryEndpointPort, EndpointSlice as EndpointSliceObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { validateEndpointSlice } from './validation.ts';

export type EndpointSlice = EndpointSliceObject;

/** Where some of the endpoints of a Service are. */
export const EndpointSlice: KindDefinition<EndpointSlice> = defineKind<EndpointSlice>({
  group: 'discovery.k8s.io',
  version: 'v1',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  namespaced: true,
  rules: { generation: 'content', default: setDefaults, validate: validateEndpointSlice },
  columns: [
    textColumn('AddressType', 'What its addresses are.', ({ addressType }) => addressType ?? ''),
    textColumn('Ports', 'Ports of all its endpoints.', ({ ports = [] }) => {
      return someOf(ports.map(({ port, name }) => (port === undefined ? (name ?? '*') : String(port))));
    }),
    textColumn('Endpoints', 'Their addresses.', ({ endpoints = [] }) => {
      return someOf(endpoints.flatMap(({ addresses }) => addresses ?? []));
    }),
    ageColumn,
  ],
});

const MOST = 3;

function someOf(words: readonly string[]): string {
  if (words.length === 0) return '<unset>';
  const shown = words.slice(0, MOST).join(',');
  return words.length > MOST ? `${shown} + ${words.length - MOST} more...` : shown;
}

function setDefaults(slice: EndpointSlice): EndpointSlice {
  const ports = slice.ports?.map(defaultPort);
  if (ports === undefined || ports.every((port, index) => port === slice.ports?.[index])) return slice;
  return { ...slice, ports };
}

function defaultPort(port: DiscoveryEndpointPort): DiscoveryEndpointPort {
  if (port.name !== undefined && port.protocol !== undefined) return port;
  return { ...port, name: port.name ?? '', protocol: port.protocol ?? 'TCP' };
}
