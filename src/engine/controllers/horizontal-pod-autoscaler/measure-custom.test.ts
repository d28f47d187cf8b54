/**
 * Metrics of the types Pods, Object and External, by upstream's cases: podautoscaler/replica_calculator_test.go (TestReplicaCalcPodMetric,
 * …ObjectMetric, …ObjectPerPodMetric, …ExternalMetric, …ExternalPerPodMetric) and horizontal_test.go (Test…CM…). Left out are those with a
 * tolerance of their own. Figures are in thousandths.
 */
import type { Pod, Tools } from 'converge/sdk';
import { expect, test } from 'vitest';
import { kinds } from '../../api/index.ts';
import { failure, StatusError } from '../../meta/index.ts';
import * as parts from '../../parts/autoscaling.ts';
import { goSelector } from './custom-values.ts';
import { measureExternal, measureObject, measurePods } from './measure-custom.ts';
import type { Question } from './measured.ts';

const nowMs = Date.parse('2026-01-01T01:00:00Z');

interface Setting {
  readonly replicas: number;
  /** Of its Pods; by default as many ready ones as replicas. */
  readonly ready?: readonly boolean[];
  readonly values: readonly number[];
  readonly value?: number;
  readonly average?: number;
}

type Body = object | (() => never);

function questionOf({ replicas, ready = Array.from({ length: replicas }, () => true) }: Omit<Setting, 'values'>, body: Body) {
  const pods = ready.map((isReady, index) => {
    const conditions = [{ type: 'Ready', status: isReady ? 'True' : 'False', lastTransitionTime: '2026-01-01T00:00:00Z' }];
    return { metadata: { name: `pod-${index}` }, status: { phase: 'Running', conditions } } as unknown as Pod;
  });
  const paths: string[] = [];
  const client = {
    async getSubresource(kind: { plural: string }, ref: { name: string }, metric: string, query: object) {
      paths.push(`${kind.plural}/${ref.name}/${metric} ${JSON.stringify(query)}`);
      return typeof body === 'function' ? body() : body;
    },
  };
  const tools = { client, parts, now: () => nowMs, lister: () => ({ list: () => [] }) } as unknown as Tools;
  const target = { replicas, statusReplicas: replicas, selector: 'app=web', pods };
  const question: Question = { namespace: 'test', target, served: kinds, tools };
  return { question, paths };
}

const timestamp = '2026-01-01T01:00:00Z';
const metric = { name: 'qps' };
const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'some-deployment' };

function itemsOf(values: readonly number[]): object {
  const items = values.map((milli, index) => ({
    describedObject: { name: `pod-${index}` },
    timestamp,
    value: `${milli}m`,
  }));
  return { items };
}

const aimOf = ({ value, average }: Setting) =>
  value === undefined
    ? { type: 'AverageValue', averageValue: `${average ?? 0}m` }
    : { type: 'Value', value: `${value}m` };

const measures = {
  Pods: (setting: Setting, question: Question) => measurePods({ metric, target: aimOf(setting) }, question),
  Object: (setting: Setting, question: Question) =>
    measureObject({ describedObject: deployment, metric, target: aimOf(setting) }, question),
  External: (setting: Setting, question: Question) => measureExternal({ metric, target: aimOf(setting) }, question),
};

type Case = [type: keyof typeof measures, what: string, setting: Setting, replicas: number, current: string | undefined];

const largest = 9_000_000_000_000_000;
const [unready, isReady] = [false, true];

const cases: readonly Case[] = [
  ['Pods', 'up', { replicas: 3, values: [20_000, 10_000, 30_000], average: 15_000 }, 4, '20'],
  [
    'Pods',
    'up, unready Pods count',
    { replicas: 3, ready: [isReady, isReady, unready], values: [50_000, 10_000, 30_000], average: 15_000 },
    6,
    '30',
  ],
  [
    'Pods',
    'up, several unready Pods count',
    { replicas: 3, ready: [unready, isReady, unready], values: [50_000, 15_000, 30_000], average: 15_000 },
    7,
    '31666m',
  ],
  ['Pods', 'down', { replicas: 5, values: [12_000, 12_000, 12_000, 12_000, 12_000], average: 20_000 }, 3, '12'],
  ['Pods', 'within the tolerance', { replicas: 3, values: [20_000, 21_000, 21_000], average: 20_000 }, 3, '20666m'],
  ['Pods', 'hardly above', { replicas: 3, values: [20_000, 20_001, 21_000], average: 20_000 }, 3, '20333m'],
  ['Pods', 'values missing', { replicas: 5, values: [20_000, 19_000, 21_000], average: 20_000 }, 5, '20'],
  [
    'Pods',
    'one Pod more during an update',
    { replicas: 2, ready: [isReady, isReady, isReady], values: [10_000, 10_000], average: 17_000 },
    2,
    '10',
  ],
  ['Object', 'up', { replicas: 3, values: [20_000], value: 15_000 }, 4, '20'],
  ['Object', 'up without end', { replicas: 3, values: [largest], value: 1 }, 2_147_483_647, undefined],
  [
    'Object',
    'up, unready Pods don’t count',
    { replicas: 3, ready: [unready, isReady, unready], values: [50_000], value: 10_000 },
    5,
    '50',
  ],
  ['Object', 'down', { replicas: 5, values: [12_000], value: 20_000 }, 3, '12'],
  ['Object', 'down to zero', { replicas: 5, values: [0], value: 20_000 }, 0, '0'],
  ['Object', 'up from zero', { replicas: 0, values: [20_000], value: 15_000 }, 2, '20'],
  ['Object', 'up from zero, without a tolerance', { replicas: 0, values: [1000], value: 1000 }, 1, '1'],
  ['Object', 'within the tolerance', { replicas: 3, values: [20_666], value: 20_000 }, 3, '20666m'],
  ['Object', 'hardly above', { replicas: 3, values: [20_050], value: 20_000 }, 3, '20050m'],
  ['Object', 'up, a share each', { replicas: 3, values: [20_000], average: 5000 }, 4, '6667m'],
  ['Object', 'up, another share each', { replicas: 3, values: [40_000], average: 10_000 }, 4, '13334m'],
  ['Object', 'down, a share each', { replicas: 5, values: [6000], average: 2000 }, 3, '1200m'],
  ['Object', 'down, another share each', { replicas: 5, values: [60_000], average: 20_000 }, 3, '12'],
  ['Object', 'a share each within the tolerance', { replicas: 4, values: [20_166], average: 5000 }, 4, '5042m'],
  ['Object', 'a share each hardly below', { replicas: 4, values: [8600], average: 2200 }, 4, '2150m'],
  [
    'External',
    'down, unready Pods don’t count',
    { replicas: 3, ready: [unready, isReady, unready], values: [8600], value: 4400 },
    2,
    '8600m',
  ],
  ['External', 'up', { replicas: 3, values: [8600], value: 6666 }, 4, '8600m'],
  ['External', 'down', { replicas: 5, values: [8600], value: 14_334 }, 3, '8600m'],
  ['External', 'down, another target', { replicas: 5, values: [8600], value: 14_400 }, 3, '8600m'],
  ['External', 'down to zero', { replicas: 5, values: [0], value: 14_400 }, 0, '0'],
  ['External', 'within the tolerance', { replicas: 3, values: [8600], value: 8888 }, 3, '8600m'],
  ['External', 'hardly below', { replicas: 4, values: [8600], value: 8666 }, 4, '8600m'],
  ['External', 'two that are as much as the target', { replicas: 3, values: [largest / 2, largest / 2], value: largest }, 3, undefined],
  ['External', 'more than a count holds', { replicas: 1, values: [largest], average: 1 }, 2_147_483_647, undefined],
  ['External', 'much, and a target as large', { replicas: 1, values: [largest], average: largest }, 1, undefined],
  ['External', 'up, a share each', { replicas: 3, values: [8600], average: 2150 }, 4, '2867m'],
  ['External', 'up, another share each', { replicas: 3, values: [8600], average: 2222 }, 4, '2867m'],
  ['External', 'down, a share each', { replicas: 5, values: [8600], average: 2867 }, 3, '1720m'],
  ['External', 'down, another share each', { replicas: 5, values: [8600], average: 3000 }, 3, '1720m'],
  ['External', 'a share each within the tolerance', { replicas: 3, values: [8600], average: 2900 }, 3, '2867m'],
  ['External', 'a share each hardly below', { replicas: 4, values: [8600], average: 2200 }, 4, '2150m'],
];

test.each<Case>(cases)('%s: %s', async (type, _, setting, replicas, current) => {
  const { question } = questionOf(setting, itemsOf(setting.values));
  const found = await measures[type](setting, question);
  expect(found).toMatchObject({ replicas });
  if (current === undefined) return;
  const field = type === 'Pods' ? 'pods' : type === 'Object' ? 'object' : 'external';
  const amount = setting.value === undefined ? { averageValue: current } : { value: current };
  expect(found).toMatchObject({ status: { type, [field]: { metric, current: amount } } });
});

const refused = (message: string) => () => {
  throw new StatusError(failure(404, 'NotFound', message));
};
const missing = 'the server could not find the metric qps for pods';
const setting: Setting = { replicas: 3, values: [] };

test.each<[type: keyof typeof measures, aim: Partial<Setting>, body: Body, reason: string, error: string, told: string]>([
  [
    'Pods',
    { average: 1 },
    refused(missing),
    'FailedGetPodsMetric',
    `unable to get metric qps: unable to fetch metrics from custom metrics API: ${missing}`,
    'failed to get pods metric value: ',
  ],
  [
    'Pods',
    { average: 1 },
    { items: [] },
    'FailedGetPodsMetric',
    'unable to get metric qps: no metrics returned from custom metrics API',
    'failed to get pods metric value: ',
  ],
  [
    'Pods',
    { average: 1, ready: [] },
    itemsOf([5]),
    'FailedGetPodsMetric',
    'no pods returned by selector while calculating replica count',
    'failed to get pods metric value: ',
  ],
  [
    'Object',
    { value: 1 },
    refused('the server could not find the requested resource'),
    'FailedGetObjectMetric',
    'unable to get metric qps: Deployment on test some-deployment/unable to fetch metrics from custom metrics API: no known available metric versions found',
    'failed to get object metric value: ',
  ],
  [
    'Object',
    { average: 1 },
    itemsOf([1, 2]),
    'FailedGetObjectMetric',
    'unable to get metric qps: Deployment on test some-deployment/unable to fetch metrics from custom metrics API: the custom metrics API server returned 2 results when we asked for exactly one',
    'failed to get object metric value: failed to get qps object metric: ',
  ],
  [
    'Object',
    { value: 1, ready: [] },
    itemsOf([5]),
    'FailedGetObjectMetric',
    'unable to calculate ready pods: no pods returned by selector while calculating replica count',
    'failed to get object metric value: ',
  ],
  [
    'External',
    { value: 1 },
    { items: [] },
    'FailedGetExternalMetric',
    'unable to get external metric test/qps/nil: no metrics returned from external metrics API',
    'failed to get qps external metric value: failed to get external metric qps: ',
  ],
  [
    'External',
    { average: 1 },
    refused('the server could not find the metric qps for '),
    'FailedGetExternalMetric',
    'unable to get external metric test/qps/nil: unable to fetch metrics from external metrics API: the server could not find the metric qps for ',
    'failed to get qps external metric value: failed to get qps external metric: ',
  ],
])('%s says why it can’t be measured (%o)', async (type, aim, body, reason, error, told) => {
  const given = { ...setting, ...aim };
  const { question } = questionOf(given, body);
  expect(await measures[type](given, question)).toEqual({ reason, error, told: `${told}${error}` });
});

test('a metric is asked for by name and selectors, of the object in question', async () => {
  const selector = { matchLabels: { verb: 'GET' }, matchExpressions: [{ key: 'code', operator: 'In' as const, values: ['200', '201'] }] };
  const one = { name: 'a/b', selector };
  const { question, paths } = questionOf({ replicas: 1 }, itemsOf([1]));
  const target = { type: 'Value', value: '1' };
  const ingress = { apiVersion: 'networking.k8s.io/v1beta1', kind: 'Ingress', name: 'door' };
  await measurePods({ metric: one, target: { type: 'AverageValue', averageValue: '1' } }, question);
  await measureObject({ describedObject: ingress, metric, target }, question);
  await measureObject({ describedObject: { apiVersion: 'v1', kind: 'Namespace', name: 'any' }, metric, target }, question);
  await measureExternal({ metric: one, target }, question);
  const selected = '"code in (200,201),verb=GET"';
  expect(paths).toEqual([
    `pods/*/a%2Fb {"labelSelector":"app=web","metricLabelSelector":${selected}}`,
    'ingresses.networking.k8s.io/door/qps {}',
    'namespaces/test/metrics/qps {}',
    `namespaces/test/a%2Fb {"labelSelector":${selected}}`,
  ]);
  const unknown = await measureObject({ describedObject: { apiVersion: 'a/v1', kind: 'X', name: 'x' }, metric, target }, question);
  expect(unknown).toMatchObject({
    error: expect.stringContaining('unable to map kind X.a to resource: no matches for kind "X" in group "a"'),
  });
  expect(goSelector(selector)).toBe(
    '&LabelSelector{MatchLabels:map[string]string{verb: GET,},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:code,Operator:In,Values:[200 201],},},}',
  );
});

test('over no replicas a share is upstream’s whole number of nothing', async () => {
  const { question } = questionOf({ replicas: 0 }, itemsOf([5000]));
  expect(await measureExternal({ metric, target: { type: 'AverageValue', averageValue: '2' } }, question)).toMatchObject({
    replicas: 3,
    status: { external: { current: { averageValue: '-9223372036854775808m' } } },
  });
});
