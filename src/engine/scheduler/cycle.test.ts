import { expect, test } from 'vitest';
import { createRandom } from '../kernel/index.ts';
import type { PodInfo } from '../sdk/index.ts';
import { createSelector } from './cycle.ts';
import { createFramework } from './framework.ts';
import { pluginsOf } from './registry.ts';
import { makeCache, makeInfo, makeTools, type NodeShape } from './testing/objects.ts';

interface Situation {
  readonly nodes: Readonly<Record<string, NodeShape>>;
  readonly used?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly pod: PodInfo;
}

/** By name: a plugin that joins the default ones changes nothing here. */
const plugins = pluginsOf([
  'NodeUnschedulable',
  'TaintToleration',
  'NodeAffinity',
  'NodeResourcesFit',
  'DefaultPreemption',
  'NodeResourcesBalancedAllocation',
]);

function select({ nodes, used, pod }: Situation) {
  const cache = makeCache(nodes, used);
  const selector = createSelector(createFramework(plugins, makeTools(cache)), createRandom(1));
  return selector.select(pod, cache.nodes());
}

function check(situation: Situation, expected: string): void {
  const choice = select(situation);
  expect(choice.type === 'node' ? `-> ${choice.nodeName}` : choice.message).toBe(expected);
}

const controlPlane = { spec: { taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }] } };
const helpless = (count: number) =>
  `preemption: 0/${count} nodes are available: ${count} Preemption is not helpful for scheduling.`;

test('says how many nodes lack what, and that preemption would not help', () => {
  check(
    {
      nodes: { a: controlPlane, b: {}, c: {} },
      used: { b: { cpu: '3' }, c: { cpu: '3' } },
      pod: makeInfo('p', { cpu: '2' }),
    },
    '0/3 nodes are available: 1 node(s) had untolerated taint {node-role.kubernetes.io/control-plane: }, 2 Insufficient cpu. ' +
      'preemption: 0/3 nodes are available: 1 Preemption is not helpful for scheduling, 2 No preemption victims found for incoming pod.',
  );
});

test('a node that is short of two things counts for both', () => {
  check(
    { nodes: { a: { cpu: '1', memory: '1Gi' } }, pod: makeInfo('p', { cpu: '2', memory: '2Gi' }) },
    '0/1 nodes are available: 1 Insufficient cpu, 1 Insufficient memory. ' +
      'preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.',
  );
});

test('a full node has too many pods', () => {
  check(
    { nodes: { a: { pods: '1' } }, used: { a: {} }, pod: makeInfo('p') },
    '0/1 nodes are available: 1 Too many pods. ' +
      'preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.',
  );
});

test('without nodes there is nothing to count', () => {
  check({ nodes: {}, pod: makeInfo('p') }, 'no nodes available to schedule pods');
});

test('a cordoned node is named as such', () => {
  check(
    { nodes: { a: { spec: { unschedulable: true } } }, pod: makeInfo('p') },
    `0/1 nodes are available: 1 node(s) were unschedulable. ${helpless(1)}`,
  );
});

test('a pod that may not preempt says so', () => {
  check(
    { nodes: { a: { cpu: '1' } }, pod: makeInfo('p', { cpu: '2' }, { preemptionPolicy: 'Never' }) },
    '0/1 nodes are available: 1 Insufficient cpu. preemption: not eligible due to preemptionPolicy=Never.',
  );
});

test('an extended resource that no node has is named', () => {
  check(
    { nodes: { a: {}, b: {} }, pod: makeInfo('p', { 'example.com/gpu': '1' }) },
    '0/2 nodes are available: 2 Insufficient example.com/gpu. ' +
      'preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.',
  );
});

test('node selector and required affinity must both hold', () => {
  const pod = makeInfo('p', {}, { nodeSelector: { disk: 'ssd' } });
  const none = `0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector. ${helpless(2)}`;
  check({ nodes: { a: {}, b: { labels: { disk: 'hdd' } } }, pod }, none);
  check({ nodes: { a: {}, b: { labels: { disk: 'ssd' } } }, pod }, '-> b');
});

test('a pod pinned to a node by its fields goes there and nowhere else', () => {
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: ['b'] }];
  const required = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] } };
  const pod = makeInfo('p', {}, { affinity: { nodeAffinity: required } });
  check({ nodes: { a: {}, b: {}, c: {} }, pod }, '-> b');
  const message = `0/1 nodes are available: 1 node(s) didn't satisfy plugin(s) [NodeAffinity]. ${helpless(1)}`;
  check({ nodes: { a: {} }, pod }, message);
});

test('tolerations open tainted nodes', () => {
  const tolerations = [{ key: 'node-role.kubernetes.io/control-plane', operator: 'Exists', effect: 'NoSchedule' }];
  check({ nodes: { a: controlPlane }, pod: makeInfo('p', {}, { tolerations }) }, '-> a');
});

test('the emptier node wins, and ties are drawn', () => {
  check(
    { nodes: { a: {}, b: {} }, used: { a: { cpu: '1', memory: '1Gi' } }, pod: makeInfo('p', { cpu: '1' }) },
    '-> b',
  );
  const cache = makeCache({ a: {}, b: {}, c: {} });
  const selector = createSelector(createFramework(plugins, makeTools(cache)), createRandom('ties'));
  const nodes = cache.nodes();
  const counts = { a: 0, b: 0, c: 0 };
  for (let round = 0; round < 300; round += 1) {
    const choice = selector.select(makeInfo('p'), nodes);
    if (choice.type === 'node' && (choice.nodeName === 'a' || choice.nodeName === 'b' || choice.nodeName === 'c')) {
      counts[choice.nodeName] += 1;
    }
  }
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(70);
});
