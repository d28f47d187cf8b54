/** A served cluster: engine, real time and HTTP put together. */
import { randomBytes } from 'node:crypto';
import { type Cluster, createCluster, type User } from '../../engine/index.ts';
import { makeCertificate } from './certificate.ts';
import { withCloudApi } from './cloud-api.ts';
import { createFailureLines } from './controller-failures.ts';
import { enterBetweenInstants } from './external-requests.ts';
import { type EtcdHttpServer, startEtcdHttpServer } from './etcd-http.ts';
import { type HttpServer, startHttpServer } from './http-server.ts';
import { type Kubeconfig, writeKubeconfig } from './kubeconfig.ts';
import type { ServeOptions } from './options.ts';
import { createPacer } from './pacer.ts';
import { kubeletConfigurationOf } from './kubelet-config.ts';
import { schedulersOf } from './scheduler-config.ts';
import { type KeptSessionParts, openKeptSession } from './session/kept-session.ts';
import { createWebhookCaller } from './webhooks.ts';
import { unix } from '../../posix/index.ts';

export interface Served {
  readonly url: string;
  /** The kubeconfig's path. */
  readonly kubeconfig: string;
  /** Of the members of etcd, where they are served. */
  readonly etcdUrls: readonly string[];
  readonly cluster: Cluster;
  /** Ends streams, time and server; removes a temporary kubeconfig. */
  stop(): Promise<void>;
}

export interface ServeParts {
  /** Text for `kubectl explain`. */
  readonly descriptions: (type: string, field: string) => string;
  /** A bug of the engine's, after which time stands. */
  failed(error: unknown): void;
  /** What a controller failed with, a line at a time. */
  controllerFailed?(line: string): void;
  /** What is to be said of the session's file. */
  say?(line: string): void;
}

const admin: User = { name: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] };
const anonymous: User = { name: '', groups: [] };

/** By this clients find the address that Pods ask for names. Behind it are no Pods, and each node answers; the add-on `coredns` has made it before. */
const dnsService = {
  method: 'POST',
  path: '/api/v1/namespaces/kube-system/services',
  query: {},
  headers: {},
  body: {
    metadata: { name: 'kube-dns', labels: { 'k8s-app': 'kube-dns' } },
    spec: {
      clusterIP: '10.96.0.10',
      selector: { 'k8s-app': 'kube-dns' },
      ports: [
        { name: 'dns', port: 53, protocol: 'UDP' },
        { name: 'dns-tcp', port: 53, protocol: 'TCP' },
      ],
    },
  },
} as const;

/** The cluster has this long, in its own time, to boot before the first request. */
const bootMs = 10_000;
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Boots a cluster and serves it; resolves when its nodes are there. Rejects with node's error when the port can't be had. */
export async function serve(options: ServeOptions, parts: ServeParts): Promise<Served> {
  const { seed, nodes, withoutControllers, speed, etcdPort, allowHosts: hosts = [], allowOrigins: origins = [] } = options;
  // It can't be guessed; it is no part of the cluster's history.
  const token = randomBytes(24).toString('hex');
  const realMs = Date.now();
  const certificate = makeCertificate(realMs, hosts);
  // It began a little earlier, so that it is up now, and ages that clients compute with their own clock are right.
  const fresh = { startMs: realMs - bootMs, token };
  const kept = options.session === undefined ? undefined : openKeptSession(options.session, options, fresh, keptParts(parts));
  const { startMs, token: adminToken } = kept?.header ?? fresh;
  const { descriptions } = parts;
  const cluster = createCluster({
    unix,
    seed,
    nodes,
    ...chosenParts(options),
    withoutControllers,
    settle,
    startMs,
    tokens: { [adminToken]: admin },
    freeze: false,
    descriptions,
    callWebhook: kept?.callWebhook ?? createWebhookCaller((input) => pacer.enter(input)),
  });
  printFailures(cluster, parts);
  await cluster.run({ until: startMs + bootMs - 1_000 });
  void cluster.request('kubeadm', dnsService);
  await cluster.run({ until: startMs + bootMs });
  const toCluster = options.noToken === true ? cluster.connect('client') : cluster.connect('client', anonymous);
  const { outside } = cluster;
  const inner = outside === undefined ? toCluster : withCloudApi(toCluster, outside, { token: adminToken, isOpen: options.noToken === true });
  const rules = { hosts, origins };
  await kept?.readIn(cluster, inner);
  const pacer = createPacer(cluster, speed, parts.failed);
  const handler = kept?.record(cluster, inner, pacer) ?? enterBetweenInstants(pacer.enter, inner);
  let http: HttpServer | undefined;
  let kubeconfig: Kubeconfig | undefined;
  const members: EtcdHttpServer[] = [];
  try {
    http = await startHttpServer(handler, { port: options.port, certificate, rules });
    for (const [at, { name }] of cluster.etcdMembers().entries()) {
      if (etcdPort === undefined) break;
      const port = etcdPort === 0 ? 0 : etcdPort + at;
      members.push(await startEtcdHttpServer(cluster.etcdGateway(name), pacer.enter, port, rules));
    }
    kubeconfig = writeKubeconfig(
      { url: http.url, token: adminToken, authority: certificate.authority, tls: true },
      options.kubeconfig,
    );
  } catch (error) {
    await Promise.all([http, ...members].map((each) => each?.close()));
    await pacer.stop();
    await kept?.close();
    throw error;
  }
  const { url } = http;
  const stopping = { http, kubeconfig };
  return {
    url,
    kubeconfig: kubeconfig.path,
    etcdUrls: members.map((member) => member.url),
    cluster,
    async stop() {
      await Promise.all([stopping.http, ...members].map((each) => each.close()));
      await pacer.stop();
      await kept?.close();
      stopping.kubeconfig.remove();
    },
  };
}

/** What a cluster has only where it was asked for. */
const chosenParts = ({ etcd, schedulerFiles, kubeletFile, addons, cloud, kubeProxyPods }: ServeOptions) => ({
  // One member that can't be lost costs least.
  ...(etcd !== undefined && etcd !== 1 && { etcd }),
  ...(schedulerFiles !== undefined && { schedulers: schedulersOf(schedulerFiles) }),
  ...(kubeletFile !== undefined && { kubelet: kubeletConfigurationOf(kubeletFile) }),
  ...(addons !== undefined && { addons }),
  ...(cloud === true && { cloud }),
  ...(kubeProxyPods === true && { kubeProxyPods }),
});

const keptParts = ({ say = () => {}, failed }: ServeParts): KeptSessionParts => ({ say, failed });

function printFailures(cluster: Cluster, { controllerFailed }: ServeParts): void {
  if (controllerFailed === undefined) return;
  const lineOf = createFailureLines();
  cluster.onLog((logged) => {
    const line = lineOf(logged);
    if (line !== undefined) controllerFailed(line);
  });
}
