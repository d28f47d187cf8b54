/** As upstream's plugins/podtopologyspread/filtering_test.go has them: TestSingleConstraint, TestMultipleConstraints. */
import { expect, test } from 'vitest';
import type { LabelSelector, NodeInfo, Pod, PodSpec, TopologySpreadConstraint } from '../../../sdk/index.ts';
import { createFramework } from '../../framework.ts';
import { podInfoOf } from '../../pod-info.ts';
import { makeCache, makeInfo, makePod, makeTools, type NodeShape } from '../../testing/objects.ts';
import { podTopologySpread } from './index.ts';

const hard = (topologyKey: string, maxSkew = 1, more: Partial<TopologySpreadConstraint> = {}): TopologySpreadConstraint => ({
  maxSkew,
  topologyKey,
  whenUnsatisfiable: 'DoNotSchedule',
  labelSelector: { matchExpressions: [{ key: 'foo', operator: 'Exists' }] },
  ...more,
});

function labeled(name: string, labels: Readonly<Record<string, string>>, spec: Partial<PodSpec> = {}): Pod {
  const pod = makePod(name, {}, spec);
  return { ...pod, metadata: { ...pod.metadata, labels } };
}

const verdict: Readonly<Record<string, string>> = {
  "node(s) didn't match pod topology spread constraints": 'skewed',
  "node(s) didn't match pod topology spread constraints (missing required label)": 'unlabeled!',
};

interface Case {
  readonly constraints: readonly TopologySpreadConstraint[];
  readonly nodes: Readonly<Record<string, NodeShape>>;
  /** How many matching pods by node. */
  readonly pods?: Readonly<Record<string, number>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly spec?: Partial<PodSpec>;
  readonly expected: Readonly<Record<string, string>>;
}

function check({ constraints, nodes, pods = {}, labels = { foo: '' }, spec = {}, expected }: Case): void {
  const cache = makeCache(nodes);
  for (const [node, count] of Object.entries(pods))
    for (let index = 0; index < count; index += 1) cache.setPod(podInfoOf(labeled(`${node}-${index}`, { foo: '', version: '1' })), node);
  const info = podInfoOf(labeled('p', labels, { ...spec, topologySpreadConstraints: constraints }));
  const framework = createFramework([podTopologySpread], makeTools(cache));
  const prepared = framework.preFilter(info, cache.nodes());
  if ('rejection' in prepared) throw new Error('PreFilter never rejects here');
  const said = (node: NodeInfo): string => {
    const rejection = framework.filter(prepared.filters, info, node)?.rejection;
    if (rejection !== undefined) expect(rejection.resolvable).toBe(!verdict[rejection.reasons.join()]?.endsWith('!'));
    return rejection === undefined ? 'ok' : (verdict[rejection.reasons.join()] ?? '');
  };
  expect(Object.fromEntries(cache.nodes().map((node) => [node.name, said(node)]))).toEqual(expected);
}

const at = (zone: string, name: string, spec: NodeShape['spec'] = {}): NodeShape => ({ labels: { zone, node: name }, spec });
const four = { a: at('1', 'a'), b: at('1', 'b'), x: at('2', 'x'), y: at('2', 'y') };
const tainted = { taints: [{ key: 'bar', value: '', effect: 'NoSchedule' }] };
const open = { a: 'ok', b: 'ok', x: 'ok', y: 'ok' };

const cases: readonly (readonly [string, Case])[] = [
  ['no existing pods', { constraints: [hard('zone')], nodes: four, expected: open }],
  ['no existing pods, the pod doesn’t match itself', { constraints: [hard('zone')], labels: {}, nodes: four, expected: open }],
  [
    'nodes without the key',
    { constraints: [hard('zone')], nodes: { ...four, a: { labels: { node: 'a' } } }, pods: { b: 1, x: 1 }, expected: { ...open, a: 'unlabeled!' } },
  ],
  ['3/3 over zones', { constraints: [hard('zone')], nodes: four, pods: { a: 2, b: 1, y: 3 }, expected: open }],
  ['the emptier zone alone', { constraints: [hard('zone')], nodes: four, pods: { a: 1, b: 1, x: 1 }, expected: { a: 'skewed', b: 'skewed', x: 'ok', y: 'ok' } }],
  ['2/1/0/3 over nodes', { constraints: [hard('node')], nodes: four, pods: { a: 2, b: 1, y: 3 }, expected: { a: 'skewed', b: 'skewed', x: 'ok', y: 'skewed' } }],
  ['2/1/0/3 over nodes, maxSkew 2', { constraints: [hard('node', 2)], nodes: four, pods: { a: 2, b: 1, y: 3 }, expected: { ...open, a: 'skewed', y: 'skewed' } }],
  [
    '2/1/0/3 over nodes, the pod doesn’t match itself',
    { constraints: [hard('node')], labels: {}, nodes: four, pods: { a: 2, b: 1, y: 3 }, expected: { a: 'skewed', b: 'ok', x: 'ok', y: 'skewed' } },
  ],
  [
    'minDomains above the number of zones: the least counts as 0',
    { constraints: [hard('zone', 1, { minDomains: 3 })], nodes: four, pods: { a: 1, x: 1 }, expected: { a: 'skewed', b: 'skewed', x: 'skewed', y: 'skewed' } },
  ],
  ['minDomains reached', { constraints: [hard('zone', 1, { minDomains: 2 })], nodes: four, pods: { a: 1, x: 1 }, expected: open }],
  [
    'nodes that the pod’s selector rules out don’t count',
    { constraints: [hard('node')], spec: { nodeSelector: { zone: '1' } }, nodes: four, pods: { a: 1, b: 1 }, expected: open },
  ],
  [
    'they do with nodeAffinityPolicy Ignore',
    {
      constraints: [hard('node', 1, { nodeAffinityPolicy: 'Ignore' })],
      spec: { nodeSelector: { zone: '1' } },
      nodes: four,
      pods: { a: 1, b: 1 },
      expected: { a: 'skewed', b: 'skewed', x: 'ok', y: 'ok' },
    },
  ],
  [
    'tainted nodes count',
    { constraints: [hard('node')], nodes: { ...four, y: at('2', 'y', tainted) }, pods: { a: 1, b: 1, x: 1 }, expected: { a: 'skewed', b: 'skewed', x: 'skewed', y: 'ok' } },
  ],
  [
    'they don’t with nodeTaintsPolicy Honor',
    {
      constraints: [hard('node', 1, { nodeTaintsPolicy: 'Honor' })],
      nodes: { ...four, y: at('2', 'y', tainted) },
      pods: { a: 1, b: 1, x: 1 },
      expected: open,
    },
  ],
  [
    'matchLabelKeys: only pods of the same version count',
    { constraints: [hard('node', 1, { matchLabelKeys: ['version'] })], labels: { foo: '', version: '2' }, nodes: four, pods: { a: 1 }, expected: open },
  ],
  [
    'matchLabelKeys: the same version',
    { constraints: [hard('node', 1, { matchLabelKeys: ['version'] })], labels: { foo: '', version: '1' }, nodes: four, pods: { a: 1 }, expected: { ...open, a: 'skewed' } },
  ],
  [
    'two constraints: zone 3/3, node 2/1/0/3',
    { constraints: [hard('zone'), hard('node')], nodes: four, pods: { a: 2, b: 1, y: 3 }, expected: { a: 'skewed', b: 'skewed', x: 'ok', y: 'skewed' } },
  ],
  [
    'two constraints that leave nothing',
    { constraints: [hard('zone'), hard('node')], nodes: four, pods: { a: 2, b: 2, x: 1, y: 0 }, expected: { a: 'skewed', b: 'skewed', x: 'skewed', y: 'ok' } },
  ],
];

test.each(cases)('%s', (_name, each) => check(each));

test('each Pod without labels counts, where the selector matches them', () => {
  const cache = makeCache({ a: at('1', 'a'), b: at('1', 'b') });
  const unlabeled: LabelSelector = { matchExpressions: [{ key: 'foo', operator: 'DoesNotExist' }] };
  const info = podInfoOf(makePod('p', {}, { topologySpreadConstraints: [hard('node', 1, { labelSelector: unlabeled })] }));
  const framework = createFramework([podTopologySpread], makeTools(cache));
  const open = (): readonly string[] => {
    const prepared = framework.preFilter(info, cache.nodes());
    if ('rejection' in prepared) throw new Error('PreFilter never rejects here');
    return cache.nodes().flatMap((node) => (framework.filter(prepared.filters, info, node) === undefined ? [node.name] : []));
  };
  expect(open()).toEqual(['a', 'b']);
  cache.assume(makeInfo('q'), 'a');
  expect(open()).toEqual(['b']);
});

test('only what can matter wakes a Pod that is kept out', () => {
  const framework = createFramework([podTopologySpread], makeTools(makeCache({})));
  const waits = podInfoOf(labeled('p', { foo: '' }, { topologySpreadConstraints: [hard('zone')] }));
  const wakes = (event: Parameters<typeof framework.hint>[1]) => framework.hint('PodTopologySpread', event, waits);
  expect(wakes({ type: 'assigned-pod-add', pod: podInfoOf(labeled('q', { foo: '' })) })).toBe(true);
  expect(wakes({ type: 'assigned-pod-delete', pod: podInfoOf(labeled('q', { foo: '' })) })).toBe(true);
  expect(wakes({ type: 'assigned-pod-delete', pod: makeInfo('q') })).toBe(false);
  expect(wakes({ type: 'assigned-pod-update', before: makeInfo('q'), pod: podInfoOf(labeled('q', { foo: '' })) })).toBe(true);
  expect(wakes({ type: 'assigned-pod-update', before: makeInfo('q'), pod: podInfoOf(labeled('q', { bar: '' })) })).toBe(false);
});
