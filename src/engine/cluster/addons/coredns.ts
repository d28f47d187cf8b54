/**
 * CoreDNS: names are answered by the Pods of a Deployment behind the Service kube-dns, and by nothing else. (upstream:
 * cmd/kubeadm/app/phases/addons/dns)
 */
import type { KubeProxy, PodNetwork } from '../../node/index.ts';
import { ConfigMap, Deployment, type Draft, type HttpAnswer, type Image, Service, ServiceAccount } from '../../sdk/index.ts';
import { serviceAccountUser } from '../users.ts';
import type { Addon, AddonRoom } from './addon.ts';
import { allow } from './allow.ts';

const namespace = 'kube-system';
const name = 'coredns';
const labels = { 'k8s-app': 'kube-dns' };
const repository = 'registry.k8s.io/coredns/coredns';
/** Whom the processes of Pods ask for names: see `node/network/dns.ts`. */
const clusterIP = '10.96.0.10';
const [dnsPort, healthPort, readyPort, metricsPort] = [53, 8080, 8181, 9153];
/** As its Corefile has it. */
const lameDuckMs = 5_000;

const user = serviceAccountUser(namespace, name);

/** A server that has no Services yet, or whose container has ended, answers nothing. */
export function createCoreDns(room: AddonRoom): Addon {
  const { next, connect, components, network, parts, createKubeProxy } = room;
  /** By the address of its Pod. */
  const servers = new Map<string, KubeProxy>();
  return {
    image: imageOf((ip) => servers.has(ip)),
    objects,
    lookup: lookupIn(room, servers),
    work({ name: node }, { ip }) {
      const component = `${name}/${node}/${ip}`;
      components.add(component, () => {
        const onSynced = (): void => void servers.set(ip, server);
        const server = createKubeProxy({ kernel: next(component), handler: connect(component), network, parts, name: component, address: '', user, onSynced });
        return {
          stop() {
            server.stop();
            servers.delete(ip);
          },
        };
      });
      return () => components.remove(component);
    },
  };
}

/** A query goes the way of any other packet to the Service: by the rules of the client's node, and past its policies. */
function lookupIn({ network, proxies }: AddonRoom, servers: ReadonlyMap<string, KubeProxy>): NonNullable<Addon['lookup']> {
  return (from, domain) => {
    const to = proxies.get(from.node)?.route(from, { ip: clusterIP, port: dnsPort });
    if (to === undefined || typeof to === 'string') return undefined;
    return passes(network, from, to.ip) ? servers.get(to.ip)?.lookup(domain) : undefined;
  };
}

function passes({ find, policies, routes }: PodNetwork, from: Parameters<NonNullable<Addon['lookup']>>[0], ip: string): boolean {
  const to = find(ip);
  if (to === undefined || routes?.passes(from, to, from.ip) === false) return false;
  return policies?.admits({ from, to, source: from.ip, port: dnsPort, protocol: 'UDP' }) !== false;
}

function imageOf(knowsServices: (ip: string) => boolean): Image {
  const text = (code: number, body: string): HttpAnswer => ({ code, headers: { 'content-type': 'text/plain' }, body });
  return {
    repository,
    hasTag: (tag) => /^v1\.(?:9|1\d)\.\d+$/.test(tag),
    sizeBytes: 18_560_000,
    entrypoint: ['/coredns'],
    programs: {
      '/coredns'(process) {
        process.log(`.:53\n[INFO] plugin/reload: Running configuration SHA512 = 591cf328cccc12bc490481273e738df59329c62c0b729d94e8b61db9961c2fa5\nCoreDNS-${process.tag.slice(1)}\nlinux/amd64, go1.23.3`);
        process.listen(healthPort, (_, answer) => answer(text(200, 'OK')));
        process.listen(readyPort, (_, answer) => answer(knowsServices(process.ip) ? text(200, 'OK') : text(503, 'kubernetes')));
        process.listen(metricsPort, (_, answer) => answer(text(200, 'coredns_build_info 1\n')));
        process.listenTcp(dnsPort, (peer) => ({ write: () => peer.end(), end() {} }));
        process.onTerminate(() => {
          process.log('[INFO] SIGTERM: Shutting down servers then terminating');
          process.after(lameDuckMs, () => process.exit(0));
        });
      },
    },
  };
}

const corefile = `.:53 {
    errors
    health {
       lameduck 5s
    }
    ready
    kubernetes cluster.local in-addr.arpa ip6.arpa {
       pods insecure
       fallthrough in-addr.arpa ip6.arpa
       ttl 30
    }
    prometheus :9153
    forward . /etc/resolv.conf {
       max_concurrent 1000
    }
    cache 30
    loop
    reload
    loadbalance
}
`;

const service: Draft<Service> = {
  metadata: { name: 'kube-dns', namespace, labels: { ...labels, 'kubernetes.io/cluster-service': 'true', 'kubernetes.io/name': 'CoreDNS' }, annotations: { 'prometheus.io/port': '9153', 'prometheus.io/scrape': 'true' } },
  spec: {
    clusterIP,
    selector: labels,
    ports: [
      { name: 'dns', port: dnsPort, protocol: 'UDP', targetPort: dnsPort },
      { name: 'dns-tcp', port: dnsPort, protocol: 'TCP', targetPort: dnsPort },
      { name: 'metrics', port: metricsPort, protocol: 'TCP', targetPort: metricsPort },
    ],
  },
};

const deployment: Draft<Deployment> = {
  metadata: { name, namespace, labels },
  spec: {
    replicas: 2,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        priorityClassName: 'system-cluster-critical',
        serviceAccountName: name,
        affinity: {
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 100, podAffinityTerm: { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: labels } } },
            ],
          },
        },
        tolerations: [
          { key: 'CriticalAddonsOnly', operator: 'Exists' },
          { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' },
        ],
        nodeSelector: { 'kubernetes.io/os': 'linux' },
        dnsPolicy: 'Default',
        containers: [
          {
            name,
            image: `${repository}:v1.12.0`,
            imagePullPolicy: 'IfNotPresent',
            args: ['-conf', '/etc/coredns/Corefile'],
            resources: { limits: { memory: '170Mi' }, requests: { cpu: '100m', memory: '70Mi' } },
            volumeMounts: [{ name: 'config-volume', mountPath: '/etc/coredns', readOnly: true }],
            ports: [
              { name: 'dns', containerPort: dnsPort, protocol: 'UDP' },
              { name: 'dns-tcp', containerPort: dnsPort, protocol: 'TCP' },
              { name: 'metrics', containerPort: metricsPort, protocol: 'TCP' },
            ],
            livenessProbe: { httpGet: { path: '/health', port: healthPort, scheme: 'HTTP' }, initialDelaySeconds: 60, timeoutSeconds: 5, successThreshold: 1, failureThreshold: 5 },
            readinessProbe: { httpGet: { path: '/ready', port: readyPort, scheme: 'HTTP' } },
            securityContext: { allowPrivilegeEscalation: false, capabilities: { add: ['NET_BIND_SERVICE'], drop: ['ALL'] }, readOnlyRootFilesystem: true },
          },
        ],
        volumes: [{ name: 'config-volume', configMap: { name, items: [{ key: 'Corefile', path: 'Corefile' }] } }],
      },
    },
  },
};

const verbs = ['list', 'watch'];

const objects: Addon['objects'] = [
  (client) => client.create(ConfigMap, { metadata: { name, namespace }, data: { Corefile: corefile } }),
  ...allow(
    name,
    namespace,
    [
      { apiGroups: [''], resources: ['endpoints', 'services', 'pods', 'namespaces'], verbs },
      { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs },
    ],
    'system:coredns',
  ),
  (client) => client.create(ServiceAccount, { metadata: { name, namespace } }),
  (client) => client.create(Deployment, deployment),
  (client) => client.create(Service, service),
];
