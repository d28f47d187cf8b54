/**
 * kube-proxy as the Pods of a DaemonSet, where a cluster asks for that: its objects, made once as an installer makes them, and its image.
 * (upstream: cmd/kubeadm/app/phases/addons/proxy)
 */
import type { Clock } from '../kernel/index.ts';
import type { User } from '../meta/index.ts';
import { ClusterRoleBinding, ConfigMap, DaemonSet, type Draft, type Image, isAlreadyExists, ServiceAccount } from '../sdk/index.ts';
import type { ConnectedClient } from '../sdk/internal.ts';

const account = 'kube-proxy';
const namespace = 'kube-system';
const labels = { 'k8s-app': 'kube-proxy' };
const repository = 'registry.k8s.io/kube-proxy';
const program = '/usr/local/bin/kube-proxy';
const retryMs = 1_000;

/** As its Pods' tokens say. */
export const kubeProxyUser: User = {
  name: `system:serviceaccount:${namespace}:${account}`,
  groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
};

/** A container of it runs until a signal; what it does on its node, the machine does as long as it runs. */
export const kubeProxyImage: Image = {
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
