/** Which nodes have a Pod, and which Pods a node keeps: upstream's tables of daemon_controller_test.go and daemonset_util_test.go. */
import type { Affinity, Pod, PodSpec, Taint } from 'converge/sdk';
import { describe, expect, test } from 'vitest';
import { draftsOf } from './draft.ts';
import { fitOf, targetNodeOf, tolerationsOf } from './node-fit.ts';
import { changeTemplate, createPasses, nodeNamed, nodesNamed, setOf } from './testing/passes.ts';

const expression = (value: string): Affinity => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'type', operator: 'In', values: [value] }] }],
    },
  },
});
const field = (name: string): Affinity => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }] }],
    },
  },
});
const large = { containers: [{ name: 'c', image: 'i', resources: { requests: { memory: '200M' } } }] };
const port = { containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 666, hostPort: 666 }] }] };

describe('TestNodeShouldRunDaemonPod and the tests of taints', () => {
  const cases: readonly (readonly [string, Partial<PodSpec>, readonly Taint[], string])[] = [
    ['ShouldRunDaemonPod', {}, [], 'run'],
    ['InsufficientResourceError: the scheduler’s business', large, [], 'run'],
    ['ErrPodNotMatchHostName', { nodeName: 'other-node' }, [], 'leave'],
    ['the node by name', { nodeName: 'test-node' }, [], 'run'],
    ['ErrPodNotFitsHostPorts: the scheduler’s business', port, [], 'run'],
    ['ErrNodeSelectorNotMatch', { nodeSelector: { type: 'test' } }, [], 'leave'],
    ['ShouldRunDaemonPod, by selector', { nodeSelector: { type: 'production' } }, [], 'run'],
    ['ErrPodAffinityNotMatch', { affinity: expression('test') }, [], 'leave'],
    ['ShouldRunDaemonPod, by affinity', { affinity: expression('production') }, [], 'run'],
    ['OnUnschedulableNode', {}, [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }], 'run'],
    ['TestNotReadyNodeDaemonLaunchesPod', {}, [{ key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' }], 'run'],
    ['TestUnreachableNodeDaemonLaunchesPod', {}, [{ key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' }], 'run'],
    ['TestNodeDaemonLaunchesToleratePod', { tolerations: [{ key: 'dedicated', operator: 'Exists' }] }, [{ key: 'dedicated', effect: 'NoSchedule' }], 'run'],
    ['TestTaintedNodeDaemonDoesNotLaunchUntoleratePod', {}, [{ key: 'dedicated', effect: 'NoSchedule' }], 'stay'],
    ['TestTaintedNodeDaemonDoesNotLaunchUntoleratePod, NoExecute', {}, [{ key: 'dedicated', effect: 'NoExecute' }], 'leave'],
    ['PreferNoSchedule', {}, [{ key: 'dedicated', effect: 'PreferNoSchedule' }], 'run'],
    ['TestNetworkUnavailable, pod network', {}, [{ key: 'node.kubernetes.io/network-unavailable', effect: 'NoSchedule' }], 'stay'],
    ['TestNetworkUnavailable, host network', { hostNetwork: true }, [{ key: 'node.kubernetes.io/network-unavailable', effect: 'NoSchedule' }], 'run'],
  ];
  test.each(cases)('%s', (_, pod, taints, fit) => {
    const node = nodeNamed('test-node', { labels: { type: 'production' }, taints });
    for (const type of ['OnDelete', 'RollingUpdate']) expect(fitOf(setOf({ updateStrategy: { type } }, pod), node)).toBe(fit);
  });
});

test('tolerations come behind the template’s; one that it has, too, loses its time limit (TestAddOrUpdateDaemonPodTolerations)', () => {
  const own = [
    { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 9 },
    { key: 'spot', operator: 'Exists' },
  ];
  const names = tolerationsOf(setOf({}, { tolerations: own })).map(({ key, effect, tolerationSeconds }) => [key, effect, tolerationSeconds]);
  expect(names).toEqual([
    ['node.kubernetes.io/not-ready', 'NoExecute', undefined],
    ['spot', undefined, undefined],
    ['node.kubernetes.io/unreachable', 'NoExecute', undefined],
    ['node.kubernetes.io/disk-pressure', 'NoSchedule', undefined],
    ['node.kubernetes.io/memory-pressure', 'NoSchedule', undefined],
    ['node.kubernetes.io/pid-pressure', 'NoSchedule', undefined],
    ['node.kubernetes.io/unschedulable', 'NoSchedule', undefined],
  ]);
});

describe('TestReplaceDaemonSetPodNodeNameNodeAffinity', () => {
  const preferred = [{ weight: 1, preference: { matchExpressions: [{ key: 'type', operator: 'Exists' }] } }];
  const podAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone' }] };
  const withPreferred = { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } };
  const cases: readonly (readonly [string, Affinity | undefined, Affinity])[] = [
    ['none', undefined, field('host-1')],
    ['empty', {}, field('host-1')],
    ['empty node affinity', { nodeAffinity: {} }, field('host-1')],
    ['another node', field('host-2'), field('host-1')],
    ['expressions, which the node has been tested by', expression('production'), field('host-1')],
    ['preferences stay', withPreferred, { nodeAffinity: { ...withPreferred.nodeAffinity, ...field('host-1').nodeAffinity } }],
    ['affinity between Pods stays', { podAffinity }, { podAffinity, ...field('host-1') }],
  ];
  test.each(cases)('%s', (_, affinity, expected) => {
    const set = setOf({}, affinity === undefined ? {} : { affinity });
    expect(draftsOf(set, '1')('host-1').spec.affinity).toEqual(expected);
  });
});

describe('TestGetTargetNodeName', () => {
  const cases: readonly (readonly [string, Partial<PodSpec>, string | undefined])[] = [
    ['bound', { nodeName: 'node-1' }, 'node-1'],
    ['by affinity', { affinity: field('node-1') }, 'node-1'],
    ['bound elsewhere', { nodeName: 'node-2', affinity: field('node-1') }, 'node-2'],
    ['by labels', { affinity: expression('production') }, undefined],
    ['neither', {}, undefined],
  ];
  test.each(cases)('%s', (_, spec, expected) => {
    const pod: Pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p', uid: 'p', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
      spec: { containers: [], ...spec },
      status: {},
    };
    expect(targetNodeOf(pod)).toBe(expected);
  });
});

test('a Pod’s labels name its revision and the generation of its template', () => {
  const set = setOf();
  const annotations = { 'deprecated.daemonset.template.generation': '3' };
  const { metadata } = draftsOf({ ...set, metadata: { ...set.metadata, annotations } }, 'abc')('node-1');
  expect(metadata).toMatchObject({
    generateName: 'agent-',
    labels: { app: 'agent', 'controller-revision-hash': 'abc', 'pod-template-generation': '3' },
    ownerReferences: [{ kind: 'DaemonSet', name: 'agent', controller: true }],
  });
});

/** Which Pods of one node stay. Each: whether it is of the present template, and ready for how long (undefined: not ready), oldest first. */
function onOneNode(
  pods: readonly (readonly [isNew: boolean, readySeconds: number | undefined])[],
  minReadySeconds: number,
  maxSurge: 0 | 1,
): readonly string[] {
  const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 - maxSurge, maxSurge } };
  const passes = createPasses(setOf({ updateStrategy, minReadySeconds }), nodesNamed(1));
  passes.nowMs = 1_000_000;
  for (const [index, [isNew, readySeconds]] of pods.entries()) {
    passes.hash = isNew ? '2' : '1';
    const kept = passes.pods;
    passes.pods = [];
    passes.sync();
    if (readySeconds !== undefined) {
      passes.nowMs -= readySeconds * 1000;
      passes.mark(true);
      passes.nowMs = 1_000_000;
    }
    passes.pods = [...kept, ...passes.pods.map((pod) => ({ ...pod, metadata: { ...pod.metadata, name: `pod-${index}` } }))];
  }
  passes.hash = '2';
  passes.sync();
  return passes.pods.map(({ metadata }) => metadata.name);
}

// daemon_controller_test.go
test.each([
  ['without a surge the oldest stays', [[true, 1], [true, 1], [false, 1]], 0, 0, ['pod-0']],
  ['TestSurgeDealsWithExistingPods: one ready new Pod is enough', [[true, 1]], 0, 1, ['pod-0']],
  ['TestSurgePreservesReadyOldPods: the old one serves until the new one does', [[true, undefined], [false, 1]], 0, 1, ['pod-0', 'pod-1']],
  ['TestSurgeDeletesUnreadyOldPods', [[true, undefined], [false, undefined]], 0, 1, ['pod-0']],
  ['TestSurgePreservesOldReadyWithUnsatisfiedMinReady', [[true, 3], [false, 30]], 15, 1, ['pod-0', 'pod-1']],
  ['TestSurgeDeletesOldReadyWithUnsatisfiedMinReady: it has been ready long enough', [[true, 20], [false, 30]], 15, 1, ['pod-0']],
  ['of each template the oldest stays', [[true, undefined], [true, undefined], [false, 1], [false, 1]], 0, 1, ['pod-0', 'pod-2']],
] as const)('%s', (_, pods, minReadySeconds, maxSurge, left) => {
  expect(onOneNode(pods, minReadySeconds, maxSurge)).toEqual(left);
});

test('a failed Pod is replaced at once, the next one on its node after a wait that doubles (TestDaemonKillFailedPodsBackoff)', () => {
  const passes = createPasses(setOf({ updateStrategy: { type: 'OnDelete' } }), nodesNamed(1));
  passes.nowMs = 1000;
  passes.sync();
  const fail = (): void => {
    passes.pods = passes.pods.map((pod) => ({ ...pod, status: { phase: 'Failed' } }));
  };
  for (const waitMs of [0, 1000, 2000, 4000, 8000]) {
    fail();
    if (waitMs > 0) {
      expect(passes.sync()).toEqual([0, 0]);
      expect(passes.againInMs).toBe(waitMs);
      passes.nowMs += waitMs;
    }
    expect(passes.sync()).toEqual([0, 1]);
    expect(passes.sync()).toEqual([1, 0]);
  }
});

test('Pods for a node that is gone before they were bound are deleted; bound ones are left to the collector of Pods', () => {
  const passes = createPasses(setOf({ updateStrategy: { type: 'OnDelete' } }), nodesNamed(2));
  passes.sync();
  passes.pods = passes.pods.map((pod, index) => (index === 0 ? { ...pod, spec: { ...pod.spec, nodeName: 'node-0' } } : pod));
  passes.nodes = [];
  expect(passes.sync()).toEqual([0, 1]);
  expect(passes.pods.map(targetNodeOf)).toEqual(['node-0']);
});

test('a node that no longer fits loses its Pod, one that merely takes no more keeps it', () => {
  const passes = createPasses(setOf({ updateStrategy: { type: 'OnDelete' } }), nodesNamed(2));
  passes.sync();
  changeTemplate(passes);
  const tainted = (effect: string): readonly Taint[] => [{ key: 'dedicated', effect }];
  passes.nodes = [nodeNamed('node-0', { taints: tainted('NoSchedule') }), nodeNamed('node-1', { taints: tainted('NoExecute') })];
  expect(passes.sync()).toEqual([0, 1]);
  expect(passes.pods.map(targetNodeOf)).toEqual(['node-0']);
});
