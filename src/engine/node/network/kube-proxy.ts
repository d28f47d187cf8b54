/** kube-proxy and the DNS server as one node sees them: Services and EndpointSlices, and where a connection to a Service goes. */
import type { Kernel, Random } from '../../kernel/index.ts';
import { EndpointSlice, type EngineParts, type Handler, keyOf, Service, type ServicePort, type ServiceRule } from '../../sdk/index.ts';
import { type ConnectionOptions, createConnection, createInformer, type Informer } from '../../sdk/internal.ts';
import { type Packet, followPacket } from './packet-walk.ts';
import type { Address, ConnectFailure, Hop, PassedRule, PodLink, PodNetwork } from './pod-network.ts';

export interface KubeProxyOptions {
  readonly kernel: Kernel;
  /** The way to the API server. */
  readonly handler: Handler;
  /** The node's name and address. */
  readonly name: string;
  readonly address: string;
  readonly network: PodNetwork;
  /** Who it is to the API server; `system:kube-proxy` by default. */
  readonly user?: ConnectionOptions['user'];
  /** Called once, when it knows all Services and their endpoints. */
  readonly onSynced?: () => void;
  /** What is in use now. */
  readonly parts: () => Pick<EngineParts, 'serviceRules'>;
}

export interface KubeProxy {
  /** See ServiceProxy. */
  route(from: PodLink, to: Address, passed?: (decided: PassedRule | Hop) => void): Address | ConnectFailure | undefined;
  lookup(name: string): readonly string[] | undefined;
  /** Whether a new connection from outside to this node port would be forwarded. */
  accepts(nodePort: number): boolean;
  /** What it answers at a Service's health check port: whether the node has a ready Pod of it. Undefined: the port isn't one. */
  health(healthCheckPort: number): boolean | undefined;
  /** Services of a namespace, in order of creation. */
  services(namespace: string): readonly Service[];
  /** Opens a connection from a Pod of this node, and says what it passed on its way. Its rules stay when it has stopped. */
  follow(packet: Packet, done: (hops: readonly Hop[]) => void): void;
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
  hasStopped: boolean;
}

interface Chosen {
  readonly to: Address;
  /** The client had it before. */
  readonly kept: boolean;
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
  const user = options.user ?? { name: 'system:kube-proxy', groups: ['system:authenticated'] };
  const unsettled = () => kernel.unsettled();
  const connection = createConnection({ handler, clock, unsettled, user, userAgent: 'kube-proxy/v1.33.0' });
  const onSynced = (): void => {
    if (services.synced && slices.synced) options.onSynced?.();
  };
  const services: Informer<Service> = createInformer({ connection, clock, random, kind: Service, onSynced });
  const slices: Informer<EndpointSlice> = createInformer({ connection, clock, random, kind: EndpointSlice, onSynced });
  const proxy: Running = {
    options,
    random,
    services,
    byAddress: new Map(),
    slicesOf: new Map(),
    affinity: new Map(),
    hasStopped: false,
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
    route: (from, to, passed) => route(proxy, from, to, passed),
    lookup: (domain) => lookup(proxy, domain),
    accepts: (nodePort) => accepts(proxy, nodePort),
    health: (port) => health(proxy, port),
    services: (namespace) => services.lister.list(namespace),
    follow: (packet, done) => followPacket(options, packet, done),
    stop() {
      proxy.hasStopped = true;
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

/** Where a connection goes: to a Service's own address, or to a node port of this node. `passed` sees the rule that decides. */
function route(proxy: Running, from: PodLink, to: Address, passed?: (decided: PassedRule | Hop) => void): Address | ConnectFailure | undefined {
  const { name: node } = proxy.options;
  if (proxy.hasStopped) passed?.({ at: node, by: 'kube-proxy', does: 'isn’t running: the rules that it left are used' });
  const target = find(proxy, to);
  const service = proxy.byAddress.get(to.ip);
  if (target === undefined) {
    if (service !== undefined) passed?.({ at: node, by: 'REJECT', does: `${keyOf(service)} has no port ${to.port}` });
    return service === undefined ? undefined : 'connection refused';
  }
  const rule = ruleOf(proxy, target, from.outside === true);
  if (rule === undefined) return undefined;
  const chosen = rule.action === 'forward' ? choose(proxy, target, from, rule) : undefined;
  passed?.({ node, destination: to, service: keyOf(target.service), rule, ...chosen });
  if (chosen !== undefined && from.outside === true && !staysLocal(target.service)) return { ...chosen.to, source: proxy.options.address };
  return chosen?.to ?? (rule.action === 'drop' ? 'timed out' : 'connection refused');
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

/** Connections from outside go to Pods of the node that they come to, and to no other. */
const staysLocal = ({ spec }: Service): boolean => spec.externalTrafficPolicy === 'Local';

/**
 * That of the cluster IP: other addresses of a Service, and node ports, follow it. From outside its externalTrafficPolicy counts, and not its
 * internal one.
 */
function ruleOf(proxy: Running, { service, port }: ServiceTarget, isOutside: boolean): ServiceRule | undefined {
  const { parts, name: node } = proxy.options;
  const seen: Service = isOutside ? { ...service, spec: { ...service.spec, internalTrafficPolicy: service.spec.externalTrafficPolicy ?? 'Cluster' } } : service;
  const rules = parts().serviceRules({ service: seen, slices: [...slicesOfService(proxy, service)], node });
  return rules.find((each) => each.port === port.port && each.protocol === (port.protocol ?? 'TCP'));
}

function accepts(proxy: Running, nodePort: number): boolean {
  const target = find(proxy, { ip: proxy.options.address, port: nodePort });
  return target !== undefined && ruleOf(proxy, target, true)?.action === 'forward';
}

/** As kube-proxy counts them for a balancer: ready Pods of its own node (upstream pkg/proxy/healthcheck). */
function health(proxy: Running, healthCheckPort: number): boolean | undefined {
  const service = proxy.services.lister.list().find(({ spec }) => spec.healthCheckNodePort === healthCheckPort);
  const [port] = service?.spec.ports ?? [];
  if (service === undefined || port === undefined) return undefined;
  return ruleOf(proxy, { service, port }, true)?.action === 'forward';
}

/** One of the backends at random; the client's last one while its affinity lasts. */
function choose(
  { options, random, affinity }: Running,
  { service, port }: ServiceTarget,
  from: PodLink,
  { backends, affinitySeconds }: ServiceRule,
): Chosen | undefined {
  const { clock } = options.kernel;
  const key = `${service.metadata.uid}/${port.port}/${from.ip}`;
  const before = affinitySeconds === undefined ? undefined : affinity.get(key);
  const same = before && backends.find(({ ip, port: number }) => ip === before.to.ip && number === before.to.port);
  const lasts = same !== undefined && before !== undefined && before.untilMs > clock.now();
  const to = lasts ? same : backends[random.int(backends.length)];
  if (to === undefined) return undefined;
  if (affinitySeconds !== undefined) affinity.set(key, { to, untilMs: clock.now() + affinitySeconds * 1000 });
  return { to, kept: lasts };
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
