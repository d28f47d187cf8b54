/** What calls your loop: a Service, its slices, and Pods. */
import {
  type ControllerFactory, defineController, EndpointSlice,
  keyOf, Pod, Service,
} from 'converge/sdk';
import { reconcile } from './reconcile.ts';

export const endpointSliceController: ControllerFactory = {
  name: 'endpointslice',
  create: () =>
    defineController({
      name: 'endpointslice',
      for: Service,
      owns: [EndpointSlice],
      watches: [{
        kind: Pod,
        // Each Service that selects the Pod, before or after.
        keys({ metadata }, { lister }) {
          const { namespace = '', labels = {} } = metadata;
          return lister(Service)
            .list(namespace)
            .filter(({ spec: { selector = {} } }) =>
              Object.entries(selector).length > 0 &&
              Object.entries(selector)
                .every(([key, value]) => labels[key] === value))
            .map(keyOf);
        },
      }],
      reconcile,
    }),
};
