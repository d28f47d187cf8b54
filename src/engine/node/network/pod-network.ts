/** The network of pods: who listens where, and how a connection gets there, over the kernel's links between nodes (`node/node-1` …). */
import type { Clock, Network, Pipe } from '../../kernel/index.ts';
import type { HttpAnswer, HttpHandler, HttpRequest, Pod, PodSpec, PolicyVerdict, ServiceRule, Socket } from '../../sdk/index.ts';
import type { Refusal } from '../admission.ts';
import type { Tree } from '../files/tree.ts';
import { answerBytes } from './http-server.ts';

/** A pod's end of it. Containers of a pod share it. */
export interface PodLink {
  readonly ip: string;
  readonly node: string;
  /** It is no Pod, but a client outside of the cluster. */
  readonly outside?: true;
  /** The Pod uses its node's own network. */
  readonly hostNetwork?: boolean | undefined;
  /** Listeners by port; made for the first one. */
  ports: Map<number, Listener> | undefined;
}

export type Listener = (
  | { readonly http: HttpHandler }
  | { readonly accept: (peer: Socket, remote: string) => Socket }
) & {
  /** What is to be done when the process ends: its connections break. */
  readonly open: Set<() => void>;
};

/** Why there is no connection. */
export type ConnectFailure = 'connection refused' | 'connection reset' | 'timed out' | 'no route to host';

export interface PodNetwork {
  attach(link: PodLink): void;
  detach(link: PodLink): void;
  /** The pod with this address. */
  find(ip: string): PodLink | undefined;
  /**
   * A TCP connection. `opened` gets what takes the bytes to the server; `peer` gets the server's. A server that goes away ends `peer`.
   */
  connect(from: PodLink, to: Address, peer: Socket, opened: (socket: Socket | ConnectFailure) => void): void;
  /** One HTTP request over a connection of its own. */
  request(from: PodLink, to: Address, request: HttpRequest, done: (answer: HttpAnswer | ConnectFailure) => void): void;
  /** One packet there and back, if both ways are open. */
  echo(from: PodLink, to: PodLink, done: () => void): void;
  /** What outlives pods: claims by namespace and name. */
  readonly disks: Map<string, Tree>;
  /** The virtual addresses of Services; undefined where there are none. */
  proxy: ServiceProxy | undefined;
  /** Ports of nodes that lead to pods; undefined where none does. */
  hostPorts: HostPorts | undefined;
  /** What NetworkPolicies let pass; undefined where nothing enforces them. */
  policies: PolicyGate | undefined;
  /** What nodes need before Pods have a network there; undefined where they have one by themselves. */
  plugin: NetworkPlugin | undefined;
  /** Where the network between the nodes needs routes to their Pods; undefined where it reaches them by itself. */
  routes: RouteGate | undefined;
}

export interface Address {
  readonly ip: string;
  readonly port: number;
  /** Who the client is to the server, where a node put its own address in the place of the client's. */
  readonly source?: string;
}

/** A rule of a Service that a connection has come to. */
export interface PassedRule {
  readonly node: string;
  /** Where the packet was sent to when it came. */
  readonly destination: Address;
  /** `default/web` */
  readonly service: string;
  readonly rule: ServiceRule;
  /** Which of the backends it was sent to, and whether the client had it before. */
  readonly to?: Address;
  readonly kept?: boolean;
}

/** A new connection that has found its Pod. */
export interface RoutedConnection {
  readonly from: PodLink;
  readonly to: PodLink;
  /** The client's address as the server sees it. */
  readonly source: string;
  readonly port: number;
  readonly protocol: 'TCP' | 'UDP';
}

/** The policies that a connection has come to, at one of its ends. */
export interface PassedPolicies {
  readonly node: string;
  readonly direction: 'Ingress' | 'Egress';
  /** `default/web` */
  readonly pod: string;
  readonly verdict: PolicyVerdict;
}

/** The plugin by which container runtimes connect Pods (CNI). */
export interface NetworkPlugin {
  /** Why the machine with this address connects none, as its container runtime says it. */
  problem(address: string): string | undefined;
  /** Calls back when it begins to. */
  onReady(address: string, run: () => void): { stop(): void };
}

/** What the agents of a network plugin do on their nodes. */
export interface PolicyGate {
  /** Whether a new connection between two Pods may pass; a Pod always reaches itself. `passed` sees what each end says. */
  admits(connection: RoutedConnection, passed?: (policies: PassedPolicies) => void): boolean;
}

/** One step of a packet's way: where it happens, what looks at the packet, and what comes of it. */
export interface Hop {
  readonly at: string;
  readonly by: string;
  readonly does: string;
}

/** The network between nodes. `source`: the client's address as the server sees it. */
export interface RouteGate {
  /** Whether a packet arrives, and its answer comes back. */
  passes(from: PodLink, to: PodLink, source: string): boolean;
  /** What decides so. `back`: only what drops the answer. */
  hops(from: PodLink, to: PodLink, source: string): { readonly there: readonly Hop[]; readonly arrives: boolean; readonly back: readonly Hop[] };
}

/** A pod of the node. */
interface WorkedFor {
  readonly pod: () => Pod;
  readonly isActive: () => boolean;
}

/** Ports of nodes that lead to pods. */
export interface HostPorts {
  /** Where a connection to a node's address, or to localhost on it, goes instead; undefined: nowhere else. */
  find(host: PodLink, to: Address): { readonly link: PodLink; readonly port: number } | undefined;
  /** Those of a pod that has got its network. */
  open(host: PodLink, link: PodLink, spec: PodSpec): void;
  close(host: PodLink, link: PodLink): void;
  /** Why a node that works for these pods can't take another. */
  refusal(pod: Pod, others: Iterable<WorkedFor>): Refusal | undefined;
}

/** What kube-proxy does on a node. */
export interface ServiceProxy {
  /** Where a new connection from a pod goes, or why it goes nowhere. Undefined: the address is no Service's. `passed` sees what decides. */
  route(from: PodLink, to: Address, passed?: (decided: PassedRule | Hop) => void): Address | ConnectFailure | undefined;
  /** Addresses of a full name (`web.default.svc.cluster.local`); undefined where there is no such name. */
  lookup(from: PodLink, name: string): readonly string[] | undefined;
}

/** A SYN without an answer, until the sender gives up. */
const connectTimeoutMs = 127_000;
/** Until the node answers that no pod has this address. */
const unreachableMs = 3_000;

/** What carries connections between pods. */
interface Wiring {
  readonly clock: Clock;
  readonly links: Network;
  /** By address. */
  readonly pods: Map<string, PodLink>;
  readonly network: PodNetwork;
}

/** Creates a network without pods. */
export function createPodNetwork(clock: Clock, links: Network): PodNetwork {
  const pods = new Map<string, PodLink>();
  const network: PodNetwork = {
    proxy: undefined,
    hostPorts: undefined,
    policies: undefined,
    plugin: undefined,
    routes: undefined,
    disks: new Map(),
    attach: (link) => void pods.set(link.ip, link),
    detach: (link) => void pods.delete(link.ip),
    find: (ip) => pods.get(ip),
    connect: (from, to, peer, opened) => connect(wiring, from, to, peer, opened),
    echo(from, to, done) {
      if (from.node === to.node) return done();
      if (network.routes?.passes(from, to, from.ip) === false) return;
      const [here, there] = [`node/${from.node}`, `node/${to.node}`];
      links.post(here, there, () => links.post(there, here, done));
    },
    request: (from, to, request, done) => sendRequest(wiring, from, to, request, done),
  };
  const wiring: Wiring = { clock, links, pods, network };
  return network;
}

function connect(
  wiring: Wiring,
  from: PodLink,
  to: Address,
  peer: Socket,
  opened: (result: Socket | ConnectFailure) => void,
): void {
  const found = target(wiring, from, to);
  if (typeof found === 'string') return fail(wiring, found, opened);
  let over = false;
  const path = wire(wiring, from, found, () => {
    if (over) return;
    over = true;
    if (server === undefined) opened('timed out');
    else peer.end();
    server?.end();
  });
  let server: Socket | undefined;
  const toClient: Socket = {
    write: (bytes) => path.back(() => over || peer.write(bytes)),
    end: () =>
      path.back(() => {
        if (over) return;
        over = true;
        peer.end();
      }),
  };
  const toServer: Socket = {
    write: (bytes) => path.there(() => over || server?.write(bytes)),
    end: () => path.there(() => server?.end()),
  };
  path.there(() => {
    const listener = wiring.pods.get(found.link.ip) === found.link ? found.link.ports?.get(found.port) : undefined;
    if (listener === undefined) path.back(() => opened('connection refused'));
    else {
      server = accept(listener, toClient, found.source);
      path.back(() => over || opened(toServer));
    }
  });
}

function sendRequest(
  wiring: Wiring,
  from: PodLink,
  to: Address,
  request: HttpRequest,
  done: (answer: HttpAnswer | ConnectFailure) => void,
): void {
  const found = target(wiring, from, to);
  if (typeof found === 'string') return fail(wiring, found, done);
  let over = false;
  const finish = (answer: HttpAnswer | ConnectFailure) => {
    if (over) return;
    over = true;
    done(answer);
  };
  const path = wire(wiring, from, found, () => finish('timed out'));
  path.there(() => {
    const listener = found.link.ports?.get(found.port);
    if (listener === undefined || !('http' in listener)) path.back(() => finish('connection refused'));
    else answerOnce(listener, request, found.source, (answer) => path.back(() => finish(answer ?? 'connection reset')));
  });
}

/** Runs `deliver` there; `lost` when it can't arrive. */
function wire(
  { clock, links, network }: Wiring,
  from: PodLink,
  { link: to, source }: { readonly link: PodLink; readonly source: string },
  lost: () => void,
): { there(run: () => void): void; back(run: () => void): void } {
  if (from.node === to.node) return { there: (run) => run(), back: (run) => run() };
  const there = links.pipe(`node/${from.node}`, `node/${to.node}`, lost);
  const back = links.pipe(`node/${to.node}`, `node/${from.node}`, lost);
  const over = (pipe: Pipe) => (run: () => void) => {
    if (network.routes?.passes(from, to, source) === false) clock.after(connectTimeoutMs, lost, { background: true });
    else pipe.send(run);
  };
  return { there: over(there), back: over(back) };
}

function target(
  { network, pods }: Wiring,
  from: PodLink,
  to: Address,
): { readonly link: PodLink; readonly port: number; readonly source: string } | ConnectFailure {
  const isLocal = to.ip.startsWith('127.') || to.ip === 'localhost' || to.ip === '::1';
  const routed = isLocal ? undefined : network.proxy?.route(from, to);
  if (typeof routed === 'string') return routed;
  const { ip, port: number, source = from.ip } = routed ?? to;
  const reached = isLocal ? from : pods.get(ip);
  if (reached === undefined) return ip.startsWith('10.24') ? 'no route to host' : 'timed out';
  const forwarded = network.hostPorts?.find(reached, to);
  const { link, port } = forwarded ?? { link: reached, port: number };
  if (isLocal && forwarded === undefined) return { link, port, source };
  // What policies forbid is dropped, so that the client waits.
  return network.policies?.admits({ from, to: link, source, port, protocol: 'TCP' }) === false ? 'timed out' : { link, port, source };
}

function fail({ clock }: Wiring, why: ConnectFailure, report: (why: ConnectFailure) => void): void {
  const wait = why === 'timed out' ? connectTimeoutMs : why === 'no route to host' ? unreachableMs : 1;
  clock.after(wait, () => report(why), { background: why === 'timed out' });
}

/** Opens a connection to a listener: bytes of HTTP are understood for those who answer requests. */
export function accept(listener: Listener, peer: Socket, remote: string): Socket {
  const end = (): void => {
    listener.open.delete(end);
    peer.end();
  };
  listener.open.add(end);
  const watched: Socket = { write: (bytes) => peer.write(bytes), end };
  return 'accept' in listener ? listener.accept(watched, remote) : answerBytes(listener.http, watched, remote);
}

/** One request to a server; undefined when it ends before it has answered. */
export function answerOnce(
  listener: Extract<Listener, { readonly http: HttpHandler }>,
  request: HttpRequest,
  remote: string,
  done: (answer: HttpAnswer | undefined) => void,
): void {
  let over = false;
  const finish = (answer: HttpAnswer | undefined): void => {
    if (over) return;
    over = true;
    listener.open.delete(gone);
    done(answer);
  };
  const gone = (): void => finish(undefined);
  listener.open.add(gone);
  listener.http(request, finish, remote);
}
