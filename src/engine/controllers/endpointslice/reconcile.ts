/** Keeps the EndpointSlices of a Service: which pods are behind it, and how each of them is doing (upstream endpointslice/reconciler.go). */
import { conditionOf, EndpointSlice, isConflict, isNamespaceTerminating, isNotFound, keyOf, Pod, type Reconcile, Service, type Tools } from 'converge/sdk';
import { messageOf } from '../shared/message-of.ts';
import { type Conditions, endpointFor, portsOf } from './endpoint-for.ts';
import { isManagedHere, planSlices, type SlicePlan } from './plan-slices.ts';

/** Makes, changes and deletes slices until they say what the pods are. */
export const reconcile: Reconcile = async (key, tools) => {
  const { expect, lister } = tools;
  // Asked before the caches are read: what they lack may be on its way.
  if (!expect.satisfied(key)) return;
  const service = lister(Service).get(key);
  if (service === undefined || !hasSelector(service)) return;

  const pods = lister(Pod).list(service.metadata.namespace).filter((pod) => isBehind(service, pod));
  const found = pods.map((pod) => ({
    endpoint: endpointFor(pod, service, conditionsOf(pod, service)),
    ports: portsOf(pod, service),
  }));
  const slices = lister(EndpointSlice).controlledBy(service).filter(isManagedHere);
  try {
    await carryOut(planSlices(service, found, slices), service, tools);
  } catch (error) {
    note(error, service, tools);
    throw error;
  }
};

/** A conflict says that the cache is late, which is no trouble of the Service. */
function note(error: unknown, service: Service, { events }: Tools): void {
  if (isConflict(error)) return;
  const message = `Error updating Endpoint Slices for Service ${keyOf(service)}: ${messageOf(error)}`;
  events.warning(service, 'FailedToUpdateEndpointSlices', message);
}

/** Without a selector its slices are made by hand, and a name elsewhere needs none. */
function hasSelector({ spec: { selector = {}, type }, metadata }: Service): boolean {
  return type !== 'ExternalName' && Object.keys(selector).length > 0 && metadata.deletionTimestamp === undefined;
}

/** Pods that match and have an address, unless they have ended. */
function isBehind({ spec: { selector = {} } }: Service, { metadata: { labels = {} }, status }: Pod): boolean {
  const matches = Object.entries(selector).every(([name, value]) => labels[name] === value);
  const { podIP = '', phase } = status;
  return matches && podIP !== '' && phase !== 'Succeeded' && phase !== 'Failed';
}

/** `serving`: it answers. `ready`: it is to get new connections. A pod on its way out may still answer. */
function conditionsOf(pod: Pod, service: Service): Conditions {
  const serving = conditionOf(pod.status.conditions, 'Ready')?.status === 'True';
  const terminating = pod.metadata.deletionTimestamp !== undefined;
  const ready = service.spec.publishNotReadyAddresses === true || (serving && !terminating);
  return { ready, serving, terminating };
}

async function carryOut(plan: SlicePlan, service: Service, { client, expect }: Tools): Promise<void> {
  const { create, update, remove } = plan;
  const key = keyOf(service);
  // Noted first: the cache may show a new slice late, and a second one would double its endpoints.
  expect.creations(key, create.length);
  let missing = create.length;
  try {
    for (const slice of create) {
      await write(`create EndpointSlice for Service ${key}`, client.create(EndpointSlice, slice));
      missing -= 1;
    }
  } catch (error) {
    // It would be refused again and again (upstream drops the key, too).
    if (!isNamespaceTerminating(error)) throw error;
  } finally {
    expect.creationsFailed(key, missing);
  }
  const named = ({ metadata: { name } }: EndpointSlice): string => `${name} EndpointSlice for Service ${key}`;
  for (const slice of update) await write(`update ${named(slice)}`, client.update(EndpointSlice, slice));
  for (const slice of remove) await write(`delete ${named(slice)}`, client.delete(EndpointSlice, slice).catch(ignoreNotFound));
}

/** Says in upstream's words what was refused. What is refused for the time being, or for good, stays as it is. */
async function write(what: string, request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (isConflict(error) || isNamespaceTerminating(error)) throw error;
    throw new Error(`failed to ${what}: ${messageOf(error)}`, { cause: error });
  }
}

/** A late cache shows slices that are gone. */
function ignoreNotFound(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
