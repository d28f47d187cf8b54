/**
 * Weighs no more than one of the built-in plugins.
 *
 * @cause took an emptier node | used more machines than it needs
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

function score(pod: PodInfo, node: NodeInfo): number {
  const { milliCpu, memoryBytes } = node.allocatable;
  const cpu = (node.scoredMilliCpu + pod.scoredMilliCpu) / milliCpu;
  const memory = (node.scoredMemoryBytes + pod.scoredMemoryBytes) / memoryBytes;
  return Math.trunc(50 * (cpu + memory));
}

export const packing: SchedulerPlugin = { name: 'Packing', weight: 1, score };
