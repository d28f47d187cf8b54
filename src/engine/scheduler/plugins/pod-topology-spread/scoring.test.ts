/** Cases of upstream's plugins/podtopologyspread/scoring_test.go: TestPodTopologySpreadScore, and of PreScore what the system's constraints do. */
import { expect, test } from 'vitest';
import type { KubeObject, LabelSelector, NodeInfo, Pod, TopologySpreadConstraint } from '../../../sdk/index.ts';
import { createFramework } from '../../framework.ts';
import { podInfoOf } from '../../pod-info.ts';
import { makeCache, makePod, makeTools, type NodeShape } from '../../testing/objects.ts';
import { podTopologySpread } from './index.ts';

const hostname = 'kubernetes.io/hostname';
const has = (key: string): LabelSelector => ({ matchExpressions: [{ key, operator: 'Exists' }] });
const soft = (topologyKey: string, key: string, maxSkew = 1): TopologySpreadConstraint => ({
  maxSkew,
  topologyKey,
  whenUnsatisfiable: 'ScheduleAnyway',
  labelSelector: has(key),
});

/** `a` in zone 1, or a node with labels of its own. */
type Nodes = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

interface Case {
  readonly constraints?: readonly TopologySpreadConstraint[];
  readonly nodes: Nodes;
  /** Nodes that didn't pass the filters. */
  readonly failed?: Nodes;
  /** Pods by node: each a list of its label keys. */
  readonly pods?: Readonly<Record<string, readonly string[]>>;
  readonly objects?: readonly KubeObject[];
  readonly change?: (pod: Pod) => Pod;
  readonly scores: readonly number[];
}

const shapeOf = (name: string, given: Nodes[string]): NodeShape =>
  typeof given === 'string' ? { labels: given === '' ? { [hostname]: name } : { [hostname]: name, zone: given } } : { labels: given };

function labeled(name: string, keys: string): Pod {
  const pod = makePod(name);
  return { ...pod, metadata: { ...pod.metadata, labels: Object.fromEntries(keys.split(' ').map((key) => [key, ''])) } };
}

function check({ constraints, nodes, failed = {}, pods = {}, objects = [], change = (pod) => pod, scores }: Case): void {
  const all = Object.entries({ ...nodes, ...failed });
  const cache = makeCache(Object.fromEntries(all.map(([name, given]) => [name, shapeOf(name, given)])));
  for (const [node, each] of Object.entries(pods))
    for (const [index, keys] of each.entries()) cache.setPod(podInfoOf(labeled(`${node}-${index}`, keys)), node);
  const plain = labeled('p', 'foo bar');
  const pod = change(constraints === undefined ? plain : { ...plain, spec: { ...plain.spec, topologySpreadConstraints: constraints } });
  const candidates = Object.keys(nodes).flatMap((name): NodeInfo[] => [cache.node(name) ?? []].flat());
  const weighted = createFramework([podTopologySpread], makeTools(cache, objects)).score(podInfoOf(pod), candidates);
  expect(weighted.map((score) => score / 2)).toEqual(scores);
}

const foo = (count: number): readonly string[] => Array.from({ length: count }, () => 'foo');
const four: Nodes = { a: '', b: '', c: '', d: '' };
const zones: Nodes = { a: '1', b: '1', x: '2', y: '2' };
const service: KubeObject = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 's', namespace: 'default', uid: 's', resourceVersion: '1', creationTimestamp: '' },
  spec: { selector: { foo: '' } },
} as KubeObject;

const cases: readonly (readonly [string, Case])[] = [
  ['one constraint on node, no existing pods', { constraints: [soft(hostname, 'foo')], nodes: { a: '', b: '' }, scores: [100, 100] }],
  ['only one node is candidate', { constraints: [soft(hostname, 'foo')], nodes: { a: '' }, failed: { b: '' }, pods: { a: foo(2), b: foo(1) }, scores: [100] }],
  ['all nodes have the same number', { constraints: [soft(hostname, 'foo')], nodes: { a: '', b: '' }, pods: { a: foo(1), b: foo(1) }, scores: [100, 100] }],
  ['all 4 nodes are candidates', { constraints: [soft(hostname, 'foo')], nodes: four, pods: { a: foo(2), b: foo(1), d: foo(3) }, scores: [20, 60, 100, 0] }],
  [
    'null selector',
    {
      constraints: [{ maxSkew: 1, topologyKey: hostname, whenUnsatisfiable: 'ScheduleAnyway' }],
      nodes: four,
      pods: { a: foo(2), b: foo(1), d: foo(3) },
      scores: [100, 100, 100, 100],
    },
  ],
  ['maxSkew=2', { constraints: [soft(hostname, 'foo', 2)], nodes: four, pods: { a: foo(2), b: foo(1), d: foo(3) }, scores: [33, 66, 100, 16] }],
  ['maxSkew=3', { constraints: [soft(hostname, 'foo', 3)], nodes: four, pods: { a: foo(4), b: foo(3), c: foo(2), d: foo(1) }, scores: [44, 66, 77, 100] }],
  [
    'system defaulting, nodes don’t have zone, pods match service',
    { nodes: four, pods: { a: foo(4), b: foo(3), c: foo(2), d: foo(1) }, objects: [service], scores: [44, 66, 77, 100] },
  ],
  [
    '3 out of 4 nodes are candidates',
    {
      constraints: [soft(hostname, 'foo')],
      nodes: { a: '', b: '', x: '' },
      failed: { y: '' },
      pods: { a: foo(4), b: foo(2), x: foo(1), y: foo(3) },
      scores: [33, 83, 100],
    },
  ],
  [
    'one node doesn’t match topology key',
    {
      constraints: [soft(hostname, 'foo')],
      nodes: { a: '', b: { n: 'b' }, x: '' },
      failed: { y: '' },
      pods: { a: foo(4), b: foo(2), x: foo(1), y: foo(3) },
      scores: [16, 0, 100],
    },
  ],
  [
    'one constraint on zone, 3 out of 4 nodes are candidates',
    {
      constraints: [soft('zone', 'foo')],
      nodes: { a: '1', b: '1', x: '2' },
      failed: { y: '2' },
      pods: { a: foo(4), b: foo(2), x: foo(1), y: foo(3) },
      scores: [75, 75, 100],
    },
  ],
  [
    'two constraints on zone and node, 2 out of 4 nodes are candidates',
    {
      constraints: [soft('zone', 'foo'), soft(hostname, 'foo')],
      nodes: { a: '1', x: '2' },
      failed: { b: '1', y: '2' },
      pods: { a: foo(2), b: foo(1), x: foo(2), y: foo(4) },
      scores: [100, 63],
    },
  ],
  [
    'two constraints on zone, 2 out of 4 nodes are candidates',
    {
      constraints: [soft('zone', 'foo'), soft('zone', 'bar')],
      nodes: { a: '1', x: '2' },
      failed: { b: '1', y: '2' },
      pods: { a: ['foo bar', 'foo'], b: ['foo bar'], y: ['foo', 'foo bar', 'foo'] },
      scores: [85, 100],
    },
  ],
  [
    'two constraints on zone and node, with different labelSelectors',
    {
      constraints: [soft('zone', 'foo'), soft(hostname, 'bar')],
      nodes: zones,
      pods: { a: ['foo'], b: ['foo bar'], y: ['foo', 'bar'] },
      scores: [60, 20, 100, 60],
    },
  ],
];

test.each(cases)('TestPodTopologySpreadScore: %s', (_name, each) => check(each));

test('pods on their way out, and those of other namespaces, don’t count', () => {
  const constraints = [soft(hostname, 'foo')];
  const nodes = { a: '', b: '' };
  const cache = makeCache(Object.fromEntries(Object.entries(nodes).map(([name, given]) => [name, shapeOf(name, given)])));
  const tools = makeTools(cache);
  const pod = { ...labeled('p', 'foo'), spec: { containers: [], topologySpreadConstraints: constraints } };
  const framework = createFramework([podTopologySpread], tools);
  const scores = () => framework.score(podInfoOf(pod), cache.nodes()).map((score) => score / 2);
  const there = labeled('there', 'foo');
  cache.setPod(podInfoOf(there), 'a');
  expect(scores()).toEqual([0, 100]);
  cache.setPod(podInfoOf({ ...there, metadata: { ...there.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } }), 'a');
  expect(scores()).toEqual([100, 100]);
  const elsewhere = labeled('elsewhere', 'foo');
  cache.setPod(podInfoOf({ ...elsewhere, metadata: { ...elsewhere.metadata, namespace: 'other' } }), 'a');
  expect(scores()).toEqual([100, 100]);
});

test('a Pod without constraints, Service and owner is not scored', () => {
  const cache = makeCache({ a: {}, b: {} });
  const result = podTopologySpread.preScore?.(podInfoOf(labeled('p', 'foo')), cache.nodes(), makeTools(cache));
  expect(result).toBe('skip');
});
