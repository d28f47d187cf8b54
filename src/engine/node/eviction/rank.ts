/** Which pod has to go first (upstream pkg/kubelet/eviction/helpers.go, rankMemoryPressure and rankDiskPressureFunc). Pure. */
import { type Pod, podRequests } from '../../sdk/index.ts';
import { type PodStats, usageOf } from './stats.ts';
import type { StarvedResource } from './thresholds.ts';

/**
 * Those that use more than they request, then those of lower priority, then those that use most beyond their requests. A pod of which nothing is
 * measured comes before all. Upstream leaves the rest open; here the younger goes first.
 */
export function rankForEviction(
  pods: readonly Pod[],
  stats: (pod: Pod) => PodStats | undefined,
  resource: StarvedResource,
): readonly Pod[] {
  const excess = new Map(pods.map((pod) => [pod, excessOf(pod, stats(pod), resource)]));
  const of = (pod: Pod): number => excess.get(pod) ?? 0;
  return pods.toSorted(
    (a, b) =>
      Number(of(b) > 0) - Number(of(a) > 0) ||
      (of(a) === Infinity || of(b) === Infinity ? Number(of(b) === Infinity) - Number(of(a) === Infinity) : 0) ||
      (a.spec.priority ?? 0) - (b.spec.priority ?? 0) ||
      of(b) - of(a) ||
      compareTexts(b.metadata.creationTimestamp ?? '', a.metadata.creationTimestamp ?? '') ||
      compareTexts(a.metadata.uid, b.metadata.uid),
  );
}

function excessOf(pod: Pod, stats: PodStats | undefined, resource: StarvedResource): number {
  if (stats === undefined) return Infinity;
  const { memoryBytes, ephemeralBytes } = podRequests(pod);
  return usageOf(stats, resource) - (resource === 'memory' ? memoryBytes : ephemeralBytes);
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
