/**
 * Weighs 200, as much as PodTopologySpread has at most: one point of packing isn't enough against two plugins.
 *
 * @cause took an emptier node
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

function score(pod: PodInfo, node: NodeInfo): number {
  const { milliCpu, memoryBytes } = node.allocatable;
  const cpu = (node.scoredMilliCpu + pod.scoredMilliCpu) / milliCpu;
  const memory = (node.scoredMemoryBytes + pod.scoredMemoryBytes) / memoryBytes;
  return Math.trunc(50 * (cpu + memory));
}

export const packing: SchedulerPlugin = { name: 'Packing', weight: 200, score };
