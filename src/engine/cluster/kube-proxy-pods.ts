/**
 * kube-proxy as the Pods of a DaemonSet, where a cluster asks for that: its objects, made once as an installer makes them, and its image.
 * (upstream: cmd/kubeadm/app/phases/addons/proxy)
 */
import type { Clock, Kernel } from '../kernel/index.ts';
import type { Handler, User } from '../meta/index.ts';
import { createKubeProxy, type KubeProxy, type KubeProxyOptions } from '../node/index.ts';
import { ClusterRoleBinding, ConfigMap, DaemonSet, type Draft, type Image, isAlreadyExists, ServiceAccount } from '../sdk/index.ts';
import type { ConnectedClient } from '../sdk/internal.ts';
import type { Components } from './components.ts';

const account = 'kube-proxy';
const namespace = 'kube-system';
const labels = { 'k8s-app': 'kube-proxy' };
const repository = 'registry.k8s.io/kube-proxy';
const program = '/usr/local/bin/kube-proxy';
const retryMs = 1_000;

/** As its Pods' tokens say. */
const user: User = {
  name: `system:serviceaccount:${namespace}:${account}`,
  groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
};

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

export interface KubeProxyPods {
  readonly images: readonly Image[];
  /** The cluster's DNS server, which also tells kubelets the Services that environment variables name. Its process never ends. */
  readonly names: KubeProxy;
  /** Follows Services on this machine as long as a container of this image runs there; returns what ends it. */
  work(of: Image, machine: { readonly name: string; readonly address: string }): (() => void) | undefined;
}

/** What of a machine room they work with. */
interface Room extends Pick<KubeProxyOptions, 'network' | 'parts'> {
  readonly next: (component: string) => Kernel;
  readonly connect: (component: string) => Handler;
  readonly components: Components;
  /** By node, the kube-proxy that made its rules last. They stay when it ends. */
  readonly proxies: Map<string, KubeProxy>;
}

/** Starts to follow Services for DNS. */
export function createKubeProxyPods(room: Room): KubeProxyPods {
  const { next, connect, parts, components, network, proxies } = room;
  const start = (component: string, more: Pick<KubeProxyOptions, 'name' | 'address' | 'user' | 'onSynced'>): KubeProxy =>
    createKubeProxy({ kernel: next(component), handler: connect(component), network, parts, ...more });

  return {
    images: [image],
    names: start('dns', { name: 'dns', address: '' }),
    work(of, { name, address }) {
      const component = `kube-proxy/${name}`;
      // Of two on a node, the second one finds its port taken.
      if (of !== image || components.names().includes(component)) return undefined;
      components.add(component, () => {
        // Until it knows all Services, connections follow the rules of the one before it.
        const proxy: KubeProxy = start(component, { name, address, user, onSynced: () => void proxies.set(name, proxy) });
        return proxy;
      });
      return () => components.remove(component);
    },
  };
}

/** Makes its objects, and tries again until each of them has been made. One that is deleted later is not made again. */
export async function installKubeProxy(client: ConnectedClient, clock: Clock): Promise<void> {
  const steps = [
    () => client.create(ServiceAccount, { metadata: { name: account, namespace } }),
    () => client.create(ClusterRoleBinding, binding),
    () => client.create(ConfigMap, configuration),
    () => client.create(DaemonSet, daemonSet),
  ];
  async function take(index: number): Promise<void> {
    const step = steps[index];
    if (step === undefined) return client.close();
    try {
      await step();
    } catch (error) {
      if (!isAlreadyExists(error)) return void clock.after(retryMs, () => void take(index));
    }
    await take(index + 1);
  }
  await take(0);
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
