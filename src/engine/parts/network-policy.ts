/**
 * Whether NetworkPolicies let a new connection pass at one of its ends. Policies only ever allow: a Pod that none selects is open, and one that
 * some select gets what any of them allows. (kubernetes.io/docs/concepts/services-networking/network-policies; the fields’ comments in
 * staging/src/k8s.io/api/networking/v1/types.go)
 */
import {
  type IPBlock,
  labelSelectorMatcher,
  type NetworkPolicy,
  type NetworkPolicyPeer,
  type NetworkPolicyPort,
  type Pod,
  type PolicyVerdict,
  type PolicyView,
} from 'converge/sdk';

/** Pure. */
export function judgeConnection(view: PolicyView): PolicyVerdict {
  const selecting = view.policies.filter((policy) => selects(policy, view));
  const names = selecting.map(({ metadata }) => metadata.name);
  if (selecting.length === 0) return { action: 'allow', selecting: names };
  const by = selecting.find((policy) => allows(policy, view))?.metadata.name;
  return by === undefined ? { action: 'drop', selecting: names } : { action: 'allow', selecting: names, by };
}

/** An empty selector is every Pod of the namespace. */
function selects({ spec }: NetworkPolicy, { direction, pod }: PolicyView): boolean {
  return typesOf(spec).includes(direction) && labelSelectorMatcher(spec.podSelector ?? {})(pod.metadata.labels);
}

/** A policy is about what comes in, and about what goes out if it has rules for that (upstream pkg/apis/networking/v1/defaults.go). */
function typesOf({ policyTypes = [], egress = [] }: NetworkPolicy['spec']): readonly string[] {
  if (policyTypes.length > 0) return policyTypes;
  return egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
}

/** One rule that has both the peer and the port is enough. */
function allows({ metadata, spec }: NetworkPolicy, view: PolicyView): boolean {
  const rules =
    view.direction === 'Ingress'
      ? (spec.ingress ?? []).map(({ from, ports }) => ({ peers: from, ports }))
      : (spec.egress ?? []).map(({ to, ports }) => ({ peers: to, ports }));
  return rules.some(
    ({ peers = [], ports = [] }) =>
      (peers.length === 0 || peers.some((peer) => isPeer(peer, metadata.namespace, view))) &&
      (ports.length === 0 || ports.some((port) => isPort(port, view))),
  );
}

/** Both selectors of one entry must hold; without a namespaceSelector it is about Pods of the policy’s own namespace. */
function isPeer({ ipBlock, namespaceSelector, podSelector }: NetworkPolicyPeer, own: string | undefined, { peer }: PolicyView): boolean {
  if (ipBlock !== undefined) return isInBlock(ipBlock, peer.ip);
  if (peer.pod === undefined) return false;
  const { labels, namespace } = peer.pod.metadata;
  const isThere =
    namespaceSelector === undefined
      ? namespace === own
      : peer.namespace !== undefined && labelSelectorMatcher(namespaceSelector)(peer.namespace.metadata.labels);
  return isThere && labelSelectorMatcher(podSelector ?? {})(labels);
}

/** Without a port it is about all of the protocol. */
function isPort({ protocol = 'TCP', port, endPort }: NetworkPolicyPort, view: PolicyView): boolean {
  if (protocol !== view.protocol) return false;
  if (port === undefined) return true;
  if (typeof port === 'number') return view.port >= port && view.port <= (endPort ?? port);
  const server = view.direction === 'Ingress' ? view.pod : view.peer.pod;
  return server !== undefined && hasNamedPort(server, port, view);
}

/** A name stands for what the containers of the server say. */
function hasNamedPort({ spec }: Pod, name: string, { port, protocol }: PolicyView): boolean {
  const ports = [...(spec.initContainers ?? []), ...spec.containers].flatMap((container) => container.ports ?? []);
  return ports.some((each) => each.name === name && each.containerPort === port && (each.protocol ?? 'TCP') === protocol);
}

function isInBlock({ cidr, except = [] }: IPBlock, ip: string): boolean {
  return isInRange(cidr, ip) && !except.some((each) => isInRange(each, ip));
}

/** `10.0.0.0/8`. There are only addresses of IPv4 here: no range of IPv6 has them. */
function isInRange(cidr: string, ip: string): boolean {
  const [address = '', length = '32'] = cidr.split('/');
  const [range, own] = [numberOf(address), numberOf(ip)];
  if (range === undefined || own === undefined) return false;
  const size = 2 ** (32 - Number(length));
  return Math.floor(range / size) === Math.floor(own / size);
}

/** As 32 bits. */
function numberOf(ip: string): number | undefined {
  const bytes = ip.split('.');
  if (bytes.length !== 4 || bytes.some((each) => !/^\d{1,3}$/.test(each))) return undefined;
  return bytes.reduce((sum, each) => sum * 256 + Number(each), 0);
}
