/** kube-proxy and the DNS server as one node sees them: Services and EndpointSlices, and where a connection to a Service goes. */
import type { Kernel, Random } from '../../kernel/index.ts';
import { type Endpoint, EndpointSlice, type Handler, Service, type ServicePort } from '../../sdk/index.ts';
import { createConnection, createInformer, type Informer } from '../../sdk/internal.ts';
import type { Address, PodLink } from './pod-network.ts';

export interface KubeProxyOptions {
  readonly kernel: Kernel;
  /** The way to the API server. */
  readonly handler: Handler;
  /** The node's name and address. */
  readonly name: string;
  readonly address: string;
}

export interface KubeProxy {
  /** See Proxy. */
  route(from: PodLink, to: Address): Address | 'none' | undefined;
  lookup(name: string): readonly string[] | undefined;
  /** Services of a namespace, in order of creation. */
  services(namespace: string): readonly Service[];
  stop(): void;
}

const SERVICE_NAME = 'kubernetes.io/service-name';
const ZONE = '.cluster.local';
const mostAliases = 8;

/** What one kube-proxy remembers. */
interface Running {
  readonly options: KubeProxyOptions;
  readonly random: Random;
  readonly services: Informer<Service>;
  /** Services by each of their addresses. */
  readonly byAddress: Map<string, Service>;
  /** EndpointSlices of a Service by its key, by their names. */
  readonly slicesOf: Map<string, Map<string, EndpointSlice>>;
  /** Where a client's connections to a Service with affinity go, until a time. */
  readonly affinity: Map<string, { readonly to: Address; readonly untilMs: number }>;
}

interface ServiceTarget {
  readonly service: Service;
  readonly port: ServicePort;
}

/** Starts to follow Services and their endpoints. */
export function createKubeProxy(options: KubeProxyOptions): KubeProxy {
  const { kernel, handler, name } = options;
  const { clock } = kernel;
  const random = kernel.random.fork(`kube-proxy/${name}`);
  const user = { name: 'system:kube-proxy', groups: ['system:authenticated'] };
  const unsettled = () => kernel.unsettled();
  const connection = createConnection({ handler, clock, unsettled, user, userAgent: 'kube-proxy/v1.33.0' });
  const services = createInformer({ connection, clock, random, kind: Service });
  const slices = createInformer({ connection, clock, random, kind: EndpointSlice });
  const proxy: Running = {
    options,
    random,
    services,
    byAddress: new Map(),
    slicesOf: new Map(),
    affinity: new Map(),
  };
  services.onEvent({
    added: (service) => note(proxy, undefined, service),
    updated: (before, now) => note(proxy, before, now),
    deleted: (service) => note(proxy, service, undefined),
  });
  slices.onEvent({
    added: (slice) => void siblingsOf(proxy, slice).set(slice.metadata.name, slice),
    updated: (_before, slice) => void siblingsOf(proxy, slice).set(slice.metadata.name, slice),
    deleted: (slice) => void siblingsOf(proxy, slice).delete(slice.metadata.name),
  });
  return {
    route: (from, to) => route(proxy, from, to),
    lookup: (domain) => lookup(proxy, domain),
    services: (namespace) => services.lister.list(namespace),
    stop() {
      services.stop();
      slices.stop();
    },
  };
}

function note({ byAddress }: Running, before: Service | undefined, now: Service | undefined): void {
  for (const ip of addressesOf(before)) byAddress.delete(ip);
  if (now !== undefined) for (const ip of addressesOf(now)) byAddress.set(ip, now);
}

/** All slices of the Service that a slice belongs to. */
function siblingsOf({ slicesOf }: Running, { metadata }: EndpointSlice): Map<string, EndpointSlice> {
  const key = `${metadata.namespace ?? 'default'}/${metadata.labels?.[SERVICE_NAME] ?? ''}`;
  const found = slicesOf.get(key) ?? new Map<string, EndpointSlice>();
  slicesOf.set(key, found);
  return found;
}

function slicesOfService({ slicesOf }: Running, { metadata }: Service): Iterable<EndpointSlice> {
  return slicesOf.get(`${metadata.namespace ?? 'default'}/${metadata.name}`)?.values() ?? [];
}

/** Where a connection goes: to a Service's own address, or to a node port of this node. */
function route(proxy: Running, from: PodLink, to: Address): Address | 'none' | undefined {
  const target = find(proxy, to);
  if (target === undefined) return proxy.byAddress.has(to.ip) ? 'none' : undefined;
  const choices = endpoints(proxy, target, from);
  if (choices.length === 0) return 'none';
  return choose(proxy, target, from, choices) ?? 'none';
}

function find({ byAddress, options, services }: Running, { ip, port }: Address): ServiceTarget | undefined {
  const service = byAddress.get(ip);
  const own = service?.spec.ports?.find((each) => each.port === port && (each.protocol ?? 'TCP') === 'TCP');
  if (service !== undefined && own !== undefined) return { service, port: own };
  if (ip !== options.address && !ip.startsWith('172.18.')) return undefined;
  for (const each of services.lister.list()) {
    const node = each.spec.ports?.find(({ nodePort }) => nodePort === port);
    if (node !== undefined) return { service: each, port: node };
  }
  return undefined;
}

/** Those a new connection may go to: the ready ones; where there are none, those that still serve on their way out. */
function endpoints(proxy: Running, { service, port }: ServiceTarget, from: PodLink): readonly Address[] {
  const found: { readonly endpoint: Endpoint; readonly port: number }[] = [];
  for (const slice of slicesOfService(proxy, service)) {
    const number = slice.ports?.find((each) => (each.name ?? '') === (port.name ?? ''))?.port;
    if (number === undefined) continue;
    for (const endpoint of slice.endpoints ?? []) found.push({ endpoint, port: number });
  }
  const local = service.spec.internalTrafficPolicy === 'Local';
  const near = local ? found.filter(({ endpoint }) => endpoint.nodeName === from.node) : found;
  const ready = near.filter(({ endpoint }) => endpoint.conditions?.ready !== false);
  const chosen =
    ready.length > 0
      ? ready
      : near.filter(
          ({ endpoint }) => endpoint.conditions?.serving === true && endpoint.conditions.terminating === true,
        );
  return chosen.flatMap(({ endpoint, port: number }) => endpoint.addresses.map((ip) => ({ ip, port: number })));
}

/** One of the endpoints at random; the client's last one while its affinity lasts. */
function choose(
  { options, random, affinity }: Running,
  { service, port }: ServiceTarget,
  from: PodLink,
  choices: readonly Address[],
): Address | undefined {
  const { clock } = options.kernel;
  const sticky = service.spec.sessionAffinity === 'ClientIP';
  const key = `${service.metadata.uid}/${port.port}/${from.ip}`;
  const before = sticky ? affinity.get(key) : undefined;
  const same = before && choices.find(({ ip, port: number }) => ip === before.to.ip && number === before.to.port);
  const lasts = same !== undefined && before !== undefined && before.untilMs > clock.now();
  const chosen = lasts ? same : choices[random.int(choices.length)];
  if (sticky && chosen !== undefined) {
    const seconds = service.spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? 10_800;
    affinity.set(key, { to: chosen, untilMs: clock.now() + seconds * 1000 });
  }
  return chosen;
}

/** The addresses of a name below `cluster.local`. */
function lookup(proxy: Running, domain: string, aliases = 0): readonly string[] | undefined {
  if (!domain.endsWith(ZONE)) return undefined;
  const labels = domain.slice(0, -ZONE.length).split('.');
  if (labels.at(-1) === 'pod' && labels.length === 3) return [labels[0]?.replaceAll('-', '.') ?? ''];
  if (labels.at(-1) !== 'svc') return undefined;
  const [namespace = '', serviceName = ''] = [labels.at(-2), labels.at(-3)];
  const service = proxy.services.lister.get(`${namespace}/${serviceName}`);
  if (service === undefined) return undefined;
  const { externalName = '', clusterIP = '', type } = service.spec;
  if (type === 'ExternalName') {
    const name = externalName.endsWith(ZONE) ? externalName : `${externalName}${ZONE}`;
    return aliases < mostAliases ? lookup(proxy, name, aliases + 1) : undefined;
  }
  const hostname = labels.length === 4 ? labels[0] : undefined;
  if (labels.length > 4) return undefined;
  if (clusterIP !== 'None') return hostname === undefined && clusterIP !== '' ? [clusterIP] : undefined;
  return headless(proxy, service, hostname);
}

/** Addresses of the ready endpoints themselves, or of the one with that name. */
function headless(proxy: Running, service: Service, hostname: string | undefined): readonly string[] | undefined {
  const found: string[] = [];
  for (const slice of slicesOfService(proxy, service)) {
    for (const endpoint of slice.endpoints ?? []) {
      if (endpoint.conditions?.ready === false && service.spec.publishNotReadyAddresses !== true) continue;
      for (const ip of endpoint.addresses) {
        const called = endpoint.hostname ?? ip.replaceAll('.', '-');
        if (hostname === undefined || hostname === called) found.push(ip);
      }
    }
  }
  return found.length > 0 ? found : undefined;
}

function addressesOf(service: Service | undefined): readonly string[] {
  if (service === undefined) return [];
  const { clusterIP = '', externalIPs = [] } = service.spec;
  const balancers = (service.status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) => (ip === undefined ? [] : [ip]));
  const virtual = clusterIP === '' || clusterIP === 'None' ? [] : [clusterIP];
  return [...virtual, ...externalIPs, ...balancers];
}
