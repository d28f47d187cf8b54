/** Cases of upstream's nodeshutdown_manager_linux_test.go (TestManager, Test_groupByPriority, Test_migrateConfig) and validation_test.go. */
import type { Pod } from 'converge/sdk';
import { expect, test } from 'vitest';
import type { KubeletConfiguration } from '../eviction/types.ts';
import { graceOf, groupOf, shutdownGroups } from './policy.ts';

const podOf = (priority?: number, terminationGracePeriodSeconds?: number): Pod => ({ spec: { priority, terminationGracePeriodSeconds } }) as unknown as Pod;
const periods = (shutdownGracePeriod?: string, shutdownGracePeriodCriticalPods?: string): KubeletConfiguration =>
  ({ ...(shutdownGracePeriod !== undefined && { shutdownGracePeriod }), ...(shutdownGracePeriodCriticalPods !== undefined && { shutdownGracePeriodCriticalPods }) });
const critical = 2_000_000_000;

test.each<[string, KubeletConfiguration, readonly (readonly [number, number])[]]>([
  ['nothing said', periods(), []],
  ['nothing given', periods('0s', '0s'), []],
  ['some for critical pods', periods('300s', '120s'), [[0, 180], [critical, 120]]],
  ['all for critical pods', periods('100s', '100s'), [[0, 0], [critical, 100]]],
  ['none for critical pods', periods('30s'), [[0, 30], [critical, 0]]],
  ['in minutes', periods('1m30s', '10s'), [[0, 80], [critical, 10]]],
])('groups of %s', (_, configuration, expected) => {
  expect(shutdownGroups(configuration).map(({ priority, seconds }) => [priority, seconds])).toEqual(expected);
});

test('groups of one’s own come in the order of their priorities', () => {
  const shutdownGracePeriodByPodPriority = [
    { priority: 1, shutdownGracePeriodSeconds: 10 },
    { priority: 3, shutdownGracePeriodSeconds: 30 },
    { priority: 2, shutdownGracePeriodSeconds: 20 },
    { priority: 4, shutdownGracePeriodSeconds: 40 },
  ];
  const groups = shutdownGroups({ shutdownGracePeriodByPodPriority });
  expect(groups.map(({ priority }) => priority)).toEqual([1, 2, 3, 4]);
  const of = (...priorities: readonly (number | undefined)[]) => priorities.map((priority) => groupOf(groups, podOf(priority))?.priority);
  expect(of(undefined, 0, 1, 2, 3, 4, 5)).toEqual([1, 1, 1, 2, 3, 4, 4]);
});

test('between two groups a pod is of the lower one', () => {
  const groups = shutdownGroups(periods('30s', '10s'));
  expect([-1, 0, 1000, critical - 1, critical, critical + 1000].map((priority) => groupOf(groups, podOf(priority))?.seconds)).toEqual([20, 20, 20, 20, 10, 10]);
});

test.each([
  [undefined, undefined, 20],
  [undefined, 2, 2],
  [undefined, 1000, 20],
  [critical, undefined, 10],
  [critical, 2, 2],
])('of 30 s and 10 s, a pod of priority %s with a grace of %s s has %i', (priority, own, seconds) => {
  const groups = shutdownGroups(periods('30s', '10s'));
  const pod = podOf(priority, own);
  const group = groupOf(groups, pod);
  expect(group && graceOf(group, pod)).toBe(seconds);
});

test.each<[KubeletConfiguration, string]>([
  [periods('1s', '2s'), 'invalid configuration: shutdownGracePeriodCriticalPods {2s} must be <= shutdownGracePeriod {1s}'],
  [periods('1ms'), 'invalid configuration: shutdownGracePeriod {1ms} must be either zero or otherwise >= 1 sec'],
  [periods('1s', '1ms'), 'invalid configuration: shutdownGracePeriodCriticalPods {1ms} must be either zero or otherwise >= 1 sec'],
  [periods('-1s'), 'invalid configuration: shutdownGracePeriod {-1s} must be either zero or otherwise >= 1 sec'],
  [
    { ...periods('1s'), shutdownGracePeriodByPodPriority: [{ priority: 0, shutdownGracePeriodSeconds: 10 }] },
    'invalid configuration: Cannot specify both shutdownGracePeriodByPodPriority and shutdownGracePeriod at the same time',
  ],
  [periods('soon'), 'shutdownGracePeriod: time: invalid duration "soon"'],
])('%o is refused', (configuration, message) => {
  expect(() => shutdownGroups(configuration)).toThrow(message);
});
