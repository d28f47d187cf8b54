/**
 * NetworkPolicies are enforced by an agent on each node, the Pods of a DaemonSet. (after kubernetes-sigs/kube-network-policies, which does that
 * and nothing else, beside any network plugin)
 */
import type { PodNetwork } from '../../node/index.ts';
import { createPolicyAgent, type PolicyAgent } from '../../node/network/policy-agent.ts';
import { DaemonSet, type Image, ServiceAccount } from '../../sdk/index.ts';
import { serviceAccountUser } from '../users.ts';
import type { Addon, AddonRoom } from './addon.ts';
import { allow } from './allow.ts';

const namespace = 'kube-system';
const name = 'kube-network-policies';
const labels = { app: name };
const program = '/bin/netpol';

const user = serviceAccountUser(namespace, name);

const image: Image = {
  repository: 'registry.k8s.io/networking/kube-network-policies',
  hasTag: (tag) => /^v0\.\d+\.\d+$/.test(tag),
  sizeBytes: 24_700_000,
  entrypoint: [program],
  programs: {
    [program](process) {
      process.log('"Starting kube-network-policies controller"\n"Waiting for informer caches to sync"');
      process.onTerminate(() => process.exit(0));
    },
  },
};

/** With no agent on a node everything passes there; an agent that ends leaves its rules behind, which grow old. */
export function createNetworkPolicies(room: AddonRoom): Addon {
  const { next, connect, components, network, parts } = room;
  const agents = new Map<string, PolicyAgent>();
  network.policies = gateOf(agents);
  return {
    image,
    objects,
    work({ name: node }) {
      const component = `network-policies/${node}`;
      if (components.names().includes(component)) return undefined;
      components.add(component, () => {
        const onSynced = (): void => void agents.set(node, agent);
        const agent: PolicyAgent = createPolicyAgent({ kernel: next(component), handler: connect(component), name: node, user, parts, onSynced });
        return agent;
      });
      return () => components.remove(component);
    },
  };
}

/** What leaves a Pod is judged on its node, what arrives on the server's. A node always reaches its own Pods. */
function gateOf(agents: ReadonlyMap<string, PolicyAgent>): NonNullable<PodNetwork['policies']> {
  return {
    admits(connection, passed) {
      const { from, to } = connection;
      if (from === to) return true;
      const leaves = agents.get(from.node)?.judge('Egress', connection);
      if (leaves !== undefined) passed?.(leaves);
      if (leaves?.verdict.action === 'drop') return false;
      if (from.hostNetwork === true && from.node === to.node) return true;
      const arrives = agents.get(to.node)?.judge('Ingress', connection);
      if (arrives !== undefined) passed?.(arrives);
      return arrives?.verdict.action !== 'drop';
    },
  };
}

const objects: Addon['objects'] = [
  (client) => client.create(ServiceAccount, { metadata: { name, namespace } }),
  ...allow(name, namespace, [
    { apiGroups: [''], resources: ['pods', 'namespaces'], verbs: ['list', 'watch'] },
    { apiGroups: ['networking.k8s.io'], resources: ['networkpolicies'], verbs: ['list', 'watch'] },
  ]),
  (client) => client.create(DaemonSet, {
    metadata: { name, namespace, labels },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          priorityClassName: 'system-node-critical',
          serviceAccountName: name,
          hostNetwork: true,
          nodeSelector: { 'kubernetes.io/os': 'linux' },
          tolerations: [{ operator: 'Exists' }],
          containers: [
            {
              name,
              image: `${image.repository}:v0.8.0`,
              command: [program, '--hostname-override=$(MY_NODE_NAME)', '--v=2'],
              env: [{ name: 'MY_NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }],
              resources: { requests: { cpu: '100m', memory: '50Mi' } },
              securityContext: { privileged: true },
            },
          ],
        },
      },
    },
  }),
];
