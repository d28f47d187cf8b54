/** Cases of upstream's plugins/interpodaffinity/scoring_test.go: TestPreferredAffinity. */
import { expect, test } from 'vitest';
import type { LabelSelector, Pod, PodSpec } from '../../../sdk/index.ts';
import { createFramework } from '../../framework.ts';
import { podInfoOf } from '../../pod-info.ts';
import { makeCache, makePod, makeTools } from '../../testing/objects.ts';
import { interPodAffinity } from './index.ts';

type Affinity = NonNullable<PodSpec['affinity']>;

const security = (value: string): LabelSelector => ({ matchExpressions: [{ key: 'security', operator: 'In', values: [value] }] });
const preferred = (topologyKey: string, value: string, weight: number) => ({
  preferredDuringSchedulingIgnoredDuringExecution: [{ weight, podAffinityTerm: { topologyKey, labelSelector: security(value) } }],
});
const nearS1: Affinity = { podAffinity: preferred('region', 'S1', 5) };
const nearS2: Affinity = { podAffinity: preferred('region', 'S2', 6) };
const farFromS1: Affinity = { podAntiAffinity: preferred('az', 'S1', 5) };
const farFromS2: Affinity = { podAntiAffinity: preferred('az', 'S2', 5) };
const both: Affinity = { podAffinity: preferred('region', 'S1', 8), podAntiAffinity: preferred('az', 'S2', 5) };
const needsS1: Affinity = {
  podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'region', labelSelector: security('S1') }] },
};

type Labels = Readonly<Record<string, string>>;
const china = { region: 'China' };
const india = { region: 'India' };
const az1 = { az: 'az1' };
const az2 = { az: 'az2' };
const [s1, s2] = [{ security: 'S1' }, { security: 'S2' }];

interface There {
  readonly node: number;
  readonly labels?: Labels;
  readonly affinity?: Affinity;
}

interface Case {
  readonly labels?: Labels;
  readonly affinity?: Affinity;
  readonly pods?: readonly There[];
  readonly nodes: readonly Labels[];
  readonly scores: readonly number[] | 'skip';
}

function podOf(name: string, labels: Labels = {}, affinity?: Affinity): Pod {
  const pod = makePod(name, {}, affinity === undefined ? {} : { affinity });
  return { ...pod, metadata: { ...pod.metadata, labels } };
}

function check({ labels, affinity, pods = [], nodes, scores }: Case): void {
  const cache = makeCache(Object.fromEntries(nodes.map((each, index) => [`node${index + 1}`, { labels: each }])));
  for (const [index, each] of pods.entries())
    cache.setPod(podInfoOf(podOf(`there-${index}`, each.labels, each.affinity)), `node${each.node}`);
  // makeCache hands nodes out round robin over zones: these have none, and stay in order.
  const all = cache.nodes();
  const tools = makeTools(cache);
  const info = podInfoOf(podOf('p', labels, affinity));
  if (scores === 'skip') return void expect(interPodAffinity.preScore?.(info, all, tools)).toBe('skip');
  expect(createFramework([interPodAffinity], tools).score(info, all).map((score) => score / 2)).toEqual(scores);
}

const cases: readonly (readonly [string, Case])[] = [
  ['without affinity anywhere nothing is scored', { labels: s1, nodes: [china, india, az1], scores: 'skip' }],
  [
    'the node with the key and a pod that matches',
    { labels: s1, affinity: nearS1, pods: [{ node: 1, labels: s1 }, { node: 2, labels: s2 }, { node: 3, labels: s1 }], nodes: [china, india, az1], scores: [100, 0, 0] },
  ],
  ['all nodes of the same domain', { affinity: nearS1, pods: [{ node: 1, labels: s1 }], nodes: [china, { ...china, ...az1 }, india], scores: [100, 100, 0] }],
  [
    'the region with more matches',
    {
      labels: s1,
      affinity: nearS2,
      pods: [1, 1, 2, 3, 4, 5].map((node) => ({ node, labels: s2 })),
      nodes: [china, india, china, china, india],
      scores: [100, 0, 100, 100, 0],
    },
  ],
  [
    'what existing pods prefer counts, too',
    { labels: s1, pods: [{ node: 1, labels: s1, affinity: nearS1 }, { node: 2, labels: s2, affinity: nearS2 }], nodes: [china, india, az1], scores: [100, 0, 0] },
  ],
  [
    'what existing pods require counts with a weight of 1',
    { labels: s1, pods: [{ node: 1, affinity: needsS1 }, { node: 1, affinity: needsS1 }, { node: 2, affinity: needsS1 }], nodes: [china, india, az1], scores: [100, 50, 0] },
  ],
  ['anti-affinity: the node without a match', { affinity: farFromS1, pods: [{ node: 1, labels: s1 }, { node: 2, labels: s2 }], nodes: [az1, china], scores: [0, 100] }],
  ['anti-affinity: another domain', { affinity: farFromS1, pods: [{ node: 1, labels: s1 }, { node: 2, labels: s1 }], nodes: [az1, china], scores: [0, 100] }],
  [
    'anti-affinity: the domain with fewer matches',
    { affinity: farFromS1, pods: [{ node: 1, labels: s1 }, { node: 1, labels: s1 }, { node: 2, labels: s1 }], nodes: [az1, az2], scores: [0, 100] },
  ],
  [
    'anti-affinity of existing pods: symmetric',
    { labels: s2, pods: [{ node: 1, affinity: farFromS2 }, { node: 2, affinity: farFromS1 }], nodes: [az1, az2], scores: [0, 100] },
  ],
  [
    'affinity and anti-affinity together',
    { affinity: both, pods: [{ node: 1, labels: s1 }, { node: 2, labels: s1 }], nodes: [china, az1], scores: [100, 0] },
  ],
];

test.each(cases)('TestPreferredAffinity: %s', (_name, each) => check(each));
