import { expect, test } from 'vitest';
import type { SchedulerPlugin } from '../sdk/index.ts';
import { backoffMs } from './backoff.ts';
import { feasibleNodesToFind } from './cycle.ts';
import { createFramework } from './framework.ts';
import { nodeAffinity } from './plugins/node-affinity/index.ts';
import { nodeResourcesBalancedAllocation } from './plugins/node-resources-balanced-allocation/index.ts';
import { nodeResourcesFit } from './plugins/node-resources-fit/index.ts';
import { taintToleration } from './plugins/taint-toleration/index.ts';
import { makeCache, makeInfo, makeTools, type NodeShape } from './testing/objects.ts';

const soft = (key: string) => ({ key, effect: 'PreferNoSchedule' });
const nodes: Readonly<Record<string, NodeShape>> = {
  a: {},
  b: { spec: { taints: [soft('x')] } },
  c: { spec: { taints: [soft('x'), soft('y')] }, labels: { disk: 'ssd' } },
};

/** Weighted scores of one plugin for a 500m, 1Gi pod. A has 1 cpu and 2Gi in use, B 2 and 2Gi. */
function check(plugin: SchedulerPlugin, expected: readonly number[]): void {
  const cache = makeCache(nodes, { a: { cpu: '1', memory: '2Gi' }, b: { cpu: '2', memory: '2Gi' } });
  const preference = { matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] };
  const affinity = { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 7, preference }] } };
  const pod = makeInfo('new', { cpu: '500m', memory: '1Gi' }, { affinity });
  const scores = createFramework([plugin], makeTools(cache)).score(pod, cache.nodes());
  expect(scores.slice(0, expected.length)).toEqual(expected);
}

test('a node with more cpu and memory left scores higher', () => check(nodeResourcesFit, [62, 49]));
test('a node whose cpu and memory are used alike scores higher', () =>
  check(nodeResourcesBalancedAllocation, [100, 87]));
test('taints that say PreferNoSchedule cost score, three times', () => check(taintToleration, [300, 150, 0]));
test('preferred affinity counts twice', () => check(nodeAffinity, [0, 0, 200]));

test('containers that ask for nothing count as 100m and 200Mi in scores, and as nothing in filters', () => {
  const pod = makeInfo('besteffort');
  expect([pod.scoredMilliCpu, pod.scoredMemoryBytes]).toEqual([100, 200 * 1024 * 1024]);
  expect([pod.requests.milliCpu, pod.requests.memoryBytes, pod.requests.pods]).toEqual([0, 0, 1]);
});

test('a pod asks for what its containers and sidecars need together, or for its largest init container', () => {
  const container = (cpu: string, restartPolicy?: string) => ({
    name: cpu,
    resources: { requests: { cpu } },
    ...(restartPolicy === undefined ? {} : { restartPolicy }),
  });
  const initContainers = [container('100m', 'Always'), container('900m'), container('200m', 'Always')];
  const pod = makeInfo('p', {}, { initContainers, containers: [container('300m')], overhead: { cpu: '50m' } });
  expect(pod.requests.milliCpu).toBe(1050);
});

test('back-off doubles from one second to ten', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map(backoffMs)).toEqual([0, 1000, 2000, 4000, 8000, 10000, 10000]);
});

test('the search stops after enough nodes have been found', () => {
  const sizes = [50, 100, 250, 500, 1000, 2500, 5000, 6000];
  expect(sizes.map(feasibleNodesToFind)).toEqual([50, 100, 120, 230, 420, 750, 500, 300]);
});
