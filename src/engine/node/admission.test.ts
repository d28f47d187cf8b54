/** What a kubelet says of a pod that was bound to its node. */
import { expect, test } from 'vitest';
import { type Node, type Pod, type PodSpec, podRequests, resourcesOf, type Taint } from '../sdk/index.ts';
import { admissionRefusal } from './admission.ts';

interface Case {
  readonly requests?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
  readonly spec?: Partial<PodSpec>;
}

function refusal({ requests = {}, taints = [], spec = {} }: Case): string | undefined {
  const metadata = (name: string) => ({ name, uid: name, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' });
  const pod: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: metadata('p'), spec: { containers: [{ name: 'c', resources: { requests } }], ...spec }, status: {} };
  const node: Node = { apiVersion: 'v1', kind: 'Node', metadata: metadata('n'), spec: { taints: [...taints] }, status: {} };
  const allocatable = resourcesOf({ cpu: '4', memory: '8Gi', pods: '110', 'example.com/disk': '1' });
  return admissionRefusal(pod, podRequests(pod), node, allocatable, resourcesOf({}))?.message;
}

test.each<[string, Case, string | undefined]>([
  ['more than the node has', { requests: { 'example.com/disk': '2' } }, "Node didn't have enough resource: example.com/disk, requested: 2, used: 0, capacity: 1"],
  ['an extended resource that it doesn’t have at all', { requests: { 'example.com/gpu': '1' } }, undefined],
  ['huge pages that it doesn’t have', { requests: { 'hugepages-2Mi': '2Mi' } }, "Node didn't have enough resource: hugepages-2Mi, requested: 2097152, used: 0, capacity: 0"],
  [
    'a taint that it doesn’t tolerate',
    { taints: [{ key: 'broken', effect: 'NoExecute' }] },
    "Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate",
  ],
  ['a taint that keeps new Pods away', { taints: [{ key: 'broken', effect: 'NoSchedule' }] }, undefined],
])('of %s', (_name, given, expected) => {
  expect(refusal(given)).toBe(expected);
});
