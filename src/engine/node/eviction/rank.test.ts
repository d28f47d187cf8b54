/** Tables of upstream's pkg/kubelet/eviction/helpers_test.go, written anew. */
import { expect, test } from 'vitest';
import type { Container, Pod, Volume } from '../../sdk/index.ts';
import { rankForEviction } from './rank.ts';
import type { PodStats } from './stats.ts';
import { defaultThresholds, type Observations, observe, pressuresSince, type StarvedResource, thresholdsMet, transitionMs } from './thresholds.ts';
import { pressureRefusal } from './manager.ts';
import { evictionMessage, exceededStorage } from './words.ts';

const mebi = 1024 * 1024;
const gibi = 1024 * mebi;
const low = -1;
const high = 1;

interface Row {
  readonly name: string;
  readonly priority?: number;
  readonly request?: string;
  /** Mebibytes; undefined: nothing is measured. */
  readonly used: number | undefined;
}

function podOf({ name, priority = 0, request }: Row, resource: StarvedResource): Pod {
  const requests = request === undefined ? {} : { [resource]: request };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: name, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: { priority, containers: [{ name: 'c', resources: { requests } }] },
    status: {},
  };
}

const statsOf = (resource: StarvedResource, used: number): PodStats => {
  const amount = (field: StarvedResource): number => (field === resource ? used * (field === 'pids' ? 1 : mebi) : 0);
  return { containers: [{ name: 'c', memory: amount('memory'), disk: amount('ephemeral-storage'), processes: amount('pids') }], volumes: new Map() };
};

/** Ranks the rows from back to front: the first has to go first. */
function checkOrder(resource: StarvedResource, rows: readonly Row[]): void {
  const pods = rows.map((row) => podOf(row, resource));
  const stats = new Map(rows.map(({ used }, index) => [pods[index], used === undefined ? undefined : statsOf(resource, used)]));
  const ranked = rankForEviction(pods.toReversed(), (pod) => stats.get(pod), resource);
  expect(ranked.map(({ metadata }) => metadata.name)).toEqual(rows.map(({ name }) => name));
}

const both: readonly StarvedResource[] = ['memory', 'ephemeral-storage'];

test.each(both)('%s: who is over the request goes first, whatever the priority (TestOrderedByExceedsRequestMemory, …Disk)', (resource) => {
  checkOrder(resource, [
    { name: 'exceeds', priority: 1, request: '100Mi', used: 101 },
    { name: 'below', priority: -1, request: '200Mi', used: 199 },
  ]);
});

test.each(both)('%s: then who has the lower priority (TestOrderedByPriority)', (resource) => {
  checkOrder(resource, [
    { name: 'low', priority: -134, used: 10 },
    { name: 'medium', priority: 1, request: '100Mi', used: 110 },
    { name: 'high', priority: 12_534, request: '200Mi', used: 210 },
  ]);
});

test('memory: then who uses most beyond the request (TestOrderedByMemory)', () => {
  checkOrder('memory', [
    { name: 'burstable-high', request: '100Mi', used: 800 },
    { name: 'best-effort-high', used: 500 },
    { name: 'best-effort-low', used: 300 },
    { name: 'burstable-low', request: '100Mi', used: 300 },
    { name: 'guaranteed-high', request: '1Gi', used: 800 },
    { name: 'guaranteed-low', request: '1Gi', used: 200 },
  ]);
});

test('disk: then who uses most beyond the request (TestOrderedbyDisk)', () => {
  checkOrder('ephemeral-storage', [
    { name: 'best-effort-high', used: 300 },
    { name: 'burstable-high', request: '100Mi', used: 350 },
    { name: 'best-effort-low', used: 100 },
    { name: 'burstable-low', request: '100Mi', used: 110 },
    { name: 'guaranteed-high', request: '400Mi', used: 375 },
    { name: 'guaranteed-low', request: '400Mi', used: 120 },
  ]);
});

test.each(both)('%s: all three (TestOrderedByPriorityMemory, TestOrderedByPriorityDisk)', (resource) => {
  checkOrder(resource, [
    { name: 'above, low priority, high usage', priority: low, used: 500 },
    { name: 'above, low priority, low usage', priority: low, used: 50 },
    { name: 'above, high priority, high usage', priority: high, request: '100Mi', used: 600 },
    { name: 'above, high priority, low usage', priority: high, request: '100Mi', used: 150 },
    { name: 'below, low priority, high usage', priority: low, request: '1Gi', used: 800 },
    { name: 'below, low priority, low usage', priority: low, request: '1Gi', used: 200 },
    { name: 'below, high priority, high usage', priority: high, request: '1Gi', used: 800 },
    { name: 'below, high priority, low usage', priority: high, request: '1Gi', used: 200 },
  ]);
});

test('a pod of which nothing is measured comes before all (exceedMemoryRequests)', () => {
  checkOrder('memory', [
    { name: 'unmeasured', priority: 10, used: undefined },
    { name: 'above', priority: low, used: 500 },
    { name: 'below', priority: low, request: '1Gi', used: 500 },
  ]);
});

test('processes: who has the lower priority, then who has most (TestSortByPriorityProcess)', () => {
  checkOrder('pids', [
    { name: 'low priority, unmeasured', priority: low, used: undefined },
    { name: 'low priority, many', priority: low, used: 20 },
    { name: 'low priority, few', priority: low, used: 6 },
    { name: 'high priority, many', priority: high, used: 20 },
    { name: 'high priority, few', priority: high, used: 6 },
  ]);
});

const observed = (memoryLeft: number, diskLeft: number): Observations =>
  new Map([
    ['memory.available', { available: memoryLeft, capacity: 8 * gibi }],
    ['nodefs.available', { available: diskLeft, capacity: 100 * gibi }],
    ['imagefs.available', { available: diskLeft, capacity: 100 * gibi }],
  ]);

test.each<[what: string, observations: Observations, met: readonly string[]]>([
  ['nothing observed', new Map(), []],
  ['enough of everything', observed(100 * mebi, 16 * gibi), []],
  ['memory', observed(100 * mebi - 1, 16 * gibi), ['memory.available']],
  ['disk for images', observed(gibi, 14 * gibi), ['imagefs.available']],
  ['disk for both', observed(gibi, 9 * gibi), ['nodefs.available', 'imagefs.available']],
  ['memory before disk (TestSortByEvictionPriority)', observed(0, 0), ['memory.available', 'nodefs.available', 'imagefs.available']],
])('thresholds are met: %s (TestThresholdsMet)', (_, observations, met) => {
  expect(thresholdsMet(defaultThresholds, observations).map(({ signal }) => signal)).toEqual(met);
});

test('a condition holds for five minutes after it was last observed (TestNodeConditionsLastObservedAt, TestNodeConditionsObservedSince)', () => {
  const met = thresholdsMet(defaultThresholds, observed(0, 100 * gibi));
  const first = observe(new Map(), met, 1_000);
  const later = observe(first, [], 60_000);
  const types = (nowMs: number) => pressuresSince(later, nowMs, transitionMs).map(({ type }) => type);
  expect(types(300_999)).toEqual(['MemoryPressure']);
  expect(types(301_000)).toEqual([]);
  const again = observe(later, met, 200_000);
  expect(pressuresSince(again, 499_999, transitionMs)).toHaveLength(1);
});

test('the message names what was short, and the containers beyond their requests (TestEvictionMessage…)', () => {
  const pod: Pod = {
    ...podOf({ name: 'p', used: 0 }, 'memory'),
    spec: { containers: [container('within', '1Gi'), container('beyond', '100Mi'), container('none', undefined)] },
  };
  const stats: PodStats = {
    containers: ['within', 'beyond', 'none'].map((name) => ({ name, memory: 300 * mebi, disk: 0, processes: 1 })),
    volumes: new Map(),
  };
  const observations = observed(80 * mebi, 100 * gibi);
  const met = thresholdsMet(defaultThresholds, observations);
  const words = (name: string, request: string) => `Container ${name} was using 300Mi, request is ${request}, has larger consumption of memory. `;
  const low = 'The node was low on resource: memory. Threshold quantity: 100Mi, available: 80Mi. ';
  expect(evictionMessage('memory', pod, stats, met, observations)).toBe(`${low}${words('beyond', '100Mi')}${words('none', '0')}`);
  expect(evictionMessage('memory', pod, undefined, met, observations)).toBe(low);
  const fewProcesses: Observations = new Map([['pid.available', { available: 900, capacity: 32_768 }]]);
  const written = { signal: 'pid.available', resource: 'pids', least: { bytes: 1000, text: '1k' } } as const;
  expect(evictionMessage('pids', pod, stats, [written], fewProcesses)).toBe('The node was low on resource: pids. Threshold quantity: 1k, available: 900. ');
});

function container(name: string, memory: string | undefined): Container {
  return { name, ...(memory !== undefined && { resources: { requests: { memory } } }) };
}

const withStorage = (limits: readonly (string | undefined)[], volumes: readonly Volume[] = []): Pod => ({
  ...podOf({ name: 'p', used: 0 }, 'ephemeral-storage'),
  spec: {
    volumes,
    containers: limits.map((limit, index) => ({
      name: `c${index}`,
      ...(limit !== undefined && { resources: { limits: { 'ephemeral-storage': limit } } }),
    })),
  },
});
const stored = (disk: readonly number[], volumes: Readonly<Record<string, number>> = {}): PodStats => ({
  containers: disk.map((used, index) => ({ name: `c${index}`, memory: 0, disk: used * mebi, processes: 1 })),
  volumes: new Map(Object.entries(volumes).map(([name, used]) => [name, used * mebi])),
});
const emptyDir = (sizeLimit?: string): readonly Volume[] => [{ name: 'v', emptyDir: sizeLimit === undefined ? {} : { sizeLimit } }];

test.each<[what: string, pod: Pod, stats: PodStats, message: string | undefined]>([
  ['a volume over its limit', withStorage([undefined], emptyDir('10Mi')), stored([0], { v: 11 }), 'Usage of EmptyDir volume "v" exceeds the limit "10Mi". '],
  ['a volume at its limit', withStorage([undefined], emptyDir('10Mi')), stored([0], { v: 10 }), undefined],
  ['a volume without one', withStorage([undefined], emptyDir()), stored([0], { v: 1_000 }), undefined],
  ['all of it', withStorage(['5Mi', '5Mi'], emptyDir()), stored([4, 4], { v: 3 }), 'Pod ephemeral local storage usage exceeds the total limit of containers 10Mi. '],
  ['one container', withStorage(['5Mi', '10Mi']), stored([6, 1]), 'Container c0 exceeded its local ephemeral storage limit "5Mi". '],
  ['no limit', withStorage([undefined]), stored([1_000]), undefined],
])('limits of local storage: %s (TestLocalStorageEviction…)', (_, pod, stats, message) => {
  expect(exceededStorage(pod, stats)).toBe(message);
});

const pressure = (...types: readonly string[]) => types.map((type) => ({ type, reason: '', message: '', whenOver: '' }));
const asking = (qosClass: string, more: Partial<Pod['spec']> = {}): Pod => {
  const pod = podOf({ name: 'p', used: 0 }, 'memory');
  return { ...pod, spec: { ...pod.spec, ...more }, status: { qosClass } };
};
const tolerating = (key: string) => ({ tolerations: [{ key, operator: 'Exists', effect: 'NoSchedule' }] });

test.each<[what: string, pod: Pod, types: readonly string[], refused: string | undefined]>([
  ['BestEffort, no pressure', asking('BestEffort'), [], undefined],
  ['BestEffort, memory', asking('BestEffort'), ['MemoryPressure'], 'The node had condition: [MemoryPressure]. '],
  ['Burstable, memory', asking('Burstable'), ['MemoryPressure'], undefined],
  ['BestEffort that tolerates it', asking('BestEffort', tolerating('node.kubernetes.io/memory-pressure')), ['MemoryPressure'], undefined],
  ['BestEffort that tolerates another', asking('BestEffort', tolerating('node.kubernetes.io/disk-pressure')), ['MemoryPressure'], 'The node had condition: [MemoryPressure]. '],
  ['Burstable, disk', asking('Burstable'), ['DiskPressure'], 'The node had condition: [DiskPressure]. '],
  ['Burstable, both', asking('Burstable'), ['MemoryPressure', 'DiskPressure'], 'The node had condition: [MemoryPressure DiskPressure]. '],
  ['Burstable, processes', asking('Burstable'), ['PIDPressure'], 'The node had condition: [PIDPressure]. '],
  ['critical, both', asking('BestEffort', { priority: 2_000_000_000 }), ['MemoryPressure', 'DiskPressure'], undefined],
])('admission under pressure: %s (TestMemoryPressure, TestDiskPressureNodeFs, TestAdmitUnderNodeConditions, TestCriticalPodAdmit)', (_, pod, types, refused) => {
  expect(pressureRefusal(pod, pressure(...types))?.message).toBe(refused);
});
