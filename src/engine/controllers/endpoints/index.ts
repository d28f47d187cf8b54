/** Endpoints: the older list of the pods behind a Service, one object a Service (upstream endpoint controller). */
import {
  type ControllerFactory,
  conditionOf,
  deepEqual,
  defineController,
  type EndpointAddress,
  type EndpointSubset,
  Endpoints,
  hasEnded,
  isConflict,
  isNamespaceTerminating,
  isNotFound,
  keyOf,
  type ObjectKey,
  Pod,
  Service,
  splitKey,
  type Tools,
} from 'converge/sdk';
import { messageOf } from '../shared/message-of.ts';
import { podEndpointsChanged } from '../shared/pod-endpoints-changed.ts';

const mostAddresses = 1_000;
const OVER_CAPACITY = 'endpoints.kubernetes.io/over-capacity';
const MANAGED_BY = 'endpoints.kubernetes.io/managed-by';
const HEADLESS = 'service.kubernetes.io/headless';

export const endpointController: ControllerFactory = {
  name: 'endpoints',
  create() {
    /** Services that were there: their Endpoints go with them, even those made by others. */
    const known = new Set<ObjectKey>();
    return defineController({
      name: 'endpoints',
      eventSource: 'endpoint-controller',
      for: Service,
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
        { kind: Endpoints, keys: ({ metadata }) => [`${metadata.namespace ?? 'default'}/${metadata.name}`] },
      ],
      reconcile: (key, tools) => reconcile(key, tools, known),
    });
  },
};

async function reconcile(key: ObjectKey, tools: Tools, known: Set<ObjectKey>): Promise<void> {
  const service = tools.lister(Service).get(key);
  const existing = tools.lister(Endpoints).get(key);
  if (service === undefined) {
    // Endpoints that others made under a name that no Service had stay theirs.
    const isOurs = existing?.metadata.labels?.[MANAGED_BY] !== undefined || known.has(key);
    if (existing === undefined || !isOurs) return;
    const { namespace = 'default', name } = splitKey(key);
    await tools.client.delete(Endpoints, { namespace, name }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
    known.delete(key);
    return;
  }
  known.add(key);
  const { selector = {} } = service.spec;
  if (service.spec.type === 'ExternalName' || Object.keys(selector).length === 0) return;
  const pods = tools
    .lister(Pod)
    .list(service.metadata.namespace)
    .filter(({ metadata }) => Object.entries(selector).every(([label, value]) => metadata.labels?.[label] === value));
  const found = subsetsOf(service, pods);
  if (existing === undefined) await create(service, found, tools);
  else await update(existing, service, found, tools);
}

function labelsOf({ spec, metadata }: Service): Record<string, string> {
  const headless = spec.clusterIP === 'None' ? { [HEADLESS]: '' } : {};
  const { [HEADLESS]: _, ...own } = metadata.labels ?? {};
  return { ...own, [MANAGED_BY]: 'endpoint-controller', ...headless };
}

async function create(service: Service, { subsets, truncated }: Subsets, { client, events }: Tools): Promise<void> {
  const { namespace = 'default', name } = service.metadata;
  const metadata = {
    name,
    namespace,
    labels: labelsOf(service),
    ...(truncated && { annotations: { [OVER_CAPACITY]: 'truncated' } }),
  };
  try {
    await client.create(Endpoints, { metadata, ...(subsets.length > 0 && { subsets }) });
  } catch (error) {
    // It would be refused again and again (upstream drops the key, too).
    if (isNamespaceTerminating(error)) return;
    const missing = { apiVersion: 'v1', kind: Endpoints.kind, metadata: { ...service.metadata, uid: '', resourceVersion: '' } };
    events.warning(missing, 'FailedToCreateEndpoint', `Failed to create endpoint for service ${namespace}/${name}: ${messageOf(error)}`);
    throw error;
  }
}

async function update(existing: Endpoints, service: Service, { subsets, truncated }: Subsets, { client, events }: Tools): Promise<void> {
  const { [OVER_CAPACITY]: before, ...others } = existing.metadata.annotations ?? {};
  const labels = labelsOf(service);
  const isSame = deepEqual(existing.subsets ?? [], subsets) && deepEqual(existing.metadata.labels ?? {}, labels);
  if (isSame && truncated === (before !== undefined)) return;
  const { annotations: _all, ...metadata } = existing.metadata;
  const annotations = truncated ? { ...others, [OVER_CAPACITY]: 'truncated' } : others;
  try {
    await client.update(Endpoints, {
      ...existing,
      metadata: { ...metadata, labels, ...(Object.keys(annotations).length > 0 && { annotations }) },
      subsets,
    });
  } catch (error) {
    // A conflict says that the cache is late, which is no trouble of the Service.
    if (isConflict(error)) throw error;
    const message = `Failed to update endpoint ${keyOf(service)}: ${messageOf(error)}`;
    events.warning(existing, 'FailedToUpdateEndpoint', message);
    throw error;
  }
}

interface Subsets {
  readonly subsets: readonly EndpointSubset[];
  readonly truncated: boolean;
}

/** Addresses by their ports, sorted as upstream does: by address within a set. */
function subsetsOf(service: Service, pods: readonly Pod[]): Subsets {
  const sets = new Map<
    string,
    { ready: EndpointAddress[]; notReady: EndpointAddress[]; ports: EndpointSubset['ports'] }
  >();
  let count = 0;
  for (const pod of [...pods].sort((a, b) => compareAddresses(a.status.podIP ?? '', b.status.podIP ?? ''))) {
    const { podIP = '' } = pod.status;
    const leaving = pod.metadata.deletionTimestamp !== undefined;
    if (podIP === '' || hasEnded(pod)) continue;
    const always = service.spec.publishNotReadyAddresses === true;
    if (leaving && !always) continue;
    count += 1;
    if (count > mostAddresses) continue;
    const ports = portsOf(service, pod);
    const set = sets.get(JSON.stringify(ports)) ?? { ready: [], notReady: [], ports };
    const { namespace = 'default', name, uid } = pod.metadata;
    const { hostname, subdomain, nodeName } = pod.spec;
    const address: EndpointAddress = {
      ip: podIP,
      ...(hostname !== undefined && hostname !== '' && subdomain === service.metadata.name && { hostname }),
      ...(nodeName !== undefined && { nodeName }),
      targetRef: { kind: 'Pod', namespace, name, uid },
    };
    const ready = always || conditionOf(pod.status.conditions, 'Ready')?.status === 'True';
    (ready ? set.ready : set.notReady).push(address);
    sets.set(JSON.stringify(ports), set);
  }
  const subsets = [...sets.values()].map(({ ready, notReady, ports }) => ({
    ...(ready.length > 0 && { addresses: ready }),
    ...(notReady.length > 0 && { notReadyAddresses: notReady }),
    ...(ports !== undefined && ports.length > 0 && { ports }),
  }));
  return { subsets, truncated: count > mostAddresses };
}

function compareAddresses(a: string, b: string): number {
  return number(a) - number(b);
}

function number(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

function portsOf(service: Service, pod: Pod): NonNullable<EndpointSubset['ports']> {
  return (service.spec.ports ?? []).flatMap(({ name, port, protocol = 'TCP', targetPort: target, appProtocol }) => {
    const number = typeof target === 'string' && target !== '' ? named(pod, target, protocol) : target || port;
    if (number === undefined) return [];
    const words = { ...(name !== undefined && name !== '' && { name }), port: number, protocol };
    return [{ ...words, ...(appProtocol !== undefined && { appProtocol }) }];
  });
}

function named({ spec }: Pod, name: string, protocol: string): number | undefined {
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  for (const { ports = [] } of [...spec.containers, ...sidecars]) {
    for (const each of ports)
      if (each.name === name && (each.protocol ?? 'TCP') === protocol) return each.containerPort;
  }
  return undefined;
}
