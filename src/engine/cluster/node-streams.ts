/**
 * The API server's way into pods: by the kubelet of the pod's node, when it is up, over the link between the two. A link that breaks and a
 * kubelet that goes end what is open.
 */
import type { NodeStreams } from '../apiserver/index.ts';
import type { Clock, Network } from '../kernel/index.ts';
import type { KubeObject, StreamEnd } from '../meta/index.ts';
import type { Kubelet, KubeletStreams } from '../node/index.ts';
import { nodeNameOf } from './node-name.ts';

export interface NodeStreamsOptions {
  readonly clock: Clock;
  readonly links: Network;
  /** The one of a node; undefined while it is down. */
  kubeletOf(node: string): Kubelet | undefined;
  /** Calls back when the kubelet of this node is gone; what is returned forgets it. */
  onDrop(node: string, end: () => void): () => void;
}

const server = 'apiserver';
/** TCP's question whether the other end is still there. */
const keepAliveMs = 30_000;

/** Creates it, with nothing open. */
export function createNodeStreams({ clock, links, kubeletOf, onDrop }: NodeStreamsOptions): NodeStreams {
  /** `refuse` says to the client why there is no way. */
  function dial(
    pod: KubeObject,
    peer: StreamEnd,
    refuse: (why: string) => void,
    begin: (streams: KubeletStreams, peer: StreamEnd) => StreamEnd,
  ): StreamEnd {
    const node = nodeNameOf(pod);
    const kubelet = `kubelet/${node}`;
    let target: StreamEnd | undefined;
    let over = false;
    const finish = (): boolean => {
      if (over) return false;
      over = true;
      forget();
      keepAlive.cancel();
      return true;
    };
    const broken = (why: string) => (): void => {
      if (!finish()) return;
      if (target === undefined) refuse(dialError(pod, why));
      peer.end();
      target?.end();
    };
    const forget = onDrop(node, broken('connection refused'));
    const there = links.pipe(server, kubelet, broken('i/o timeout'));
    const back = links.pipe(kubelet, server, broken('i/o timeout'));
    const ask = (): ReturnType<Clock['after']> =>
      clock.after(
        keepAliveMs,
        () => {
          there.send(() => back.send(() => {}));
          keepAlive = ask();
        },
        { background: true },
      );
    let keepAlive = ask();
    const toClient: StreamEnd = {
      write: (channel, bytes) => back.send(() => over || peer.write(channel, bytes)),
      close: (channel) => back.send(() => over || peer.close(channel)),
      end: () => back.send(() => finish() && peer.end()),
    };
    there.send(() => {
      if (over) return;
      const found = kubeletOf(node)?.streams;
      if (found === undefined) broken('connection refused')();
      else target = begin(found, toClient);
    });
    return {
      write: (channel, bytes) => there.send(() => target?.write(channel, bytes)),
      close: (channel) => there.send(() => target?.close(channel)),
      end: () => {
        if (!over) there.send(() => target?.end());
        finish();
      },
    };
  }

  function command(pod: KubeObject, peer: StreamEnd, begin: Parameters<typeof dial>[3]): StreamEnd {
    const refuse = (error: string): void => {
      const message = `Internal error occurred: ${error}`;
      const details = { causes: [{ message: error }] };
      const status = { metadata: {}, status: 'Failure', message, reason: 'InternalError', details, code: 500 };
      peer.write(3, asBytes(JSON.stringify(status)));
    };
    return dial(pod, peer, refuse, begin);
  }

  return {
    exec: (pod, container, options, peer) =>
      command(pod, peer, (streams, end) => streams.exec(identityOf(pod), container, options, end)),
    attach: (pod, container, options, peer) =>
      command(pod, peer, (streams, end) => streams.attach(identityOf(pod), container, options, end)),
    connect: (pod, port, peer) =>
      dial(
        pod,
        peer,
        (error) => peer.write(1, asBytes(error)),
        (streams, end) => streams.connect(identityOf(pod), port, end),
      ),
    http(pod, port, request, done) {
      const streams = kubeletOf(nodeNameOf(pod))?.streams;
      if (streams === undefined) done(dialError(pod, 'connection refused'));
      else streams.http(identityOf(pod), port, request, done);
    },
  };
}

function identityOf({ metadata }: KubeObject): { readonly metadata: { readonly uid: string; readonly name: string } } {
  return { metadata };
}

function dialError(pod: KubeObject, why: string): string {
  const status: unknown = 'status' in pod ? pod.status : undefined;
  const address = typeof status === 'object' && status !== null && 'hostIP' in status ? String(status.hostIP) : '';
  const how = why === 'i/o timeout' ? why : `connect: ${why}`;
  return `error dialing backend: dial tcp ${address}:10250: ${how}`;
}

function asBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
