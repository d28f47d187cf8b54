/** Which slices say what Endpoints do (upstream endpointslicemirroring/reconciler.go). Pure. */
import {
  deepEqual,
  type DiscoveryEndpointPort,
  type Draft,
  type Endpoint,
  type EndpointAddress,
  type EndpointSlice,
  type Endpoints,
  type EndpointSubset,
  ownerReferenceFor,
} from 'converge/sdk';

const SERVICE_NAME = 'kubernetes.io/service-name';
const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
const CONTROLLER = 'endpointslicemirroring-controller.k8s.io';
const HEADLESS = 'service.kubernetes.io/headless';
/** What isn't about the addresses themselves. */
const ownAnnotations = ['kubectl.kubernetes.io/last-applied-configuration', 'endpoints.kubernetes.io/last-change-trigger-time'];
/** --mirroring-max-endpoints-per-subset */
const mostEndpoints = 1_000;

export interface MirrorPlan {
  readonly create: readonly Draft<EndpointSlice>[];
  readonly update: readonly EndpointSlice[];
  readonly remove: readonly EndpointSlice[];
}

/** Whether the slice mirrors the Endpoints of this name. */
export const mirrors = ({ metadata: { labels = {}, deletionTimestamp } }: EndpointSlice, name: string): boolean =>
  labels[MANAGED_BY] === CONTROLLER && labels[SERVICE_NAME] === name && deletionTimestamp === undefined;

/** A slice for the addresses of one family that have the same ports. Without Endpoints to be mirrored all slices go. */
export function planMirror(endpoints: Endpoints | undefined, existing: readonly EndpointSlice[]): MirrorPlan {
  if (endpoints === undefined) return { create: [], update: [], remove: existing };
  const unused = new Set(existing);
  const missing: Draft<EndpointSlice>[] = [];
  const update: EndpointSlice[] = [];
  for (const wanted of slicesOf(endpoints)) {
    const slice = [...unused].find((each) => groupOf(each) === groupOf(wanted));
    if (slice === undefined) {
      missing.push(wanted);
      continue;
    }
    unused.delete(slice);
    if (!isAs(slice, wanted)) update.push(become(slice, wanted));
  }
  const create = missing.filter((wanted) => {
    // A slice that would go becomes one that would be made, and keeps its name (upstream finalize).
    const slice = [...unused].find(({ addressType }) => addressType === wanted.addressType);
    if (slice === undefined) return true;
    unused.delete(slice);
    update.push(become(slice, wanted));
    return false;
  });
  return { create, update, remove: [...unused] };
}

function slicesOf(endpoints: Endpoints): readonly Draft<EndpointSlice>[] {
  const slices = new Map<string, { readonly slice: Draft<EndpointSlice>; readonly endpoints: Endpoint[] }>();
  for (const subset of endpoints.subsets ?? []) {
    for (const endpoint of endpointsOf(subset).slice(0, mostEndpoints)) {
      const addressType = endpoint.addresses[0]?.includes(':') === true ? 'IPv6' : 'IPv4';
      const list: Endpoint[] = [];
      const slice = { metadata: metadataOf(endpoints), addressType, endpoints: list, ports: portsOf(subset) };
      const group = slices.get(groupOf(slice)) ?? { slice, endpoints: list };
      group.endpoints.push(endpoint);
      slices.set(groupOf(slice), group);
    }
  }
  return [...slices.values()].map(({ slice }) => slice);
}

function endpointsOf({ addresses, notReadyAddresses }: EndpointSubset): readonly Endpoint[] {
  const endpoint = ({ ip, hostname, nodeName, targetRef }: EndpointAddress, ready: boolean): Endpoint => ({
    addresses: [ip],
    conditions: { ready },
    ...(hostname && { hostname }),
    ...(nodeName && { nodeName }),
    ...(targetRef && { targetRef }),
  });
  return [...(addresses ?? []).map((each) => endpoint(each, true)), ...(notReadyAddresses ?? []).map((each) => endpoint(each, false))];
}

const portsOf = ({ ports }: EndpointSubset): DiscoveryEndpointPort[] =>
  (ports ?? []).map(({ name = '', port, protocol = 'TCP', appProtocol }) => ({ name, protocol, port, ...(appProtocol && { appProtocol }) }));

function metadataOf(endpoints: Endpoints) {
  const { name, namespace = 'default', labels = {}, annotations = {} } = endpoints.metadata;
  const { [HEADLESS]: _, ...own } = labels;
  const copied = Object.entries(annotations).filter(([key]) => !ownAnnotations.includes(key));
  return {
    generateName: `${name}-`,
    namespace,
    labels: { ...own, [SERVICE_NAME]: name, [MANAGED_BY]: CONTROLLER },
    ...(copied.length > 0 && { annotations: Object.fromEntries(copied) }),
    ownerReferences: [ownerReferenceFor(endpoints)],
  };
}

const groupOf = ({ addressType, ports }: Pick<Draft<EndpointSlice>, 'addressType' | 'ports'>): string =>
  JSON.stringify([addressType, (ports ?? []).map(({ name, protocol, port }) => [name, protocol, port])]);

function isAs({ endpoints, metadata }: EndpointSlice, wanted: Draft<EndpointSlice>): boolean {
  return (
    deepEqual(endpoints ?? [], wanted.endpoints ?? []) &&
    deepEqual(metadata.labels ?? {}, wanted.metadata?.labels ?? {}) &&
    deepEqual(metadata.annotations ?? {}, wanted.metadata?.annotations ?? {})
  );
}

function become({ metadata, ...slice }: EndpointSlice, { metadata: wanted, endpoints = [], ports = [] }: Draft<EndpointSlice>): EndpointSlice {
  const { annotations: _, ...kept } = metadata;
  const { labels, annotations } = wanted ?? {};
  return { ...slice, endpoints, ports, metadata: { ...kept, ...(labels && { labels }), ...(annotations && { annotations }) } };
}
