/**
 * Looks at what was there before.
 *
 * @cause left the Pod itself out
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

function score(_pod: PodInfo, node: NodeInfo): number {
  const { milliCpu, memoryBytes } = node.allocatable;
  return Math.trunc(50 * (node.scoredMilliCpu / milliCpu + node.scoredMemoryBytes / memoryBytes));
}

export const packing: SchedulerPlugin = { name: 'Packing', weight: 1000, score };
