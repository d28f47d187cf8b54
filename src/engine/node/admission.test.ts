/** What a kubelet says of a pod that was bound to its node. */
import { expect, test } from 'vitest';
import { type Node, type Pod, type PodSpec, podRequests, resourcesOf, type Taint } from '../sdk/index.ts';
import { admissionFailures, type Refusal } from './admission.ts';

interface Case {
  readonly requests?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
  readonly spec?: Partial<PodSpec>;
  readonly hostPorts?: Refusal;
}

function failures({ requests = {}, taints = [], spec = {}, hostPorts }: Case): readonly string[] {
  const metadata = (name: string) => ({ name, uid: name, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' });
  const pod: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: metadata('p'), spec: { containers: [{ name: 'c', resources: { requests } }], ...spec }, status: {} };
  const node: Node = { apiVersion: 'v1', kind: 'Node', metadata: metadata('n'), spec: { taints: [...taints] }, status: {} };
  const allocatable = resourcesOf({ cpu: '4', memory: '8Gi', pods: '110', 'example.com/disk': '1' });
  return admissionFailures(pod, podRequests(pod), { node, allocatable, used: resourcesOf({}), hostPorts }).map(({ message }) => message);
}

test.each<[string, Case, readonly string[]]>([
  ['more than the node has', { requests: { 'example.com/disk': '2' } }, ["Node didn't have enough resource: example.com/disk, requested: 2, used: 0, capacity: 1"]],
  ['an extended resource that it doesn’t have at all', { requests: { 'example.com/gpu': '1' } }, []],
  ['huge pages that it doesn’t have', { requests: { 'hugepages-2Mi': '2Mi' } }, ["Node didn't have enough resource: hugepages-2Mi, requested: 2097152, used: 0, capacity: 0"]],
  [
    'a taint that it doesn’t tolerate',
    { taints: [{ key: 'broken', effect: 'NoExecute' }] },
    ["Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate"],
  ],
  ['a taint that keeps new Pods away', { taints: [{ key: 'broken', effect: 'NoSchedule' }] }, []],
  [
    'everything at once',
    {
      requests: { cpu: '5', memory: '9Gi' },
      taints: [{ key: 'broken', effect: 'NoExecute' }],
      spec: { nodeSelector: { disk: 'ssd' } },
      hostPorts: { reason: 'NodePorts', message: 'its port is taken' },
    },
    [
      "Node didn't have enough resource: cpu, requested: 5000, used: 0, capacity: 4000",
      "Node didn't have enough resource: memory, requested: 9663676416, used: 0, capacity: 8589934592",
      "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector",
      'its port is taken',
      "Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate",
    ],
  ],
  [
    'another operating system, whatever else is wrong',
    { requests: { cpu: '5' }, spec: { os: { name: 'windows' } } },
    ["Failed to admit pod as the OS field doesn't match node OS"],
  ],
])('of %s', (_name, given, expected) => {
  expect(failures(given)).toEqual(expected);
});
