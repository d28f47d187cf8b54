/** EndpointSlices of Endpoints that someone writes by hand, for a Service without a selector (upstream endpointslicemirroring). */
import { type ControllerFactory, defineController, EndpointSlice, Endpoints, Service } from 'converge/sdk';
import { reconcile } from './reconcile.ts';

export const endpointSliceMirroringController: ControllerFactory = {
  name: 'endpointslicemirroring',
  create: () =>
    defineController({
      name: 'endpointslicemirroring',
      eventSource: 'endpoint-slice-mirroring-controller',
      for: Endpoints,
      owns: [EndpointSlice],
      watches: [{ kind: Service, keys: ({ metadata }) => [`${metadata.namespace ?? 'default'}/${metadata.name}`] }],
      reconcile,
    }),
};
