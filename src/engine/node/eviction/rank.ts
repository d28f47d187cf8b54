/** Which pod has to go first (upstream pkg/kubelet/eviction/helpers.go, rankMemoryPressure, rankDiskPressureFunc, rankPIDPressure). Pure. */
import { type Pod, podRequests } from '../../sdk/index.ts';
import { type PodStats, usageOf } from './stats.ts';
import type { StarvedResource } from './thresholds.ts';

/**
 * Those that use more than they request, then those of lower priority, then those that use most beyond their requests. A pod of which nothing is
 * measured comes before all. Processes can't be requested: there it is priority, then their
 * number. Upstream leaves the rest open; here the younger goes first.
 */
export function rankForEviction(
  pods: readonly Pod[],
  stats: (pod: Pod) => PodStats | undefined,
  resource: StarvedResource,
): readonly Pod[] {
  const excess = new Map(pods.map((pod) => [pod, excessOf(pod, stats(pod), resource)]));
  const of = (pod: Pod): number => excess.get(pod) ?? 0;
  const isFirst = (pod: Pod): number => (resource === 'pids' ? 0 : of(pod) === Infinity ? 2 : Number(of(pod) > 0));
  return pods.toSorted(
    (a, b) =>
      isFirst(b) - isFirst(a) ||
      (a.spec.priority ?? 0) - (b.spec.priority ?? 0) ||
      of(b) - of(a) ||
      compareTexts(b.metadata.creationTimestamp ?? '', a.metadata.creationTimestamp ?? '') ||
      compareTexts(a.metadata.uid, b.metadata.uid),
  );
}

function excessOf(pod: Pod, stats: PodStats | undefined, resource: StarvedResource): number {
  if (stats === undefined) return Infinity;
  const { memoryBytes, ephemeralBytes } = podRequests(pod);
  const requested = { memory: memoryBytes, 'ephemeral-storage': ephemeralBytes, pids: 0 };
  return usageOf(stats, resource) - requested[resource];
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
