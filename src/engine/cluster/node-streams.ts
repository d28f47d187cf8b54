/**
 * The API server's way into pods: by the kubelet of the pod's node, when it is up, over the link between the two. A link that breaks and a
 * kubelet that goes end what is open.
 */
import type { LogOptions, NodeLogs, NodeStreams } from '../apiserver/index.ts';
import type { Clock, Network, Pipe, Timer } from '../kernel/index.ts';
import { failure, type KubeObject, type StreamEnd } from '../meta/index.ts';
import type { Kubelet } from '../node/index.ts';
import { statusResponse } from './connection.ts';
import type { MachineRoom } from './machines.ts';
import { identityOf, nodeNameOf } from './node-name.ts';

export interface NodeStreamsOptions {
  readonly clock: Clock;
  readonly links: Network;
  /** The kubelet of a node; undefined while it is down. */
  kubeletOf(node: string): Kubelet | undefined;
  readonly room: () => Pick<MachineRoom, 'network' | 'proxyOf'>;
  /** Calls back when the kubelet of this node is gone; what is returned forgets it. */
  onDrop(node: string, end: () => void): () => void;
}

const server = 'apiserver';
/** How often TCP probes whether the other end is still there. */
const keepAliveMs = 30_000;

/** Creates it, with nothing open. */
export function createNodeStreams(options: NodeStreamsOptions): NodeStreams {
  const { kubeletOf } = options;
  const command = (pod: KubeObject, peer: StreamEnd, begin: Begin): StreamEnd =>
    dial(options, pod, peer, (error) => refuseCommand(peer, backend + error), begin);
  return {
    exec: (pod, container, execOptions, peer) =>
      command(pod, peer, ({ streams }, end) => streams?.exec(identityOf(pod), container, execOptions, end)),
    attach: (pod, container, attachOptions, peer) =>
      command(pod, peer, ({ streams }, end) => streams?.attach(identityOf(pod), container, attachOptions, end)),
    connect: (pod, port, peer) =>
      dial(
        options,
        pod,
        peer,
        (error) => peer.write(1, asBytes(backend + error)),
        ({ streams }, end) => streams?.connect(identityOf(pod), port, end),
      ),
    http(pod, port, request, done) {
      const streams = kubeletOf(nodeNameOf(pod))?.streams;
      if (streams === undefined) done(backend + dialError(pod, 'connection refused'));
      else streams.http(identityOf(pod), port, request, done);
    },
    nodePort(node, to, request, done) {
      const { network, proxyOf } = options.room();
      const from = { ip: to.ip, node, outside: true, ports: undefined } as const;
      const failed = (why: string): void => done(`dial tcp ${to.ip}:${to.port}: ${why === 'timed out' ? 'i/o timeout' : `connect: ${why}`}`);
      const routed = proxyOf(node)?.route(from, to) ?? to;
      if (typeof routed === 'string') return failed(routed);
      network.request(from, routed, request, (answer) => (typeof answer === 'string' ? failed(answer) : done(answer)));
    },
  };
}

/** Logs of containers, by the same way. A kubelet that can't be reached is an answer 500, as upstream's proxy says it. */
export function createNodeLogs(options: Omit<NodeStreamsOptions, 'room'>): NodeLogs {
  return (pod, container, logOptions, exchange) => {
    const peer: StreamEnd = { write() {}, close() {}, end: () => exchange.end() };
    const refuse = (error: string): void => {
      const message = `Get "https://${hostOf(pod)}${logPath(pod, container, logOptions)}": ${error}`;
      exchange.respond(statusResponse(failure(500, '', message)));
    };
    const connection = dial(options, pod, peer, refuse, (kubelet, { end }, send) => {
      const stop = kubelet.logs(identityOf(pod), container, logOptions, {
        respond(response) {
          send(() => exchange.respond(response));
          if (response.body !== undefined) end();
        },
        write: (chunk) => send(() => exchange.write(chunk)),
        end,
      });
      return { ...peer, end: stop };
    });
    return connection.end;
  };
}

/** Where a kubelet has it, with what was asked for in the order of its letters. */
function logPath({ metadata: { namespace, name } }: KubeObject, container: string, options: LogOptions): string {
  const named = Object.entries(options).filter(([, value]) => value !== false);
  const query = named.sort().map(([key, value], index) => `${index === 0 ? '?' : '&'}${key}=${encodeURIComponent(value)}`);
  return `/containerLogs/${namespace}/${name}/${container}${query.join('')}`;
}

/**
 * Opens the stream at the kubelet; `peer` is the client's end, what is returned the container's: none where the kubelet takes no streams. `send`
 * carries anything else to the API server.
 */
type Begin = (kubelet: Kubelet, peer: StreamEnd, send: (arrive: () => void) => void) => StreamEnd | undefined;

/** A connection to a kubelet. */
interface Dialled {
  readonly pod: KubeObject;
  readonly peer: StreamEnd;
  /** Says to the client why there is no connection. */
  readonly refuse: (why: string) => void;
  /** The container's end, once the connection has arrived. */
  target: StreamEnd | undefined;
  over: boolean;
  /** Stop listening for the kubelet's end, and the timer of keep-alives. */
  readonly release: (() => void)[];
}

function dial(
  { clock, links, kubeletOf, onDrop }: Omit<NodeStreamsOptions, 'room'>,
  pod: KubeObject,
  peer: StreamEnd,
  refuse: (why: string) => void,
  begin: Begin,
): StreamEnd {
  const node = nodeNameOf(pod);
  const kubelet = `kubelet/${node}`;
  const dialled: Dialled = { pod, peer, refuse, target: undefined, over: false, release: [] };
  dialled.release.push(onDrop(node, () => breakOff(dialled, 'connection refused')));
  const there = links.pipe(server, kubelet, () => breakOff(dialled, 'i/o timeout'));
  const back = links.pipe(kubelet, server, () => breakOff(dialled, 'i/o timeout'));
  dialled.release.push(keepAlive(clock, there, back));
  const send = (arrive: () => void): void => back.send(() => dialled.over || arrive());
  const toClient: StreamEnd = {
    write: (channel, bytes) => send(() => peer.write(channel, bytes)),
    close: (channel) => send(() => peer.close(channel)),
    end: () => back.send(() => finish(dialled) && peer.end()),
  };
  there.send(() => {
    if (dialled.over) return;
    const found = kubeletOf(node);
    dialled.target = found && begin(found, toClient, send);
    if (dialled.target === undefined) breakOff(dialled, 'connection refused');
  });
  return {
    write: (channel, bytes) => there.send(() => dialled.target?.write(channel, bytes)),
    close: (channel) => there.send(() => dialled.target?.close(channel)),
    end: () => {
      if (!dialled.over) there.send(() => dialled.target?.end());
      finish(dialled);
    },
  };
}

/** False where it was over before. */
function finish(dialled: Dialled): boolean {
  if (dialled.over) return false;
  dialled.over = true;
  for (const release of dialled.release) release();
  return true;
}

function breakOff(dialled: Dialled, why: string): void {
  if (!finish(dialled)) return;
  const { target, peer } = dialled;
  if (target === undefined) dialled.refuse(dialError(dialled.pod, why));
  peer.end();
  target?.end();
}

/** Sends TCP's probes until what is returned is called: a link that is cut shows by them. */
function keepAlive(clock: Clock, there: Pipe, back: Pipe): () => void {
  let timer: Timer;
  const arm = (): void => {
    timer = clock.after(keepAliveMs, probe, { background: true });
  };
  const probe = (): void => {
    there.send(() => back.send(() => {}));
    arm();
  };
  arm();
  return () => timer.cancel();
}

/** Reports the failure on the error channel of exec and attach, as a Status. */
function refuseCommand(peer: StreamEnd, error: string): void {
  const message = `Internal error occurred: ${error}`;
  const details = { causes: [{ message: error }] };
  const status = { metadata: {}, status: 'Failure', message, reason: 'InternalError', details, code: 500 };
  peer.write(3, asBytes(JSON.stringify(status)));
}

const backend = 'error dialing backend: ';

const dialError = (pod: KubeObject, why: string): string => `dial tcp ${hostOf(pod)}: ${why === 'i/o timeout' ? why : `connect: ${why}`}`;

/** The kubelet's address. */
function hostOf(pod: KubeObject): string {
  const status: unknown = 'status' in pod ? pod.status : undefined;
  return `${typeof status === 'object' && status !== null && 'hostIP' in status ? String(status.hostIP) : ''}:10250`;
}

function asBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
