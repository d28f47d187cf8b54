/** Keeps the slices of a Service: its Pods, and how they do. */
import {
  EndpointSlice, Pod, type Reconcile, Service,
} from 'converge/sdk';
import {
  type Conditions, endpointFor, portsOf,
} from './endpoint-for.ts';
import { planSlices } from './plan-slices.ts';

export const reconcile: Reconcile = async (key, tools) => {
  const { lister } = tools;
  const service = lister(Service).get(key);
  if (service === undefined) return;

  // Observe: the Service’s Pods, and the slices that there are.
  const { namespace } = service.metadata;
  const found = lister(Pod)
    .list(namespace)
    .filter((pod) => isBehind(service, pod))
    .map((pod) => {
      const conditions = conditionsOf(pod, service);
      const endpoint = endpointFor(pod, service, conditions);
      return { endpoint, ports: portsOf(pod, service) };
    });
  const slices = lister(EndpointSlice).controlledBy(service);

  // Compare.
  const { create, update, remove } =
    planSlices(service, found, slices);
  tools.log(`${create.length} new, ${update.length} to change`);

  // Yours. Act: note what you expect, then carry the plan out.

};

/** Whether the Service’s slices list this Pod. */
function isBehind(service: Service, pod: Pod): boolean {
  // Yours.

  return false;
}

/** How the Pod is doing. */
function conditionsOf(pod: Pod, service: Service): Conditions {
  // Yours too.

  return { ready: true, serving: true, terminating: false };
}
