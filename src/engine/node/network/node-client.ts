/** What a kubelet asks for probes and hooks beyond a pod's own HTTP: other hosts that these name, and gRPC. */
import type { Clock } from '../../kernel/index.ts';
import type { HttpAnswer, HttpRequest, Probe } from '../../sdk/index.ts';
import { goDuration } from '../go-duration.ts';
import type { ProbeOutcome } from '../prober.ts';
import { requestUrl } from './client.ts';
import { dnsOf } from './dns.ts';
import type { PodLink, PodNetwork } from './pod-network.ts';

export interface NodeClient {
  /** Asks as the node does: `127.0.0.1` is the node itself, and its DNS knows no name of the cluster. A text says why there is no answer. */
  request(host: string, port: number, request: HttpRequest, done: (answer: HttpAnswer | string) => void): void;
  /** Asks a server of the pod how it is (upstream pkg/probe/grpc). */
  checkHealth(pod: PodLink, probe: NonNullable<Probe['grpc']>, timeoutSeconds: number, done: (outcome: ProbeOutcome) => void): void;
}

/** What servers answer to, who say that they speak gRPC: the service is the body, and so is how it is. */
const healthRequest: HttpRequest = { method: 'POST', path: '/grpc.health.v1.Health/Check', headers: { 'content-type': 'application/grpc' }, body: '' };
const ok = '0';
const notFound = '5';

export function createNodeClient(clock: Clock, network: PodNetwork, link: PodLink): NodeClient {
  const dns = dnsOf({ dnsPolicy: 'Default' }, '');
  return {
    request(host, port, request, done) {
      requestUrl(network, { clock, link, hostname: '', dns }, `http://${host}:${port}`, request, (answer) => {
        if (typeof answer !== 'string') return done(answer);
        done(answer === 'bad address' ? `dial tcp: lookup ${host} on ${dns.servers[0]}:53: no such host` : `dial tcp ${host}:${port}: connect: ${answer}`);
      });
    },
    checkHealth(pod, { port, service }, timeoutSeconds, done) {
      const timeoutMs = timeoutSeconds * 1000;
      const late = `timeout: failed to connect service "${pod.ip}:${port}" within ${goDuration(timeoutMs)}: context deadline exceeded`;
      // Who speaks no gRPC is asked until the time is over, as one who isn't there.
      const timer = clock.after(timeoutMs, () => finish({ ok: false, output: late }), { background: true });
      let over = false;
      const finish = (outcome: ProbeOutcome): void => {
        if (over) return;
        over = true;
        timer.cancel();
        done(outcome);
      };
      const listener = pod.ports?.get(port);
      if (listener === undefined || !('http' in listener)) return;
      listener.http(
        { ...healthRequest, body: service ?? '' },
        ({ headers, body }) => {
          const status = headers['grpc-status'];
          if (status !== undefined) finish(outcomeOf(status, body));
        },
        pod.ip,
      );
    },
  };
}

function outcomeOf(status: string, body: string): ProbeOutcome {
  if (status === ok && body === 'SERVING') return { ok: true, output: 'service healthy' };
  if (status === ok) return { ok: false, output: `service unhealthy (responded with "${body}")` };
  const code = status === notFound ? 'NotFound' : 'Unknown';
  return { ok: false, output: `error: health rpc probe failed: rpc error: code = ${code} desc = ${body}` };
}
