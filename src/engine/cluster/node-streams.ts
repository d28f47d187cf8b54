/** The API server's way into pods: by the kubelet of the pod's node, when it is up. */
import type { NodeStreams } from '../apiserver/index.ts';
import type { KubeObject, StreamEnd } from '../meta/index.ts';
import type { Kubelet } from '../node/index.ts';

const nothing: StreamEnd = { write() {}, close() {}, end() {} };

/** `kubeletOf` finds the one of a pod's node; undefined while it is down. */
export function createNodeStreams(kubeletOf: (pod: KubeObject) => Kubelet | undefined): NodeStreams {
  function withKubelet(pod: KubeObject, peer: StreamEnd, open: (kubelet: Kubelet) => StreamEnd): StreamEnd {
    const kubelet = kubeletOf(pod);
    if (kubelet !== undefined) return open(kubelet);
    const error = dialError(pod);
    const message = `Internal error occurred: ${error}`;
    const details = { causes: [{ message: error }] };
    const status = { metadata: {}, status: 'Failure', message, reason: 'InternalError', details, code: 500 };
    peer.write(3, asBytes(JSON.stringify(status)));
    peer.end();
    return nothing;
  }
  return {
    exec: (pod, container, options, peer) =>
      withKubelet(pod, peer, ({ streams }) => streams.exec(pod, container, options, peer)),
    attach: (pod, container, options, peer) =>
      withKubelet(pod, peer, ({ streams }) => streams.attach(pod, container, options, peer)),
    connect(pod, port, peer) {
      const kubelet = kubeletOf(pod);
      if (kubelet !== undefined) return kubelet.streams.connect(pod, port, peer);
      peer.write(1, asBytes(dialError(pod)));
      peer.end();
      return nothing;
    },
    http(pod, port, request, done) {
      const kubelet = kubeletOf(pod);
      if (kubelet === undefined) done(dialError(pod));
      else kubelet.streams.http(pod, port, request, done);
    },
  };
}

function dialError(pod: KubeObject): string {
  const status: unknown = 'status' in pod ? pod.status : undefined;
  const address = typeof status === 'object' && status !== null && 'hostIP' in status ? String(status.hostIP) : '';
  return `error dialing backend: dial tcp ${address}:10250: connect: connection refused`;
}

function asBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
