/** Expects nothing: where there is something to do, it asks the API server for the slices, and plans anew. */
import { conditionOf, controllerOf, EndpointSlice, isNotFound, Pod, type Reconcile, Service } from 'converge/sdk';
import { endpointFor, portsOf } from './endpoint-for.ts';
import { isManagedHere, planSlices } from './plan-slices.ts';

export const reconcile: Reconcile = async (key, tools) => {
  const { client, lister } = tools;
  const service = lister(Service).get(key);
  const selector = Object.entries(service?.spec.selector ?? {});
  if (service === undefined || selector.length === 0 || service.metadata.deletionTimestamp !== undefined) return;
  const { namespace = 'default', uid } = service.metadata;
  const found = [];
  for (const pod of lister(Pod).list(namespace)) {
    const { podIP = '', phase, conditions } = pod.status;
    if (podIP === '' || ['Succeeded', 'Failed'].includes(phase ?? '')) continue;
    if (selector.some(([name, value]) => pod.metadata.labels?.[name] !== value)) continue;
    const serving = conditionOf(conditions, 'Ready')?.status === 'True';
    const terminating = Boolean(pod.metadata.deletionTimestamp);
    const ready = Boolean(service.spec.publishNotReadyAddresses) || (serving && !terminating);
    found.push({ endpoint: endpointFor(pod, service, { ready, serving, terminating }), ports: portsOf(pod, service) });
  }
  const cached = planSlices(service, found, lister(EndpointSlice).controlledBy(service).filter(isManagedHere));
  if (cached.create.length + cached.update.length + cached.remove.length === 0) return;
  const live = (await client.list(EndpointSlice, { namespace })).filter((slice) => controllerOf(slice)?.uid === uid && isManagedHere(slice));
  const plan = planSlices(service, found, live);
  for (const slice of plan.create) await client.create(EndpointSlice, slice);
  for (const slice of plan.update) await client.update(EndpointSlice, slice);
  for (const slice of plan.remove) {
    try {
      await client.delete(EndpointSlice, slice);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
};
