/** What a kubelet asks of other hosts than the pod's: for probes and hooks that name one. */
import type { Clock } from '../../kernel/index.ts';
import type { HttpAnswer, HttpRequest } from '../../sdk/index.ts';
import { requestUrl } from './client.ts';
import { dnsOf } from './dns.ts';
import type { PodLink, PodNetwork } from './pod-network.ts';

export type NodeClient = (host: string, port: number, request: HttpRequest, done: (answer: HttpAnswer | string) => void) => void;

/** Asks as the node does: `127.0.0.1` is the node itself, and its DNS knows no name of the cluster. A text says why there is no answer. */
export function createNodeClient(clock: Clock, network: PodNetwork, link: PodLink): NodeClient {
  const dns = dnsOf({ dnsPolicy: 'Default' }, '');
  return (host, port, request, done) => {
    requestUrl(network, { clock, link, hostname: '', dns }, `http://${host}:${port}`, request, (answer) => {
      if (typeof answer !== 'string') return done(answer);
      done(answer === 'bad address' ? `dial tcp: lookup ${host} on ${dns.servers[0]}:53: no such host` : `dial tcp ${host}:${port}: connect: ${answer}`);
    });
  };
}
