/** Cases of upstream's plugins/interpodaffinity/filtering_test.go: TestRequiredAffinitySingleNode, and some of …MultipleNodes. */
import { expect, test } from 'vitest';
import type { KubeObject, LabelSelector, Pod, PodAffinityTerm } from '../../../sdk/index.ts';
import { createFramework } from '../../framework.ts';
import { podInfoOf } from '../../pod-info.ts';
import { makeCache, makePod, makeTools, type NodeShape } from '../../testing/objects.ts';
import { interPodAffinity } from './index.ts';

type Operator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
type Labels = Readonly<Record<string, string>>;

/** `service In securityscan,value2`; several are joined by `;`. */
function selectorOf(text: string): LabelSelector {
  const matchExpressions = text.split(';').map((each) => {
    const [key = '', operator = 'Exists', values] = each.trim().split(' ');
    return values === undefined ? { key, operator: operator as Operator } : { key, operator: operator as Operator, values: values.split(',') };
  });
  return { matchExpressions };
}

const term = (topologyKey: string, selector: string, more: Partial<PodAffinityTerm> = {}): PodAffinityTerm => ({
  topologyKey,
  labelSelector: selectorOf(selector),
  ...more,
});

interface Shape {
  readonly labels?: Labels;
  readonly namespace?: string;
  readonly near?: readonly PodAffinityTerm[];
  readonly far?: readonly PodAffinityTerm[];
  readonly node?: string;
}

function podOf(name: string, { labels = {}, namespace = 'default', near, far }: Shape): Pod {
  const pod = makePod(name);
  const podAffinity = near === undefined ? {} : { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: near } };
  const podAntiAffinity = far === undefined ? {} : { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: far } };
  return {
    ...pod,
    metadata: { ...pod.metadata, labels, namespace },
    spec: { ...pod.spec, affinity: { ...podAffinity, ...podAntiAffinity } },
  };
}

const reasons: Readonly<Record<string, string>> = {
  "node(s) didn't match pod affinity rules": 'affinity',
  "node(s) didn't match pod anti-affinity rules": 'anti-affinity',
  "node(s) didn't satisfy existing pods anti-affinity rules": 'existing',
};

interface Situation {
  readonly nodes?: Readonly<Record<string, NodeShape>>;
  readonly objects?: readonly KubeObject[];
}

/** What is said of each node: `ok` or the rule, with `!` where preemption can't help. */
function verdicts(pod: Shape, pods: readonly Shape[], { nodes = one, objects = [] }: Situation): readonly string[] {
  const cache = makeCache(nodes);
  for (const [index, shape] of pods.entries()) cache.setPod(podInfoOf(podOf(`there-${index}`, shape)), shape.node ?? 'machine1');
  const framework = createFramework([interPodAffinity], makeTools(cache, objects));
  const info = podInfoOf(podOf('p', pod));
  const prepared = framework.preFilter(info, cache.nodes());
  if ('rejection' in prepared) throw new Error('PreFilter never rejects here');
  return cache.nodes().map((node) => {
    const rejection = framework.filter(prepared.filters, info, node)?.rejection;
    if (rejection === undefined) return 'ok';
    return `${reasons[rejection.reasons.join()]}${rejection.resolvable ? '' : '!'}`;
  });
}

const one = { machine1: { labels: { region: 'r1', zone: 'z11' } } };
const scanned = { service: 'securityscan' };
const secured = { security: 'S1' };
const scan = 'service In securityscan,value2';
const virus = 'service In antivirusscan,value2';

const single: readonly (readonly [string, Shape, readonly Shape[], string])[] = [
  ['no rules, no pods', {}, [], 'ok'],
  ['In matches the existing pod', { labels: secured, near: [term('region', scan)] }, [{ labels: scanned }], 'ok'],
  ['NotIn matches the existing pod', { labels: secured, near: [term('region', 'service NotIn securityscan3,value3')] }, [{ labels: scanned }], 'ok'],
  [
    'another namespace',
    { labels: secured, near: [term('region', scan, { namespaces: ['DiffNameSpace'] })] },
    [{ labels: scanned, namespace: 'ns' }],
    'affinity!',
  ],
  ['labels that don’t match', { labels: scanned, near: [term('region', virus)] }, [{ labels: scanned }], 'affinity!'],
  [
    'several terms with several operators',
    {
      labels: secured,
      near: [term('region', 'service Exists; wrongkey DoesNotExist'), term('region', 'service In securityscan; service NotIn WrongValue')],
    },
    [{ labels: scanned }],
    'ok',
  ],
  [
    'expressions are ANDed',
    {
      labels: secured,
      near: [term('region', 'service Exists; wrongkey DoesNotExist'), term('region', 'service In securityscan2; service NotIn WrongValue')],
    },
    [{ labels: scanned }],
    'affinity!',
  ],
  ['affinity and anti-affinity', { labels: secured, near: [term('region', scan)], far: [term('node', virus)] }, [{ labels: scanned }], 'ok'],
  [
    'affinity, anti-affinity and that of the existing pod',
    { labels: secured, near: [term('region', scan)], far: [term('node', virus)] },
    [{ labels: scanned, far: [term('node', virus)] }],
    'ok',
  ],
  [
    'affinity, but not anti-affinity',
    { labels: secured, near: [term('region', scan)], far: [term('zone', scan)] },
    [{ labels: scanned }],
    'anti-affinity',
  ],
  [
    'both, but not that of the existing pod',
    { labels: scanned, near: [term('region', scan)], far: [term('node', virus)] },
    [{ labels: scanned, far: [term('zone', scan)] }],
    'existing',
  ],
  [
    'the pod matches itself, the existing one is elsewhere',
    { labels: scanned, near: [term('region', 'service NotIn securityscan,value2')] },
    [{ labels: scanned, node: 'machine2' }],
    'affinity!',
  ],
  ['the existing pod’s anti-affinity counts for a pod without any', { labels: scanned }, [{ labels: scanned, far: [term('zone', scan)] }], 'existing'],
  [
    'the existing pod’s anti-affinity is about others',
    { labels: scanned },
    [{ labels: scanned, far: [term('zone', 'service NotIn securityscan,value2')] }],
    'ok',
  ],
  [
    'own terms and the existing pod’s match both ways',
    { labels: scanned, far: [term('region', 'service Exists'), term('region', 'security Exists')] },
    [{ labels: secured, far: [term('zone', 'security Exists')] }],
    'anti-affinity',
  ],
];

test.each(single)('TestRequiredAffinitySingleNode: %s', (_name, pod, pods, expected) => {
  expect(verdicts(pod, pods, {})).toEqual([expected]);
});

const regions = {
  machine1: { labels: { region: 'China' } },
  machine2: { labels: { region: 'China', az: 'az1' } },
  machine3: { labels: { region: 'India' } },
};

const multiple: readonly (readonly [string, Shape, readonly Shape[], readonly string[]])[] = [
  [
    'all nodes of a region with a match are open',
    { near: [term('region', 'foo In bar')] },
    [{ labels: { foo: 'bar' }, node: 'machine1' }],
    ['ok', 'ok', 'affinity!'],
  ],
  [
    'the first of its kind goes where the keys are, the second after it',
    { labels: { foo: 'bar' }, near: [term('region', 'foo In bar'), term('az', 'foo In bar')] },
    [],
    ['affinity!', 'ok', 'affinity!'],
  ],
  [
    'anti-affinity closes a region',
    { far: [term('region', 'service In securityscan')] },
    [{ labels: scanned, node: 'machine2' }],
    ['anti-affinity', 'anti-affinity', 'ok'],
  ],
  [
    'anti-affinity over two keys closes each node that shares one',
    { far: [term('az', 'a Exists'), term('region', 'b Exists')] },
    [
      { labels: { a: '' }, node: 'machine2' },
      { labels: { b: '' }, node: 'machine3' },
    ],
    ['ok', 'anti-affinity', 'anti-affinity'],
  ],
  [
    'anti-affinity of an existing pod closes its region',
    { labels: { a: '' } },
    [{ node: 'machine1', far: [term('region', 'a Exists')] }],
    ['existing', 'existing', 'ok'],
  ],
];

test.each(multiple)('TestRequiredAffinityMultipleNodes: %s', (_name, pod, pods, expected) => {
  expect(verdicts(pod, pods, { nodes: regions })).toEqual(expected);
});

test.each([
  ['the same value', { matchLabelKeys: ['version'] }, '1', 'ok'],
  ['another value', { matchLabelKeys: ['version'] }, '2', 'affinity!'],
  ['a key that the pod doesn’t have', { matchLabelKeys: ['other'] }, '2', 'ok'],
  ['a value to avoid', { mismatchLabelKeys: ['version'] }, '1', 'affinity!'],
  ['not the value to avoid', { mismatchLabelKeys: ['version'] }, '2', 'ok'],
] as const)('matchLabelKeys: %s', (_name, keys, version, expected) => {
  const pod = { labels: { version: '1' }, near: [term('region', scan, keys)] };
  expect(verdicts(pod, [{ labels: { ...scanned, version } }], {})).toEqual([expected]);
});

function namespace(name: string, labels: Labels): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels, uid: name, resourceVersion: '1', creationTimestamp: '' } };
}

const teams = [namespace('team-1', { team: 'a' }), namespace('team-2', { team: 'b' })];

/** Both ways: as the incoming pod's affinity, and as the existing pod's anti-affinity. */
test.each([
  ['a namespace that is selected', { matchLabels: { team: 'a' } }, 'team-1', 'ok'],
  ['one that is not', { matchLabels: { team: 'a' } }, 'team-2', 'affinity!'],
  ['an empty selector means all', {}, 'team-2', 'ok'],
  ['no selector means the own namespace', undefined, 'team-1', 'affinity!'],
] as const)('namespaceSelector: %s', (_name, namespaceSelector, where, expected) => {
  const near = [term('region', scan, namespaceSelector === undefined ? {} : { namespaceSelector })];
  expect(verdicts({ near }, [{ labels: scanned, namespace: where }], { objects: teams })).toEqual([expected]);
  const existing = [{ far: near, namespace: 'default' }];
  const back = verdicts({ labels: scanned, namespace: where }, existing, { objects: teams });
  expect(back).toEqual([expected === 'ok' ? 'existing' : 'ok']);
});
