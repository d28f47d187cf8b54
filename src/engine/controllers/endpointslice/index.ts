/** EndpointSlices: which pods are behind a Service, and which of them are ready. */
import { type ControllerFactory, defineController, EndpointSlice, Pod, Service } from 'converge/sdk';
import { podEndpointsChanged } from '../shared/pod-endpoints-changed.ts';
import { reconcile } from './reconcile.ts';

export const endpointSliceController: ControllerFactory = {
  name: 'endpointslice',
  create: () =>
    defineController({
      name: 'endpointslice',
      eventSource: 'endpoint-slice-controller',
      for: Service,
      owns: [EndpointSlice],
      watches: [
        {
          kind: Pod,
          keys(object, { lister }) {
            const { namespace = 'default', labels = {} } = object.metadata;
            return lister(Service)
              .list(namespace)
              .filter(({ spec: { selector = {} } }) => {
                const wanted = Object.entries(selector);
                return wanted.length > 0 && wanted.every(([name, value]) => labels[name] === value);
              })
              .map(({ metadata }) => `${namespace}/${metadata.name}`);
          },
          matters: podEndpointsChanged,
        },
      ],
      reconcile,
    }),
};
