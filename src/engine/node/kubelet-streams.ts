/** What a kubelet opens for the API server: commands, terminals, connections and requests into its pods. */
import type { HttpAnswer, HttpRequest, Socket, StreamEnd } from '../sdk/index.ts';
import { bytesOf, byteTextOf } from './bytes.ts';
import { accept, answerOnce, type PodLink } from './network/pod-network.ts';
import type { ContainerRuntime, RuntimeContainer, RuntimePod } from './runtime.ts';
import { openAttach, openExec, type StreamOptions } from './streams/exec.ts';
import { closedStream, endStream } from './streams/status.ts';

export interface PodIdentity {
  readonly metadata: { readonly uid: string; readonly name: string; readonly namespace: string | undefined };
}

export interface KubeletStreams {
  /** Runs a command; `peer` gets what it writes and how it ended. */
  exec(
    pod: PodIdentity,
    container: string,
    options: StreamOptions & { readonly command: readonly string[] },
    peer: StreamEnd,
  ): StreamEnd;
  /** The same with the process that runs already. */
  attach(pod: PodIdentity, container: string, options: StreamOptions, peer: StreamEnd): StreamEnd;
  /** A connection to a port of the pod, over channel 0. */
  connect(pod: PodIdentity, port: number, peer: StreamEnd): StreamEnd;
  /** A text says why there was no answer. */
  http(pod: PodIdentity, port: number, request: HttpRequest, done: (answer: HttpAnswer | string) => void): void;
}

/** `prepare` runs before a command starts, and may take time: it fetches what only commands read. */
export function createKubeletStreams(
  runtime: ContainerRuntime,
  prepare: (uid: string, ready: () => void) => void,
): KubeletStreams {
  function running(
    { metadata }: PodIdentity,
    name: string,
  ): { pod: RuntimePod; container: RuntimeContainer } | undefined {
    const pod = runtime.pod(metadata.uid);
    const container = pod?.containers.get(name)?.at(-1);
    return pod === undefined || container === undefined || container.ended !== undefined
      ? undefined
      : { pod, container };
  }
  function refuse(why: string, peer: StreamEnd): StreamEnd {
    endStream(peer, { error: `unable to upgrade connection: ${why}` });
    return closedStream;
  }
  return {
    exec(pod, name, options, peer) {
      // Upstream has other words for each of the two (pkg/kubelet/kubelet_pods.go GetExec, GetAttach).
      const refused = (): StreamEnd => refuse(`container not found ("${name}")`, peer);
      if (running(pod, name) === undefined) return refused();
      const waiting = createDeferredStream();
      prepare(pod.metadata.uid, () => {
        const still = running(pod, name);
        if (still === undefined) refused();
        else waiting.open(() => openExec(runtime, still.pod, still.container, options.command, options, peer));
      });
      return waiting;
    },
    attach(pod, name, options, peer) {
      const found = running(pod, name);
      const { metadata } = pod;
      if (found !== undefined) return openAttach(found.container, options, peer);
      return refuse(`container ${name} not found in pod ${metadata.name}_${metadata.namespace}`, peer);
    },
    connect(pod, port, peer) {
      const link = runtime.pod(pod.metadata.uid)?.link;
      const listener = link?.ports?.get(port);
      if (link === undefined || listener === undefined) {
        peer.write(1, bytesOf(refusedForward(port, pod.metadata.uid, link)));
        peer.end();
        return closedStream;
      }
      const toClient: Socket = { write: (bytes) => peer.write(0, bytesOf(bytes)), end: () => peer.end() };
      const server = accept(listener, toClient, '127.0.0.1');
      return {
        write: (channel, bytes) => {
          if (channel === 0) server.write(byteTextOf(bytes));
        },
        close: () => server.end(),
        end: () => server.end(),
      };
    },
    http(pod, port, request, done) {
      const link = runtime.pod(pod.metadata.uid)?.link;
      const listener = link?.ports?.get(port);
      const address = `${link?.ip ?? ''}:${port}`;
      if (link === undefined || listener === undefined) return done(`dial tcp ${address}: connect: connection refused`);
      const remote = link.ip.replace(/\d+$/, '1');
      if ('http' in listener) answerOnce(listener, request, remote, (answer) => done(answer ?? 'EOF'));
      else done(`net/http: HTTP/1.x transport connection broken: malformed HTTP response`);
    },
  };
}

/** As kubectl port-forward shows it (containerd's words). */
function refusedForward(port: number, uid: string, link: PodLink | undefined): string {
  if (link === undefined) return `error forwarding port ${port} to pod ${uid}, uid : container not running (${uid})`;
  const why = `dial tcp4 127.0.0.1:${port}: connect: connection refused`;
  return `error forwarding port ${port} to pod ${uid}, uid : failed to execute portforward in network namespace "${link.ip}": failed to connect to localhost:${port} inside namespace "${uid}", IPv4: ${why} IPv6: dial tcp6: address localhost: no suitable address found `;
}

/** Keeps what comes until there is a reader for it. */
function createDeferredStream(): StreamEnd & { open(make: () => StreamEnd): void } {
  let target: StreamEnd | undefined;
  let over = false;
  const early: ((stream: StreamEnd) => void)[] = [];
  const pass = (act: (stream: StreamEnd) => void) => (target === undefined ? void early.push(act) : act(target));
  return {
    open(make) {
      if (over) return;
      target = make();
      for (const act of early.splice(0)) act(target);
    },
    write: (channel, bytes) => pass((stream) => stream.write(channel, bytes)),
    close: (channel) => pass((stream) => stream.close(channel)),
    end() {
      if (target === undefined) over = true;
      target?.end();
    },
  };
}
