/**
 * What kube-proxy makes of one Service on its node: a rule for each port of the cluster IP. No machine has that address, so a rule either
 * forwards a new connection to an endpoint, or refuses it. (upstream pkg/proxy/iptables/proxier.go and pkg/proxy/topology.go)
 */
import type { Backend, Endpoint, EndpointSlice, Service, ServicePort, ServiceRule, ServiceView } from 'converge/sdk';

/** By default a client keeps its backend for three hours. */
const defaultAffinitySeconds = 10_800;

/** Pure: the same view makes the same rules. A Service without a cluster IP has none. */
export function serviceRules(view: ServiceView): readonly ServiceRule[] {
  const { clusterIP = '', ports = [] } = view.service.spec;
  if (clusterIP === '' || clusterIP === 'None') return [];
  return ports.map((port) => ruleFor(port, clusterIP, view));
}

function ruleFor(servicePort: ServicePort, ip: string, { service, slices, node }: ServiceView): ServiceRule {
  const { port, protocol = 'TCP' } = servicePort;
  const everywhere = candidates(servicePort, slices);
  const isLocal = service.spec.internalTrafficPolicy === 'Local';
  const reachable = isLocal ? everywhere.filter(({ endpoint }) => endpoint.nodeName === node) : everywhere;
  const backends = distinct(inUse(reachable).flatMap(addressesOf));
  if (backends.length === 0) {
    const action = inUse(everywhere).length > 0 ? 'drop' : 'reject';
    return { ip, port, protocol, action, backends };
  }
  const rule: ServiceRule = { ip, port, protocol, action: 'forward', backends };
  return service.spec.sessionAffinity === 'ClientIP' ? { ...rule, affinitySeconds: affinityOf(service) } : rule;
}

interface Candidate {
  readonly endpoint: Endpoint;
  /** Where its containers listen. */
  readonly port: number;
}

/** A slice says under the port's name where the containers of its endpoints listen. */
function candidates({ name = '' }: ServicePort, slices: readonly EndpointSlice[]): readonly Candidate[] {
  return slices.flatMap(({ ports, endpoints }) => {
    const port = ports?.find((each) => (each.name ?? '') === name)?.port;
    return port === undefined ? [] : (endpoints ?? []).map((endpoint) => ({ endpoint, port }));
  });
}

/** The ready ones. Where there are none, those that still serve on their way out. */
function inUse(all: readonly Candidate[]): readonly Candidate[] {
  const ready = all.filter(({ endpoint }) => endpoint.conditions?.ready !== false);
  if (ready.length > 0) return ready;
  return all.filter(({ endpoint: { conditions } }) => conditions?.serving === true && conditions.terminating === true);
}

const addressesOf = ({ endpoint, port }: Candidate): readonly Backend[] => endpoint.addresses.map((ip) => ({ ip, port }));

/** While an endpoint moves, two slices may have it. */
function distinct(backends: readonly Backend[]): readonly Backend[] {
  return [...new Map(backends.map((each) => [`${each.ip}:${each.port}`, each])).values()];
}

const affinityOf = ({ spec }: Service): number => spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? defaultAffinitySeconds;
