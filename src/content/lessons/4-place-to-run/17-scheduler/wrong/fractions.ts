/**
 * Returns shares from 0 to 1.
 *
 * @cause took an emptier node
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

function score(pod: PodInfo, node: NodeInfo): number {
  const { milliCpu, memoryBytes } = node.allocatable;
  const cpu = (node.scoredMilliCpu + pod.scoredMilliCpu) / milliCpu;
  const memory = (node.scoredMemoryBytes + pod.scoredMemoryBytes) / memoryBytes;
  return (cpu + memory) / 2;
}

export const packing: SchedulerPlugin = { name: 'Packing', weight: 1000, score };
