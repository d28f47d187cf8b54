/** Keeps the EndpointSlices of a Service (upstream endpointslice/reconciler.go). */
import {
  type DiscoveryEndpointPort,
  deepEqual,
  type Endpoint,
  EndpointSlice,
  isControlledBy,
  isNotFound,
  type ObjectKey,
  ownerReferenceFor,
  Pod,
  Service,
  type Tools,
} from 'converge/sdk';
import { endpointOf, isIncluded, portKey, portsOf } from './endpoints-of.ts';

const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
const SERVICE_NAME = 'kubernetes.io/service-name';
const CONTROLLER = 'endpointslice-controller.k8s.io';
const HEADLESS = 'service.kubernetes.io/headless';
/** --max-endpoints-per-slice */
const mostEndpoints = 100;

/** The endpoints that have the same ports. */
interface Group {
  readonly ports: readonly DiscoveryEndpointPort[];
  readonly endpoints: Endpoint[];
}

/** Makes, changes and deletes slices until they say what the pods are. */
export async function reconcile(key: ObjectKey, tools: Tools): Promise<void> {
  const service = tools.lister(Service).get(key);
  if (service === undefined || service.metadata.deletionTimestamp !== undefined) return;
  if (service.spec.type === 'ExternalName' || service.spec.selector === undefined) return;
  if (Object.keys(service.spec.selector).length === 0 || !tools.expect.satisfied(key)) return;
  const { namespace = 'default' } = service.metadata;
  const existing = tools
    .lister(EndpointSlice)
    .controlledBy(service)
    .filter(
      (slice) => slice.metadata.deletionTimestamp === undefined && slice.metadata.labels?.[MANAGED_BY] === CONTROLLER,
    );
  const groups = groupsOf(service, tools.lister(Pod).list(namespace));
  const unused = new Set(existing);
  const missing: { readonly ports: readonly DiscoveryEndpointPort[]; readonly endpoints: readonly Endpoint[] }[] = [];
  for (const group of groups) {
    const own = existing.filter((slice) => portKey(slice.ports ?? []) === portKey(group.ports));
    const left = new Map(group.endpoints.map((endpoint) => [addressOf(endpoint), endpoint]));
    const kept = own.map((slice) => {
      const endpoints = (slice.endpoints ?? []).flatMap((endpoint) => {
        const now = left.get(addressOf(endpoint));
        left.delete(addressOf(endpoint));
        return now === undefined ? [] : [now];
      });
      return { slice, endpoints };
    });
    const added = [...left.values()];
    for (const { endpoints } of kept) endpoints.push(...added.splice(0, Math.max(0, mostEndpoints - endpoints.length)));
    for (const { slice, endpoints } of kept) {
      const isLast = kept.length === 1 && groups.length === 1;
      if (endpoints.length === 0 && !isLast) continue;
      unused.delete(slice);
      await update(slice, endpoints, service, tools);
    }
    do {
      if (added.length > 0 || own.length === 0)
        missing.push({ ports: group.ports, endpoints: added.splice(0, mostEndpoints) });
    } while (added.length > 0);
  }
  for (const { ports, endpoints } of missing) await create(service, key, ports, endpoints, tools);
  for (const slice of unused) {
    await tools.client.delete(EndpointSlice, slice).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }
}

/** By their ports; without any pod there is one slice without endpoints. */
function groupsOf(service: Service, pods: readonly Pod[]): readonly Group[] {
  const groups = new Map<string, Group>();
  const selector = Object.entries(service.spec.selector ?? {});
  for (const pod of pods) {
    const { labels = {} } = pod.metadata;
    if (!selector.every(([name, value]) => labels[name] === value) || !isIncluded(pod)) continue;
    const ports = portsOf(service, pod);
    const group = groups.get(portKey(ports)) ?? { ports, endpoints: [] };
    group.endpoints.push(endpointOf(pod, service));
    groups.set(portKey(ports), group);
  }
  if (groups.size === 0) return [{ ports: [], endpoints: [] }];
  return [...groups.values()];
}

function addressOf({ addresses, targetRef }: Endpoint): string {
  return `${addresses[0] ?? ''}/${targetRef?.uid ?? ''}`;
}

function labelsOf(service: Service): Record<string, string> {
  const { labels = {}, name } = service.metadata;
  const headless = service.spec.clusterIP === 'None' ? { [HEADLESS]: '' } : {};
  const { [HEADLESS]: _, ...own } = labels;
  return { ...own, [SERVICE_NAME]: name, [MANAGED_BY]: CONTROLLER, ...headless };
}

async function create(
  service: Service,
  key: ObjectKey,
  ports: readonly DiscoveryEndpointPort[],
  endpoints: readonly Endpoint[],
  { client, expect }: Tools,
): Promise<void> {
  const { namespace = 'default', name } = service.metadata;
  expect.creations(key, 1);
  try {
    await client.create(EndpointSlice, {
      metadata: {
        generateName: `${name}-`,
        namespace,
        labels: labelsOf(service),
        ownerReferences: [ownerReferenceFor(service)],
      },
      addressType: 'IPv4',
      endpoints,
      ports,
    });
  } catch (error) {
    expect.creationsFailed(key, 1);
    throw error;
  }
}

async function update(
  slice: EndpointSlice,
  endpoints: readonly Endpoint[],
  service: Service,
  { client }: Tools,
): Promise<void> {
  const labels = labelsOf(service);
  if (deepEqual(slice.endpoints ?? [], endpoints) && deepEqual(slice.metadata.labels, labels)) return;
  if (!isControlledBy(slice, service)) return;
  await client.update(EndpointSlice, { ...slice, endpoints, metadata: { ...slice.metadata, labels } });
}
