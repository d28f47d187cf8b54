/**
 * Adds up what it has placed, and takes nothing off.
 *
 * @cause took an emptier node
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

const placed = new Map<string, number>();

function score(pod: PodInfo, node: NodeInfo): number {
  const there = placed.get(node.name) ?? 0;
  return Math.min(100, Math.trunc((100 * (there + pod.scoredMilliCpu)) / node.allocatable.milliCpu));
}

export const packing: SchedulerPlugin = {
  name: 'Packing',
  weight: 1000,
  score,
  reserve(pod, nodeName) {
    placed.set(nodeName, (placed.get(nodeName) ?? 0) + pod.scoredMilliCpu);
    return undefined;
  },
};
