/** Tables of kubernetes/autoscaler, written anew: estimator, utilization, drainability, and what a scale-up decides. */
import type { Node, Pod, PodDisruptionBudget, PodSpec } from 'converge/sdk';
import { expect, test } from 'vitest';
import { parseGroups, templateNode } from './groups.ts';
import { blocks, unneededNodes } from './scale-down.ts';
import { estimate, type GroupState, planScaleUp, reasonsText } from './scale-up.ts';
import { problemsOf, spaceOf, utilizationOf } from './space.ts';

const meta = (name: string) => ({ name, namespace: 'default', uid: name, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' });
const replicated = { ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs', uid: 'rs', controller: true }] };

function node(name: string, milliCpu: number, mebibytes: number, pods = 10, labels: Record<string, string> = {}): Node {
  return { apiVersion: 'v1', kind: 'Node', metadata: { ...meta(name), labels }, spec: {}, status: { allocatable: { cpu: `${milliCpu}m`, memory: `${mebibytes}Mi`, pods: String(pods) } } };
}

function pod(name: string, milliCpu: number, mebibytes: number, spec: Partial<PodSpec> = {}, metadata: Partial<Pod['metadata']> = replicated): Pod {
  const { hostPort } = spec as { hostPort?: number };
  const ports = hostPort === undefined ? {} : { ports: [{ containerPort: 80, hostPort }] };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...meta(name), ...metadata },
    spec: { ...spec, containers: [{ name: 'c', resources: { requests: { cpu: `${milliCpu}m`, memory: `${mebibytes}Mi` } }, ...ports }] },
    status: {},
  };
}

const many = (count: number, make: (name: string) => Pod): readonly Pod[] => Array.from({ length: count }, (_, index) => make(`p${index}`));

test.each<[what: string, cpu: number, memory: number, pods: readonly Pod[], most: number, nodes: number, placed: number]>([
  ['simple resource-based binpacking', 1000, 2000, many(10, (name) => pod(name, 350, 1000)), 100, 5, 10],
  ['pods-per-node bound binpacking', 10_000, 20_000, many(20, (name) => pod(name, 10, 100)), 100, 2, 20],
  ['hostport conflict forces pod-per-node', 1000, 5000, many(8, (name) => pod(name, 200, 1000, { hostPort: 5555 } as Partial<PodSpec>)), 100, 8, 8],
  ['limiter cuts binpacking', 1000, 5000, many(20, (name) => pod(name, 500, 1000)), 5, 5, 10],
])('estimator (binpacking_estimator_test.go, TestBinpackingEstimate): %s', (_, cpu, memory, pods, most, nodes, placed) => {
  const { count, fitting } = estimate(node('template', cpu, memory), pods, most);
  expect([count, fitting.length]).toEqual([nodes, placed]);
});

test('utilization is the larger share (simulator/utilization/info_test.go, TestCalculate)', () => {
  const on = (pods: readonly Pod[]) => utilizationOf(spaceOf(node('n', 2000, 2000), pods));
  expect(on([pod('a', 100, 200), pod('b', 100, 200)])).toBeCloseTo(0.2);
  expect(on([pod('a', 100, 200), pod('b', 100, 200), pod('c', 1000, 0)])).toBeCloseTo(0.6);
  expect(on([])).toBe(0);
});

const budget = (disruptionsAllowed: number, namespace = 'default'): PodDisruptionBudget => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { ...meta('budget'), namespace },
  spec: { selector: { matchLabels: { app: 'web' } } },
  status: { disruptionsAllowed, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 },
});
const web = { ...replicated, labels: { app: 'web' } };
const safeToEvict = (value: string) => ({ annotations: { 'cluster-autoscaler.kubernetes.io/safe-to-evict': value } });

test.each<[what: string, pod: Pod, budgets: readonly PodDisruptionBudget[], blocking: boolean]>([
  ['RS-managed pod', pod('p', 1, 1), [], false],
  ['naked pod', pod('p', 1, 1, {}, {}), [], true],
  ['naked pod with PodSafeToEvict annotation', pod('p', 1, 1, {}, safeToEvict('true')), [], false],
  ['RS-managed pod with PodSafeToEvict=false annotation', pod('p', 1, 1, {}, { ...replicated, ...safeToEvict('false') }), [], true],
  ['pod with EmptyDir', pod('p', 1, 1, { volumes: [{ name: 'v', emptyDir: {} }] }), [], true],
  ['pod with EmptyDir of medium Memory', pod('p', 1, 1, { volumes: [{ name: 'v', emptyDir: { medium: 'Memory' } }] }), [], false],
  ['pod with EmptyDir and PodSafeToEvict annotation', pod('p', 1, 1, { volumes: [{ name: 'v', emptyDir: {} }] }, { ...replicated, ...safeToEvict('true') }), [], false],
  ['kube-system pod without a budget', pod('p', 1, 1, {}, { ...replicated, namespace: 'kube-system' }), [], true],
  ['kube-system PDB with matching pods', pod('p', 1, 1, {}, { ...web, namespace: 'kube-system' }), [budget(1, 'kube-system')], false],
  ['PDB with no matching pods', pod('p', 1, 1), [budget(0)], false],
  ['PDB that allows none', pod('p', 1, 1, {}, web), [budget(0)], true],
  ['PDB that allows one', pod('p', 1, 1, {}, web), [budget(1)], false],
])('a Pod that blocks (simulator/drain_test.go, TestGetPodsToMove): %s', (_, subject, budgets, blocking) => {
  expect(blocks(subject, budgets)).toBe(blocking);
});

test('a node isn’t needed when its Pods fit elsewhere, and two don’t count on one another (core/scaledown/planner_test.go, TestUpdateClusterState)', () => {
  const all = [
    { node: node('a', 1000, 1000), pods: [pod('a1', 300, 100)] },
    { node: node('b', 1000, 1000), pods: [pod('b1', 300, 100)] },
    { node: node('busy', 1000, 1000), pods: [pod('c1', 600, 100)] },
    { node: node('empty', 1000, 1000), pods: [] },
  ];
  const names = (candidates: typeof all) => unneededNodes(candidates, all, []).map(({ node: { metadata } }) => metadata.name);
  expect(names(all)).toEqual(['a', 'b']);
  expect(names(all.slice(0, 3))).toEqual(['a', 'b']);
  expect(names(all.slice(3))).toEqual(['empty']);
  expect(unneededNodes(all.slice(0, 3), all.slice(0, 3), []).map(({ node: { metadata } }) => metadata.name)).toEqual(['a']);
});

const group = (name: string, more: Partial<GroupState & { max: number; instanceType: string }> = {}): GroupState => {
  const { max = 5, instanceType = 'standard-4', size = 1, backsOff = false } = more;
  const of = { name, min: 0, max, instanceType, zone: 'converge-1a' };
  return { group: of, size, template: templateNode(of), backsOff };
};

test('a scale-up (core/scaleup/orchestrator/orchestrator_test.go, TestScaleUpOK, TestScaleUpMaxNodesReached, TestScaleUpUnhealthy, TestWillConsiderAllPodsWhenEstimating…)', () => {
  const pods = many(3, (name) => pod(name, 3000, 100));
  const grown = planScaleUp(pods, [], [group('pool')], () => 0);
  expect([grown.growth?.count, grown.growth?.from, grown.triggered.length]).toEqual([3, 1, 3]);
  expect(planScaleUp(pods, [], [group('pool', { size: 4 })], () => 0).growth?.count).toBe(1);
  expect(planScaleUp(pods, [spaceOf(node('n', 10_000, 1000))], [group('pool')], () => 0).growth).toBeUndefined();
  expect(planScaleUp(pods, [], [group('small', { instanceType: 'standard-2' }), group('pool')], () => 0.9).growth?.group.name).toBe('pool');
  const refused = planScaleUp([pod('p', 3000, 100)], [], [group('full', { size: 5 }), group('ill', { backsOff: true }), group('small', { instanceType: 'standard-2' }), group('tiny', { instanceType: 'standard-2' })], () => 0).refused;
  expect(refused.map(({ reasons }) => reasonsText(reasons))).toEqual(['1 in backoff after failed scale-up, 1 max node group size reached, 2 Insufficient cpu']);
});

test('why a Pod fits no new node is said as the scheduler says it, all reasons of a plugin (TestScaleUpNoHelp, ReasonsMessage)', () => {
  const small = group('small', { instanceType: 'standard-2' });
  const said = (each: Pod, groups: readonly GroupState[] = [small]) => planScaleUp([each], [], groups, () => 0).refused.map(({ reasons }) => reasonsText(reasons));
  expect(said(pod('large', 3000, 100_000))).toEqual(['1 Insufficient cpu, 1 Insufficient memory']);
  const device: Pod = { ...pod('device', 100, 100), spec: { containers: [{ name: 'c', resources: { requests: { 'example.com/gpu': '1' } } }] } };
  expect(said(device)).toEqual(['1 Insufficient example.com/gpu']);
  const { template } = small;
  const tainted: GroupState = { ...small, template: { ...template, spec: { ...template.spec, taints: [{ key: 'team', value: 'a', effect: 'NoSchedule' }] } } };
  expect(said(pod('p', 100, 100), [tainted, tainted])).toEqual(['2 node(s) had untolerated taint {team: a}']);
});

test('node groups are lines; what can’t be read is said', () => {
  const problems: string[] = [];
  const groups = parseGroups('1:5:standard-4:converge-1a:pool\n\n0:2:standard-8:converge-1b:big\n3:1:standard-2:converge-1a:turned\n1:2:huge:converge-1a:x', (line) => problems.push(line));
  expect(groups).toEqual([
    { name: 'pool', min: 1, max: 5, instanceType: 'standard-4', zone: 'converge-1a' },
    { name: 'big', min: 0, max: 2, instanceType: 'standard-8', zone: 'converge-1b' },
  ]);
  expect(problems).toEqual(['3:1:standard-2:converge-1a:turned', '1:2:huge:converge-1a:x']);
});

test.each<[what: string, there: readonly Pod[], wants: Pod, problems: readonly string[]]>([
  ['what is requested is left', [pod('there', 500, 500)], pod('p', 500, 500), []],
  ['too little of both', [pod('there', 600, 600)], pod('p', 500, 500), ['Insufficient cpu', 'Insufficient memory']],
  ['overbooked memory, of which nothing is requested', [pod('there', 100, 1500)], pod('p', 500, 0), []],
  ['overbooked, nothing requested', [pod('there', 1500, 1500)], pod('p', 0, 0), []],
])('what fits, as the plugin NodeResourcesFit has it (noderesources/fit_test.go, TestEnoughRequests): %s', (_, there, wants, problems) => {
  expect(problemsOf(spaceOf(node('n', 1000, 1000), there), wants)).toEqual(problems);
});
