/** The replica formula, by upstream's cases (podautoscaler/replica_calculator_test.go, TestReplicaCalc…); figures are in millicores. */
import type { Pod } from 'converge/sdk';
import { expect, test } from 'vitest';
import * as parts from '../../parts/autoscaling.ts';
import { milliOf, type PodMetrics, quantityOf, samplesOf } from './metrics.ts';
import { replicasByAverage, replicasByUtilization, type Workload } from './replica-count.ts';

const nowMs = Date.parse('2026-01-01T01:00:00Z');
const ago = (seconds: number): string => new Date(nowMs - seconds * 1000).toISOString().replace('.000', '');

interface Traits {
  /** Of each of its containers; one number a container. Absent: no metrics. */
  readonly uses?: readonly number[];
  readonly requests?: number;
  readonly ready?: boolean;
  readonly phase?: string;
  readonly deleted?: boolean;
  /** Started a few seconds ago. */
  readonly hot?: boolean;
}

const twoContainers = ['container1', 'container2'];

function podOf(name: string, { requests = 1000, ready = true, phase = 'Running', deleted, hot }: Traits): Pod {
  const startTime = hot === true ? ago(10) : ago(3600);
  return {
    metadata: { name, namespace: 'test', ...(deleted === true ? { deletionTimestamp: ago(5) } : {}) },
    spec: {
      containers: twoContainers.map((each) => ({
        name: each,
        resources: { requests: { cpu: `${requests}m`, memory: '1' } },
      })),
    },
    status: {
      phase,
      startTime,
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime: startTime }],
    },
  } as unknown as Pod;
}

function metricsOf(name: string, uses: readonly number[]): PodMetrics {
  const containers = uses.map((milli, index) => ({ name: twoContainers[index] ?? '', usage: { cpu: `${milli}m` } }));
  return {
    metadata: { name, namespace: 'test' },
    timestamp: ago(0),
    window: '60s',
    containers,
  } as unknown as PodMetrics;
}

interface Setting {
  readonly replicas: number;
  readonly pods: readonly Traits[];
  readonly container?: string;
  /** Of Pods that are no more. */
  readonly strangers?: readonly (readonly number[])[];
  readonly percent?: number;
  /** Thousandths a Pod. */
  readonly average?: number;
  readonly resource?: string;
}

type Expected =
  | { readonly replicas: number; readonly utilization?: number; readonly averageMilli: number }
  | { readonly error: string };

function check(
  { replicas, pods, container, strangers = [], percent, average, resource = 'cpu' }: Setting,
  expected: Expected,
): void {
  const named = pods.map((traits, index) => [`pod-${index}`, traits] as const);
  const measured = [
    ...named.flatMap(([name, { uses }]) => (uses === undefined ? [] : [metricsOf(name, uses)])),
    ...strangers.map((uses, index) => metricsOf(`old-${index}`, uses)),
  ];
  const samples = samplesOf(measured, 'cpu', container);
  if ('error' in samples) {
    expect(samples).toEqual(expected);
    return;
  }
  const workload: Workload = {
    replicas,
    pods: named.map(([name, traits]) => podOf(name, traits)),
    samples,
    resource,
    container,
    nowMs,
  };
  const found =
    percent === undefined ? replicasByAverage(workload, average ?? 0, parts) : replicasByUtilization(workload, percent, parts);
  expect(found).toEqual(expected);
}

/** Pods of two containers that both use so much. */
const use = (...levels: readonly number[]): readonly Traits[] => levels.map((level) => ({ uses: [level, level] }));
/** Pods whose second container uses so much. */
const second = (...levels: readonly number[]): readonly Traits[] => levels.map((level) => ({ uses: [1000, level] }));
const change = (pods: readonly Traits[], changes: Readonly<Record<number, Traits>>): readonly Traits[] =>
  pods.map((traits, index) => ({ ...traits, ...changes[index] }));
const unready: Traits = { ready: false, hot: true };
const gone: readonly Traits[] = [
  { phase: 'Failed', ready: false },
  { phase: 'Failed', ready: false },
];
const leaving: readonly Traits[] = [
  { deleted: true, ready: false },
  { deleted: true, ready: false },
];

const cases: readonly (readonly [what: string, setting: Setting, expected: Expected])[] = [
  [
    'metrics of other pods alone',
    { replicas: 1, pods: [{}], strangers: [[100, 100]], percent: 100 },
    { error: 'no metrics returned matched known pods' },
  ],
  ['up', { replicas: 3, pods: use(300, 500, 700), percent: 30 }, { replicas: 5, utilization: 50, averageMilli: 1000 }],
  [
    'up by one container',
    { replicas: 3, pods: second(300, 500, 700), container: 'container2', percent: 30 },
    { replicas: 5, utilization: 50, averageMilli: 500 },
  ],
  [
    'up, less with an unready pod',
    { replicas: 3, pods: change(use(300, 500, 700), { 0: unready }), percent: 30 },
    { replicas: 4, utilization: 60, averageMilli: 1200 },
  ],
  [
    'up, less with a pod that has just started',
    { replicas: 3, pods: change(use(300, 500, 700), { 0: { hot: true } }), percent: 30 },
    { replicas: 4, utilization: 60, averageMilli: 1200 },
  ],
  [
    'up by one container, less with a pod that has just started',
    { replicas: 3, pods: change(second(300, 500, 700), { 0: { hot: true } }), container: 'container2', percent: 30 },
    { replicas: 4, utilization: 60, averageMilli: 600 },
  ],
  [
    'not up with unready pods',
    { replicas: 3, pods: change(use(400, 500, 700), { 1: unready, 2: unready }), percent: 30 },
    { replicas: 3, utilization: 40, averageMilli: 800 },
  ],
  [
    'up, failed pods don’t count',
    { replicas: 2, pods: [...use(500, 700), ...gone], percent: 30 },
    { replicas: 4, utilization: 60, averageMilli: 1200 },
  ],
  [
    'up by one container, failed pods don’t count',
    { replicas: 2, pods: [...second(500, 700), ...gone], container: 'container2', percent: 30 },
    { replicas: 4, utilization: 60, averageMilli: 600 },
  ],
  [
    'up, leaving pods don’t count',
    { replicas: 2, pods: [...use(500, 700), ...leaving], percent: 30 },
    { replicas: 4, utilization: 60, averageMilli: 1200 },
  ],
  [
    'up by one container, leaving pods don’t count',
    { replicas: 2, pods: [...use(500, 700), ...leaving], container: 'container1', percent: 30 },
    { replicas: 4, utilization: 60, averageMilli: 600 },
  ],
  [
    'up by an average',
    { replicas: 3, pods: use(10000, 5000, 15000), average: 15000 },
    { replicas: 4, averageMilli: 20000 },
  ],
  [
    'up by an average, unready pods count for anything but CPU',
    { replicas: 3, pods: change(use(25000, 5000, 15000), { 2: unready }), average: 15000, resource: 'memory' },
    { replicas: 6, averageMilli: 30000 },
  ],
  [
    'up by an average with two unready pods',
    {
      replicas: 3,
      pods: change(use(25000, 7500, 15000), { 0: unready, 2: unready }),
      average: 15000,
      resource: 'memory',
    },
    { replicas: 7, averageMilli: 31666 },
  ],
  [
    'down',
    { replicas: 5, pods: use(100, 300, 500, 250, 250), percent: 50 },
    { replicas: 3, utilization: 28, averageMilli: 560 },
  ],
  [
    'down by one container',
    { replicas: 5, pods: second(100, 300, 500, 250, 250), container: 'container2', percent: 50 },
    { replicas: 3, utilization: 28, averageMilli: 280 },
  ],
  [
    'down by an average',
    { replicas: 5, pods: use(6000, 6000, 6000, 6000, 6000), average: 20000 },
    { replicas: 3, averageMilli: 12000 },
  ],
  [
    'down, unready pods don’t count',
    { replicas: 5, pods: change(use(100, 300, 500, 250, 250), { 3: unready, 4: unready }), percent: 50 },
    { replicas: 2, utilization: 30, averageMilli: 600 },
  ],
  [
    'down by one container, unready pods don’t count',
    {
      replicas: 5,
      pods: change(second(100, 300, 500, 250, 250), { 3: unready, 4: unready }),
      container: 'container2',
      percent: 50,
    },
    { replicas: 2, utilization: 30, averageMilli: 300 },
  ],
  [
    'down, pending pods don’t count',
    {
      replicas: 5,
      pods: [...use(100), ...Array.from({ length: 4 }, () => ({ phase: 'Pending', ready: false }))],
      percent: 50,
    },
    { replicas: 1, utilization: 10, averageMilli: 200 },
  ],
  [
    'down, pods that have just started don’t count',
    { replicas: 5, pods: change(use(100, 300, 500, 250, 250), { 3: { hot: true }, 4: { hot: true } }), percent: 50 },
    { replicas: 2, utilization: 30, averageMilli: 600 },
  ],
  [
    'down, failed pods don’t count',
    { replicas: 5, pods: [...use(100, 300, 500, 250, 250), ...gone], percent: 50 },
    { replicas: 3, utilization: 28, averageMilli: 560 },
  ],
  [
    'down, leaving pods don’t count',
    { replicas: 5, pods: [...use(100, 300, 500, 250, 250), ...leaving], percent: 50 },
    { replicas: 3, utilization: 28, averageMilli: 560 },
  ],
  [
    'within the tolerance',
    { replicas: 3, pods: change(use(1010, 1030, 1020), { 0: { requests: 900 }, 2: { requests: 1100 } }), percent: 100 },
    { replicas: 3, utilization: 102, averageMilli: 2040 },
  ],
  [
    'an average within the tolerance',
    { replicas: 3, pods: use(10000, 10500, 10500), average: 20000 },
    { replicas: 3, averageMilli: 20666 },
  ],
  [
    'metrics of more pods than there are',
    {
      replicas: 4,
      pods: use(4000, 9500, 3000, 7000),
      strangers: [
        [3200, 3200],
        [2000, 2000],
      ],
      percent: 100,
    },
    { replicas: 24, utilization: 587, averageMilli: 11750 },
  ],
  [
    'metrics are missing: fully used when it shrinks',
    { replicas: 4, pods: [...use(400, 95), {}, {}], percent: 100 },
    { replicas: 3, utilization: 24, averageMilli: 495 },
  ],
  [
    'metrics are missing, a target above what is requested',
    { replicas: 4, pods: [...use(2000, 950), {}, {}], percent: 200 },
    { replicas: 4, utilization: 147, averageMilli: 2950 },
  ],
  [
    'no metrics',
    { replicas: 4, pods: [{}, {}, {}, {}], percent: 100 },
    { error: 'no metrics returned from resource metrics API' },
  ],
  [
    'a request is missing',
    { replicas: 1, pods: [{ uses: [200, 200], requests: Number.NaN }], percent: 100 },
    { error: 'missing request for cpu in container container1 of Pod pod-0' },
  ],
  [
    'metrics are missing: unused when it grows, so nothing changes',
    { replicas: 2, pods: [...use(1000), {}], percent: 100 },
    { replicas: 2, utilization: 100, averageMilli: 2000 },
  ],
  [
    'metrics are missing: fully used, so nothing changes',
    { replicas: 2, pods: [...use(600), {}], percent: 60 },
    { replicas: 2, utilization: 60, averageMilli: 1200 },
  ],
  [
    'one is missing, and it would shrink',
    { replicas: 2, pods: [...use(450), {}], percent: 50 },
    { replicas: 2, utilization: 45, averageMilli: 900 },
  ],
  [
    'one is missing, and it would grow',
    { replicas: 2, pods: [...use(2000), {}], percent: 50 },
    { replicas: 4, utilization: 200, averageMilli: 4000 },
  ],
  [
    'one is missing and one unready, and it grows',
    { replicas: 3, pods: [{ ...unready, uses: [100, 100] }, { uses: [450, 450] }, {}], percent: 50 },
    { replicas: 3, utilization: 45, averageMilli: 900 },
  ],
  [
    'one is missing and one unready, and it grows far',
    { replicas: 3, pods: [{ ...unready, uses: [100, 100] }, { uses: [2000, 2000] }, {}], percent: 50 },
    { replicas: 4, utilization: 200, averageMilli: 4000 },
  ],
  [
    'one is missing and one unready, and it shrinks',
    { replicas: 4, pods: [{ ...unready, uses: [100, 100] }, ...use(100, 100), {}], percent: 50 },
    { replicas: 3, utilization: 10, averageMilli: 200 },
  ],
  [
    'one is missing, far too much is used',
    { replicas: 2, pods: [...use(1900), {}], percent: 100 },
    { replicas: 2, utilization: 190, averageMilli: 3800 },
  ],
  [
    'one is missing, too little is used',
    { replicas: 2, pods: [...use(600), {}], percent: 100 },
    { replicas: 2, utilization: 60, averageMilli: 1200 },
  ],
  [
    'one is missing and one unready, a target above what is requested',
    {
      replicas: 4,
      pods: [{ ...unready, uses: [200, 200] }, ...change(use(100, 100), { 1: { requests: 2000 } }), { requests: 2000 }],
      percent: 300,
    },
    { replicas: 2, utilization: 6, averageMilli: 200 },
  ],
  [
    'a rolling update has one more, without metrics',
    { replicas: 2, pods: [...use(100, 100), {}], percent: 50 },
    { replicas: 2, utilization: 10, averageMilli: 200 },
  ],
  [
    'a rolling update has one more, by an average',
    { replicas: 2, pods: [...use(10000, 10000), {}], average: 17000 },
    { replicas: 2, averageMilli: 20000 },
  ],
  [
    'all are unready',
    { replicas: 1, pods: [{ ...unready, uses: [100, 100] }], percent: 50 },
    { error: 'did not receive metrics for targeted pods (pods might be unready)' },
  ],
  [
    'no pods',
    { replicas: 1, pods: [], strangers: [[1, 1]], percent: 50 },
    { error: 'no pods returned by selector while calculating replica count' },
  ],
  [
    'a container that no pod has',
    { replicas: 1, pods: use(100), container: 'other', percent: 50 },
    { error: 'container other not present in metrics for pod test/pod-0' },
  ],
];

test.each(cases)('%s', (_, setting, expected) => {
  const odd = setting.pods.find(({ requests }) => Number.isNaN(requests));
  if (odd === undefined) {
    check(setting, expected);
    return;
  }
  const made = podOf('pod-0', {});
  const bare = { ...made, spec: { containers: made.spec.containers.map(({ name }) => ({ name, image: '' })) } };
  const samples = samplesOf([metricsOf('pod-0', odd.uses ?? [])], 'cpu', undefined);
  if ('error' in samples) throw new Error(samples.error);
  expect(
    replicasByUtilization({ replicas: 1, pods: [bare], samples, resource: 'cpu', container: undefined, nowMs }, 100, parts),
  ).toEqual(expected);
});

test('a pod that reports one container only is missing', () => {
  const measured = metricsOf('pod-0', [100, 100]);
  const partly = {
    ...measured,
    containers: [measured.containers[0], { name: 'container2', usage: { memory: '1Ki' } }],
  } as PodMetrics;
  expect(samplesOf([partly], 'cpu', undefined)).toEqual(new Map());
  expect(samplesOf([partly], 'cpu', 'container1')).toMatchObject(
    new Map([['pod-0', { milli: 100, windowMs: 60_000 }]]),
  );
});

test.each([
  [0, '0'],
  [250, '250m'],
  [2000, '2'],
  [1500, '1500m'],
  [67_108_864_000, '67108864'],
  [64_000_000_000, '64M'],
])('%d thousandths are written as %s', (milli, text) => {
  expect(quantityOf(milli)).toBe(text);
  expect(milliOf(text)).toBe(milli);
});
