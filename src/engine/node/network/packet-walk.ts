/** The way of a packet: a real connection from a Pod, and what decides on its way. `converge packet` prints it. */
import type { Kernel } from '../../kernel/index.ts';
import { lookup } from './client.ts';
import { dnsOf } from './dns.ts';
import type { Address, ConnectFailure, Hop, PassedPolicies, PassedRule, PodLink, PodNetwork } from './pod-network.ts';

/** A connection that a Pod is to open. */
export interface Packet {
  /** The Pod's name, its namespace and its address. */
  readonly pod: string;
  readonly namespace: string;
  readonly ip: string;
  /** A name or an address, and a port. */
  readonly host: string;
  readonly port: number;
  /** Where it comes from, if that is no Pod. */
  readonly from?: PodLink;
}

export interface PacketWalk {
  readonly kernel: Kernel;
  readonly network: PodNetwork;
}

/** Looks the name up, goes through the rules of the node, and connects. */
export function followPacket({ kernel, network }: PacketWalk, packet: Packet, done: (hops: readonly Hop[]) => void): void {
  const { pod, namespace, ip, host, port, from } = packet;
  const hops: Hop[] = [];
  const end = (by: string, does: string, at: string): void => {
    kernel.unsettled();
    done([...hops, { at, by, does }]);
  };
  const link = from ?? network.find(ip);
  if (link === undefined) return end('network', `no Pod has ${ip}`, pod);
  lookup(network, { clock: kernel.clock, link, hostname: pod, dns: dnsOf({}, namespace) }, host, (found) => {
    const [address] = found?.addresses ?? [];
    if (found === undefined || address === undefined) return end('DNS', `there is no ${host}`, pod);
    if (address !== host) hops.push({ at: pod, by: 'DNS', does: `${found.name} is ${address}` });
    const to = { ip: address, port };
    const routed = network.proxy?.route(link, to, (passed) => hops.push(...('rule' in passed ? hopsOf(passed) : [passed])));
    if (typeof routed === 'string') return end('answer', answers[routed], pod);
    const forwarded = routed === undefined ? forward(network, to, hops) : undefined;
    if (routed === undefined && link.outside === undefined && network.find(to.ip) === undefined) hops.push({ at: link.node, by: 'KUBE-SERVICES', does: `no rule is about ${nameOf(to)}` });
    connect({ kernel, network }, link, forwarded ?? routed ?? to, pod, hops, end);
  });
}

/** A port of a node may be a Pod's. */
function forward(network: PodNetwork, to: Address, hops: Hop[]): Address | undefined {
  const host = network.find(to.ip);
  const found = host && network.hostPorts?.find(host, to);
  if (host === undefined || found === undefined) return undefined;
  const address = { ip: found.link.ip, port: found.port };
  hops.push({ at: host.node, by: 'CNI-HOSTPORT-DNAT', does: `${nameOf(to)} becomes ${nameOf(address)}` });
  return address;
}

function connect(
  { network }: PacketWalk,
  from: PodLink,
  to: Address,
  pod: string,
  hops: Hop[],
  end: (by: string, does: string, at: string) => void,
): void {
  const there = network.find(to.ip);
  if (there !== undefined) {
    const judged: PassedPolicies[] = [];
    const { source = from.ip } = to;
    network.policies?.admits({ from, to: there, source, port: to.port, protocol: 'TCP' }, (each) => judged.push(each));
    // From outside it goes on from the node whose rules it met.
    const at = from.outside === true ? (hops.at(-1)?.at ?? from.node) : from.node;
    const route = { at, by: 'route', does: there.node === at ? `${to.ip} is on this node` : `${to.ip} is on ${there.node}` };
    const [leaves, arrives] = [judged.filter(({ direction }) => direction === 'Egress'), judged.filter(({ direction }) => direction === 'Ingress')];
    const dropped = leaves.some(({ verdict }) => verdict.action === 'drop');
    const way = network.routes?.hops(from, there, source);
    hops.push(...leaves.map(policyHop), ...(dropped ? [] : [route, ...(way?.there ?? [])]));
    if (way?.arrives !== false) hops.push(...arrives.map(policyHop), ...(way?.back ?? []));
  }
  const peer = { write() {}, end() {} };
  network.connect(from, to, peer, (socket) => {
    if (typeof socket === 'string') return end('answer', answers[socket], pod);
    socket.end();
    end('container', `accepts at ${nameOf(to)}`, there?.node ?? from.node);
  });
}

/** Only the policies that select the Pod count: where there are none, everything passes. */
function policyHop({ node, direction, pod, verdict: { action, selecting, by } }: PassedPolicies): Hop {
  const which = direction === 'Egress' ? `out of ${pod}` : `into ${pod}`;
  if (selecting.length === 0) return { at: node, by: direction, does: `no NetworkPolicy is about what goes ${which}: allowed` };
  const names = selecting.map((name) => `${pod.split('/')[0]}/${name}`).join(', ');
  if (action === 'allow') return { at: node, by: direction, does: `${which}: NetworkPolicy ${pod.split('/')[0]}/${by ?? ''} allows it` };
  return { at: node, by: 'DROP', does: `${which}: NetworkPolicy ${names} ${selecting.length === 1 ? 'doesn’t allow' : 'don’t allow'} it` };
}

const answers: Readonly<Record<ConnectFailure, string>> = {
  'connection refused': 'connection refused',
  'connection reset': 'connection reset',
  'timed out': 'none: the connection times out',
  'no route to host': 'no route to host',
};

/** Each rule is tried with its chance; the last one takes what is left. (upstream pkg/proxy/iptables/proxier.go, writeServiceToEndpointRules) */
function hopsOf({ node, destination, service, rule, to: chosen, kept }: PassedRule): readonly Hop[] {
  const { backends, action, protocol } = rule;
  const first = { at: node, by: 'KUBE-SERVICES', does: `${nameOf(destination)}/${protocol} is ${service}` };
  if (chosen === undefined) {
    const why = action === 'drop' ? 'no endpoint on this node' : 'no endpoints';
    return [first, { at: node, by: action.toUpperCase(), does: `${service} has ${why}` }];
  }
  const translated = { at: node, by: 'DNAT', does: `${nameOf(destination)} becomes ${nameOf(chosen)}` };
  if (kept === true) return [first, { at: node, by: 'affinity', does: `this client went to ${nameOf(chosen)} before` }, translated];
  const count = backends.length;
  const last = backends.findIndex(({ ip, port }) => ip === chosen.ip && port === chosen.port);
  const tried = backends.slice(0, last + 1).map((backend, index): Hop => {
    const chance = index === count - 1 ? 'always' : `chance 1/${count - index}`;
    return { at: node, by: `rule ${index + 1} of ${count}`, does: `${nameOf(backend)}, ${chance}: ${index === last ? 'yes' : 'no'}` };
  });
  return [first, ...tried, translated];
}

const nameOf = ({ ip, port }: Address): string => `${ip}:${port}`;
