/**
 * Lets no node through that isn’t in use, as long as one is.
 *
 * @cause left a Pod without a node
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

function score(pod: PodInfo, node: NodeInfo): number {
  const { milliCpu, memoryBytes } = node.allocatable;
  const cpu = (node.scoredMilliCpu + pod.scoredMilliCpu) / milliCpu;
  const memory = (node.scoredMemoryBytes + pod.scoredMemoryBytes) / memoryBytes;
  return Math.trunc(50 * (cpu + memory));
}

export const packing: SchedulerPlugin = {
  name: 'Packing',
  weight: 1000,
  score,
  filter(pod, node) {
    const share = (node.scoredMilliCpu + pod.scoredMilliCpu) / node.allocatable.milliCpu;
    return share > 0.5 ? undefined : { reasons: ['node is nearly empty'], resolvable: false };
  },
};
