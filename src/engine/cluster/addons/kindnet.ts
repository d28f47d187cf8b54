/**
 * A network plugin whose agent is a Pod on each node: until it has run there, the node isn't ready, and connects no Pods. What it has written for the
 * node's container runtime stays when it ends. (after kubernetes-sigs/kindnet)
 */
import type { NetworkPlugin } from '../../node/index.ts';
import { DaemonSet, type Image, ServiceAccount } from '../../sdk/index.ts';
import type { Addon, AddonRoom } from './addon.ts';
import { allow } from './allow.ts';

const namespace = 'kube-system';
const name = 'kindnet';
const labels = { 'k8s-app': name, tier: 'node', app: name };
const program = '/bin/kindnetd';

const image: Image = {
  repository: 'docker.io/kindest/kindnetd',
  hasTag: (tag) => /^v\d{8}-[0-9a-f]{8}$/.test(tag),
  sizeBytes: 38_900_000,
  entrypoint: [program],
  programs: {
    [program](process) {
      process.log('"connected to apiserver"\nhandling current node');
      process.onTerminate(() => process.exit(0));
    },
  },
};

/** As containerd says it, and the kubelet passes it on. */
const notReady =
  'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized';

/** How long it takes until an agent that runs has written what the container runtime reads, milliseconds. */
const writesMs = 200;

export function createKindnet({ network, kernel }: AddonRoom): Addon {
  const connected = new Set<string>();
  const waiting = new Map<string, Set<() => void>>();
  const plugin: NetworkPlugin = {
    problem: (address) => (connected.has(address) ? undefined : notReady),
    onReady(address, run) {
      const runs = waiting.get(address) ?? new Set();
      waiting.set(address, runs.add(run));
      return { stop: () => void runs.delete(run) };
    },
  };
  network.plugin = plugin;
  return {
    image,
    objects,
    work({ address }) {
      if (connected.has(address)) return undefined;
      const timer = kernel.clock.after(writesMs, () => {
        connected.add(address);
        for (const run of waiting.get(address) ?? []) run();
      });
      return () => timer.cancel();
    },
  };
}

const objects: Addon['objects'] = [
  (client) => client.create(ServiceAccount, { metadata: { name, namespace } }),
  ...allow(name, namespace, [
    { apiGroups: [''], resources: ['nodes'], verbs: ['list', 'watch', 'patch'] },
    { apiGroups: [''], resources: ['pods', 'namespaces'], verbs: ['list', 'watch'] },
    { apiGroups: ['networking.k8s.io'], resources: ['networkpolicies'], verbs: ['list', 'watch'] },
  ]),
  (client) => client.create(DaemonSet, {
    metadata: { name, namespace, labels },
    spec: {
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels },
        spec: {
          serviceAccountName: name,
          hostNetwork: true,
          nodeSelector: { 'kubernetes.io/os': 'linux' },
          tolerations: [{ operator: 'Exists' }],
          containers: [
            {
              name: 'kindnet-cni',
              image: `${image.repository}:v20250512-df8de77b`,
              env: [
                { name: 'HOST_IP', valueFrom: { fieldRef: { fieldPath: 'status.hostIP' } } },
                { name: 'POD_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
                { name: 'POD_SUBNET', value: '10.244.0.0/16' },
              ],
              resources: { requests: { cpu: '100m', memory: '50Mi' }, limits: { cpu: '100m', memory: '50Mi' } },
              securityContext: { privileged: false, capabilities: { add: ['NET_RAW', 'NET_ADMIN'] } },
              volumeMounts: [{ name: 'cni-cfg', mountPath: '/etc/cni/net.d' }],
            },
          ],
          volumes: [{ name: 'cni-cfg', hostPath: { path: '/etc/cni/net.d', type: 'DirectoryOrCreate' } }],
        },
      },
    },
  }),
];
