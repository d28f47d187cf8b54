/** Tables of upstream's pkg/kubelet/eviction/helpers_test.go for configured thresholds, written anew. */
import { expect, test } from 'vitest';
import type { Pod } from '../../sdk/index.ts';
import { createEvictionPolicy } from './configured-policy.ts';
import type { Observations, Signal } from './thresholds.ts';
import type { KubeletConfiguration } from './types.ts';

const gibi = 1024 ** 3;
const memory = (availableGibi: number): Observations => new Map([['memory.available', { available: availableGibi * gibi, capacity: 8 * gibi }]]);

/** What is due with so much memory left, and what pods' grace is then. */
function play(configuration: KubeletConfiguration, rounds: readonly (readonly [atMs: number, leftGibi: number])[]) {
  const policy = createEvictionPolicy(configuration);
  return rounds.map(([atMs, left]) => policy.step(memory(left), atMs).due.map(({ least }) => ('text' in least ? least.text : undefined)));
}

const hardAndSoft: KubeletConfiguration = {
  evictionHard: { 'memory.available': '1Gi' },
  evictionSoft: { 'memory.available': '2Gi' },
  evictionSoftGracePeriod: { 'memory.available': '1m' },
};

test('a hard threshold is due at once, a soft one after its time (TestThresholdsFirstObservedAt, TestThresholdsMetGracePeriod)', () => {
  expect(play(hardAndSoft, [[0, 3]])).toEqual([[]]);
  expect(play(hardAndSoft, [[0, 0.5]])).toEqual([['1Gi']]);
  expect(play(hardAndSoft, [[0, 1.5], [59_999, 1.5], [60_000, 1.5]])).toEqual([[], [], ['2Gi']]);
  expect(play(hardAndSoft, [[0, 1.5], [30_000, 3], [60_000, 1.5], [119_999, 1.5], [120_000, 1.5]])).toEqual([[], [], [], [], ['2Gi']]);
});

test('a threshold that was due stays so until its minimum is reclaimed (TestThresholdsMet with enforceMinReclaim, TestMinReclaim)', () => {
  const configuration: KubeletConfiguration = { evictionHard: { 'memory.available': '1Gi' }, evictionMinimumReclaim: { 'memory.available': '500Mi' } };
  expect(play(configuration, [[0, 1.2], [1, 0.9], [2, 1.2], [3, 1.48], [4, 1.49], [5, 1.2]])).toEqual([[], ['1Gi'], ['1Gi'], ['1Gi'], [], []]);
  const policy = createEvictionPolicy(configuration);
  expect(policy.unresolved(memory(1.2))).toHaveLength(1);
  expect(policy.unresolved(memory(1.5))).toEqual([]);
});

test('memory comes first, whatever is named first (TestSortByEvictionPriority)', () => {
  const policy = createEvictionPolicy({ evictionHard: { 'pid.available': '1k', 'nodefs.available': '50%', 'memory.available': '1Gi' } });
  const short = (signal: Signal) => [signal, { available: 1, capacity: 100 }] as const;
  const { due } = policy.step(new Map([short('pid.available'), short('nodefs.available'), short('memory.available')]), 0);
  expect(due.map(({ resource }) => resource)).toEqual(['memory', 'ephemeral-storage', 'pids']);
});

test('the grace of a pod: a second for a hard threshold, at most the configured one for a soft one', () => {
  const policy = createEvictionPolicy({ ...hardAndSoft, evictionMaxPodGracePeriod: 30 });
  const pod = (terminationGracePeriodSeconds: number): Pod => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', uid: '', resourceVersion: '', creationTimestamp: '' }, spec: { containers: [], terminationGracePeriodSeconds }, status: {} });
  policy.step(memory(0.5), 0);
  const [hard, soft] = policy.step(memory(0.5), 60_000).due;
  if (hard === undefined || soft === undefined) throw new Error('both are due');
  expect([policy.graceSeconds(hard, pod(60)), policy.graceSeconds(soft, pod(60)), policy.graceSeconds(soft, pod(5))]).toEqual([1, 30, 5]);
});

test.each<[what: string, configuration: KubeletConfiguration, signals: readonly string[]]>([
  ['nothing: the defaults', {}, ['memory.available', 'nodefs.available', 'imagefs.available']],
  ['hard ones take their place', { evictionHard: { 'memory.available': '1Gi' } }, ['memory.available']],
  ['0% and 100% are none (“disable eviction values”)', { evictionHard: { 'memory.available': '0%', 'nodefs.available': '100%' } }, []],
  ['what isn’t observed is none', { evictionHard: { 'nodefs.inodesFree': '5%', 'allocatableMemory.available': '1Gi' } }, []],
  ['a soft one beside the defaults', { evictionSoft: { 'pid.available': '5%' }, evictionSoftGracePeriod: { 'pid.available': '0s' } }, ['memory.available', 'nodefs.available', 'imagefs.available', 'pid.available']],
])('thresholds are read: %s (TestParseThresholdConfig)', (_, configuration, signals) => {
  const none = signals.concat('memory.available').map((signal) => [signal as Signal, { available: 0, capacity: 100 }] as const);
  expect(createEvictionPolicy(configuration).step(new Map(none), 0).due.map(({ signal }) => signal)).toEqual(signals);
});

test.each<[what: string, configuration: KubeletConfiguration, error: string]>([
  ['unknown signal', { evictionHard: { 'mem.available': '1Gi' } }, 'unsupported eviction signal mem.available'],
  ['hard, negative', { evictionHard: { 'memory.available': '-150Mi' } }, 'eviction threshold memory.available must be positive: -150Mi'],
  ['hard, negative percentage', { evictionHard: { 'memory.available': '-15%' } }, 'eviction percentage threshold memory.available must be >= 0%: -15%'],
  ['more than all', { evictionHard: { 'memory.available': '150%' } }, 'eviction percentage threshold memory.available must be <= 100%: 150%'],
  ['no quantity', { evictionHard: { 'memory.available': 'much' } }, "quantities must match the regular expression"],
  ['soft, without a period', { evictionSoft: { 'memory.available': '150Mi' } }, 'grace period must be specified for the soft eviction threshold memory.available'],
  ['a negative period', { evictionSoft: { 'memory.available': '150Mi' }, evictionSoftGracePeriod: { 'memory.available': '-30s' } }, 'invalid eviction grace period specified: -30s, must be a positive value'],
  ['no period', { evictionSoftGracePeriod: { 'memory.available': '30' } }, 'time: missing unit in duration "30"'],
  ['negative reclaim', { evictionMinimumReclaim: { 'memory.available': '-300Mi' } }, 'negative eviction minimum reclaim specified for memory.available'],
  ['no percent of reclaim', { evictionMinimumReclaim: { 'memory.available': '0%' } }, 'eviction percentage minimum reclaim memory.available must be positive: 0%'],
])('refused: %s (TestParseThresholdConfig)', (_, configuration, error) => {
  expect(() => createEvictionPolicy(configuration)).toThrow(error);
});
