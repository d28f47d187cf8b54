/**
 * kube-proxy as the Pods of a DaemonSet, where a cluster asks for that: its objects, made once as an installer makes them, and its image.
 * (upstream: cmd/kubeadm/app/phases/addons/proxy)
 */
import type { KubeProxy, KubeProxyOptions } from '../../node/index.ts';
import { ClusterRoleBinding, ConfigMap, DaemonSet, type Draft, type Image, ServiceAccount } from '../../sdk/index.ts';
import { serviceAccountUser } from '../users.ts';
import type { Addon, AddonRoom } from './addon.ts';

const account = 'kube-proxy';
const namespace = 'kube-system';
const labels = { 'k8s-app': 'kube-proxy' };
const repository = 'registry.k8s.io/kube-proxy';
const program = '/usr/local/bin/kube-proxy';

const user = serviceAccountUser(namespace, account);

/** A container of it runs until a signal. What it does on its node is `work` below. */
const image: Image = {
  repository,
  hasTag: (tag) => /^v1\.(3[0-9]|2[0-9])\.\d+$/.test(tag),
  sizeBytes: 31_900_000,
  entrypoint: [program],
  programs: {
    [program](process) {
      process.log(`"Using iptables Proxier"\n"Version info" version="${process.tag}"\n"Starting service config controller"\n"Starting endpoint slice config controller"`);
      process.onTerminate(() => process.exit(0));
    },
  },
};

/** Its `names` is the cluster's DNS server, which also tells kubelets the Services that environment variables name: a process that never ends. */
export function createKubeProxyPods(room: AddonRoom): Addon {
  const { next, connect, parts, components, network, proxies, createKubeProxy } = room;
  const start = (component: string, more: Pick<KubeProxyOptions, 'name' | 'address' | 'user' | 'onSynced'>): KubeProxy =>
    createKubeProxy({ kernel: next(component), handler: connect(component), network, parts, ...more });

  return {
    image,
    objects,
    names: start('dns', { name: 'dns', address: '' }),
    work({ name, address }) {
      const component = `kube-proxy/${name}`;
      // Of two on a node, the second one finds its port taken.
      if (components.names().includes(component)) return undefined;
      components.add(component, () => {
        // Until it knows all Services, connections follow the rules of the one before it.
        const proxy: KubeProxy = start(component, { name, address, user, onSynced: () => void proxies.set(name, proxy) });
        return proxy;
      });
      return () => components.remove(component);
    },
  };
}

const binding: Draft<ClusterRoleBinding> = {
  metadata: { name: 'kubeadm:node-proxier' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'system:node-proxier' },
  subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
};

const configuration: Draft<ConfigMap> = {
  metadata: { name: account, namespace, labels: { app: account } },
  data: {
    'config.conf': 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nclusterCIDR: 10.244.0.0/16\nmode: ""\n',
  },
};

const daemonSet: Draft<DaemonSet> = {
  metadata: { name: account, namespace, labels },
  spec: {
    selector: { matchLabels: labels },
    updateStrategy: { type: 'RollingUpdate' },
    template: {
      metadata: { labels },
      spec: {
        priorityClassName: 'system-node-critical',
        serviceAccountName: account,
        hostNetwork: true,
        nodeSelector: { 'kubernetes.io/os': 'linux' },
        tolerations: [{ operator: 'Exists' }],
        containers: [
          {
            name: account,
            image: `${repository}:v1.33.0`,
            command: [program, '--config=/var/lib/kube-proxy/config.conf', '--hostname-override=$(NODE_NAME)'],
            env: [{ name: 'NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }],
            securityContext: { privileged: true },
            volumeMounts: [{ name: account, mountPath: '/var/lib/kube-proxy' }],
          },
        ],
        volumes: [{ name: account, configMap: { name: account } }],
      },
    },
  },
};

const objects: Addon['objects'] = [
  (client) => client.create(ServiceAccount, { metadata: { name: account, namespace } }),
  (client) => client.create(ClusterRoleBinding, binding),
  (client) => client.create(ConfigMap, configuration),
  (client) => client.create(DaemonSet, daemonSet),
];
