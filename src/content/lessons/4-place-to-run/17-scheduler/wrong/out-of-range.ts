/**
 * Makes the score heavy by itself.
 *
 * @cause threw an error of its own
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

function score(pod: PodInfo, node: NodeInfo): number {
  const { milliCpu, memoryBytes } = node.allocatable;
  const cpu = (node.scoredMilliCpu + pod.scoredMilliCpu) / milliCpu;
  const memory = (node.scoredMemoryBytes + pod.scoredMemoryBytes) / memoryBytes;
  return Math.trunc(500 * (cpu + memory));
}

export const packing: SchedulerPlugin = { name: 'Packing', weight: 1, score };
