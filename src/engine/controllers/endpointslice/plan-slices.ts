/** How endpoints are shared out among the slices of a Service (upstream endpointslice/reconciler.go). Pure. */
import {
  type DiscoveryEndpointPort,
  deepEqual,
  type Draft,
  type Endpoint,
  type EndpointSlice,
  ownerReferenceFor,
  type Service,
} from 'converge/sdk';

const SERVICE_NAME = 'kubernetes.io/service-name';
const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
const CONTROLLER = 'endpointslice-controller.k8s.io';
const HEADLESS = 'service.kubernetes.io/headless';
/** --max-endpoints-per-slice */
const mostEndpoints = 100;

/** An endpoint, and where the ports of the Service are at its pod. */
export interface Found {
  readonly endpoint: Endpoint;
  readonly ports: readonly DiscoveryEndpointPort[];
}

export interface SlicePlan {
  readonly create: readonly Draft<EndpointSlice>[];
  /** As they have to be from now on; those that are right already are left out. */
  readonly update: readonly EndpointSlice[];
  readonly remove: readonly EndpointSlice[];
}

/** The endpoints that have the same ports. */
interface Group {
  readonly ports: readonly DiscoveryEndpointPort[];
  readonly endpoints: readonly Endpoint[];
}

/** Whether this controller looks after the slice: a Service may have slices that others have made. */
export const isManagedHere = ({ metadata }: EndpointSlice): boolean =>
  metadata.labels?.[MANAGED_BY] === CONTROLLER && metadata.deletionTimestamp === undefined;

/** What has to happen to a Service's slices until they say what was found. Each holds endpoints of the same ports, 100 at most. */
export function planSlices(service: Service, found: readonly Found[], existing: readonly EndpointSlice[]): SlicePlan {
  const groups = groupsOf(found);
  const plans = groups.map((group) => {
    const own = existing.filter((slice) => portKey(slice.ports ?? []) === portKey(group.ports));
    return planGroup(service, group, own, groups.length === 1 && own.length === 1);
  });
  const kept = new Set(plans.flatMap((plan) => plan.kept));
  const create = plans.flatMap((plan) => plan.create);
  const unused = existing.filter((slice) => !kept.has(slice));
  // A slice that would go becomes one that would be made, and keeps its name (upstream finalize).
  const reused = unused.filter((slice) => isOwnedBy(slice, service)).slice(0, create.length);
  const made = create.slice(reused.length);
  const changed = reused.map((slice, at) => become(slice, create[at]));
  return { create: made, update: [...plans.flatMap((plan) => plan.update), ...changed], remove: unused.filter((slice) => !reused.includes(slice)) };
}

/** One of an older Service of the same name isn't: it is about to be collected. */
const isOwnedBy = ({ metadata }: EndpointSlice, service: Service): boolean => metadata.ownerReferences?.some(({ uid }) => uid === service.metadata.uid) === true;

function become(slice: EndpointSlice, draft: Draft<EndpointSlice> | undefined): EndpointSlice {
  const { endpoints = [], ports = [] } = draft ?? {};
  return { ...slice, endpoints, ports, metadata: { ...slice.metadata, ...(draft?.metadata?.labels && { labels: draft.metadata.labels }) } };
}

type GroupPlan = Omit<SlicePlan, 'remove'> & { readonly kept: readonly EndpointSlice[] };

/** Endpoints stay in the slice that they are in; new ones fill its holes. `keepsEmpty`: it is the Service's only slice. */
function planGroup(service: Service, group: Group, own: readonly EndpointSlice[], keepsEmpty: boolean): GroupPlan {
  const left = new Map(group.endpoints.map((endpoint) => [addressOf(endpoint), endpoint]));
  const filled = own.map((slice) => ({ slice, endpoints: stillThere(slice, left) }));
  const added = [...left.values()];
  for (const { endpoints } of filled) endpoints.push(...added.splice(0, Math.max(0, mostEndpoints - endpoints.length)));
  const kept = filled.filter(({ endpoints }) => endpoints.length > 0 || keepsEmpty);
  const labels = labelsOf(service);
  const update = kept
    .filter(({ slice, endpoints }) => !deepEqual(slice.endpoints ?? [], endpoints) || !deepEqual(slice.metadata.labels, labels))
    .map(({ slice, endpoints }) => ({ ...slice, endpoints, metadata: { ...slice.metadata, labels } }));
  const create: Draft<EndpointSlice>[] = [];
  while (added.length > 0) create.push(draftOf(service, group.ports, added.splice(0, mostEndpoints)));
  if (own.length === 0 && create.length === 0) create.push(draftOf(service, group.ports, []));
  return { create, update, kept: kept.map(({ slice }) => slice) };
}

/** The slice's endpoints as they are now; takes them out of `left`. */
function stillThere({ endpoints }: EndpointSlice, left: Map<string, Endpoint>): Endpoint[] {
  return (endpoints ?? []).flatMap((endpoint) => {
    const now = left.get(addressOf(endpoint));
    left.delete(addressOf(endpoint));
    return now === undefined ? [] : [now];
  });
}

/** By their ports; where nothing was found there is one slice without endpoints. */
function groupsOf(found: readonly Found[]): readonly Group[] {
  if (found.length === 0) return [{ ports: [], endpoints: [] }];
  const groups = new Map<string, Group>();
  for (const { endpoint, ports } of found) {
    const endpoints = groups.get(portKey(ports))?.endpoints ?? [];
    groups.set(portKey(ports), { ports, endpoints: [...endpoints, endpoint] });
  }
  return [...groups.values()];
}

function draftOf(service: Service, ports: Group['ports'], endpoints: readonly Endpoint[]): Draft<EndpointSlice> {
  const { name, namespace = 'default' } = service.metadata;
  const metadata = { generateName: `${name}-`, namespace, labels: labelsOf(service), ownerReferences: [ownerReferenceFor(service)] };
  return { metadata, addressType: 'IPv4', endpoints, ports };
}

function labelsOf(service: Service): Record<string, string> {
  const { labels = {}, name } = service.metadata;
  const headless: Record<string, string> = service.spec.clusterIP === 'None' ? { [HEADLESS]: '' } : {};
  const { [HEADLESS]: _, ...own } = labels;
  return { ...own, [SERVICE_NAME]: name, [MANAGED_BY]: CONTROLLER, ...headless };
}

const addressOf = ({ addresses, targetRef }: Endpoint): string => `${addresses[0] ?? ''}/${targetRef?.uid ?? ''}`;

const portKey = (ports: Group['ports']): string => JSON.stringify(ports.map(({ name, protocol, port }) => [name, protocol, port]));
