/** kube-proxy and the DNS server as one node sees them: Services and EndpointSlices, and where a connection to a Service goes. */
import type { Kernel } from '../../kernel/index.ts';
import { type Endpoint, EndpointSlice, type Handler, Service, type ServicePort } from '../../sdk/index.ts';
import { createConnection, createInformer } from '../../sdk/internal.ts';
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

/** Starts to follow Services and their endpoints. */
export function createKubeProxy({ kernel, handler, name, address }: KubeProxyOptions): KubeProxy {
  const { clock } = kernel;
  const random = kernel.random.fork(`kube-proxy/${name}`);
  const user = { name: 'system:kube-proxy', groups: ['system:authenticated'] };
  const unsettled = () => kernel.unsettled();
  const connection = createConnection({ handler, clock, unsettled, user, userAgent: 'kube-proxy/v1.33.0' });
  const common = { connection, clock, random };
  const services = createInformer({ ...common, kind: Service });
  const slices = createInformer({ ...common, kind: EndpointSlice });
  const byAddress = new Map<string, Service>();
  const slicesOf = new Map<string, Map<string, EndpointSlice>>();
  /** Where a client's connections to a Service with affinity go, until a time. */
  const affinity = new Map<string, { readonly to: Address; untilMs: number }>();

  services.onEvent({
    added: (service) => note(undefined, service),
    updated: note,
    deleted: (service) => note(service, undefined),
  });
  slices.onEvent({
    added: (slice) => void ownersSlices(slice).set(slice.metadata.name, slice),
    updated: (_before, slice) => void ownersSlices(slice).set(slice.metadata.name, slice),
    deleted: (slice) => void ownersSlices(slice).delete(slice.metadata.name),
  });

  function note(before: Service | undefined, now: Service | undefined): void {
    for (const ip of addressesOf(before)) byAddress.delete(ip);
    if (now !== undefined) for (const ip of addressesOf(now)) byAddress.set(ip, now);
  }
  function ownersSlices({ metadata }: EndpointSlice): Map<string, EndpointSlice> {
    const key = `${metadata.namespace ?? 'default'}/${metadata.labels?.[SERVICE_NAME] ?? ''}`;
    const found = slicesOf.get(key) ?? new Map<string, EndpointSlice>();
    slicesOf.set(key, found);
    return found;
  }

  function find({ ip, port }: Address): { readonly service: Service; readonly port: ServicePort } | undefined {
    const service = byAddress.get(ip);
    const own = service?.spec.ports?.find((each) => each.port === port && (each.protocol ?? 'TCP') === 'TCP');
    if (service !== undefined && own !== undefined) return { service, port: own };
    if (ip !== address && !ip.startsWith('172.18.')) return undefined;
    for (const each of services.lister.list()) {
      const node = each.spec.ports?.find(({ nodePort }) => nodePort === port);
      if (node !== undefined) return { service: each, port: node };
    }
    return undefined;
  }

  /** Those a new connection may go to: the ready ones; where there are none, those that still serve on their way out. */
  function endpoints(service: Service, port: ServicePort, from: PodLink): readonly Address[] {
    const { namespace = 'default', name: serviceName } = service.metadata;
    const found: { readonly endpoint: Endpoint; readonly port: number }[] = [];
    for (const slice of slicesOf.get(`${namespace}/${serviceName}`)?.values() ?? []) {
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

  function route(from: PodLink, to: Address): Address | 'none' | undefined {
    const target = find(to);
    if (target === undefined) return byAddress.has(to.ip) ? 'none' : undefined;
    const { service, port } = target;
    const choices = endpoints(service, port, from);
    if (choices.length === 0) return 'none';
    const sticky = service.spec.sessionAffinity === 'ClientIP';
    const key = `${service.metadata.uid}/${port.port}/${from.ip}`;
    const before = sticky ? affinity.get(key) : undefined;
    const same = before && choices.find(({ ip, port: number }) => ip === before.to.ip && number === before.to.port);
    const chosen =
      same !== undefined && before !== undefined && before.untilMs > clock.now()
        ? same
        : choices[random.int(choices.length)];
    if (chosen === undefined) return 'none';
    if (sticky) {
      const seconds = service.spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? 10_800;
      affinity.set(key, { to: chosen, untilMs: clock.now() + seconds * 1000 });
    }
    return chosen;
  }

  function lookup(asked: string, aliases = 0): readonly string[] | undefined {
    if (!asked.endsWith(ZONE)) return undefined;
    const labels = asked.slice(0, -ZONE.length).split('.');
    if (labels.at(-1) === 'pod' && labels.length === 3) return [labels[0]?.replaceAll('-', '.') ?? ''];
    if (labels.at(-1) !== 'svc') return undefined;
    const [namespace = '', serviceName = ''] = [labels.at(-2), labels.at(-3)];
    const service = services.lister.get(`${namespace}/${serviceName}`);
    if (service === undefined) return undefined;
    const { externalName = '', clusterIP = '', type } = service.spec;
    if (type === 'ExternalName') {
      const name = externalName.endsWith(ZONE) ? externalName : `${externalName}${ZONE}`;
      return aliases < mostAliases ? lookup(name, aliases + 1) : undefined;
    }
    const hostname = labels.length === 4 ? labels[0] : undefined;
    if (labels.length > 4) return undefined;
    if (clusterIP !== 'None') return hostname === undefined && clusterIP !== '' ? [clusterIP] : undefined;
    return headless(service, hostname);
  }

  /** Addresses of the ready endpoints themselves, or of the one with that name. */
  function headless({ metadata, spec }: Service, hostname: string | undefined): readonly string[] | undefined {
    const found: string[] = [];
    for (const slice of slicesOf.get(`${metadata.namespace ?? 'default'}/${metadata.name}`)?.values() ?? []) {
      for (const endpoint of slice.endpoints ?? []) {
        if (endpoint.conditions?.ready === false && spec.publishNotReadyAddresses !== true) continue;
        for (const ip of endpoint.addresses) {
          const called = endpoint.hostname ?? ip.replaceAll('.', '-');
          if (hostname === undefined || hostname === called) found.push(ip);
        }
      }
    }
    return found.length > 0 ? found : undefined;
  }

  return {
    route,
    lookup: (asked) => lookup(asked),
    services: (namespace) => services.lister.list(namespace),
    stop() {
      services.stop();
      slices.stop();
    },
  };
}

function addressesOf(service: Service | undefined): readonly string[] {
  if (service === undefined) return [];
  const { clusterIP = '', externalIPs = [] } = service.spec;
  const balancers = (service.status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) => (ip === undefined ? [] : [ip]));
  const virtual = clusterIP === '' || clusterIP === 'None' ? [] : [clusterIP];
  return [...virtual, ...externalIPs, ...balancers];
}
