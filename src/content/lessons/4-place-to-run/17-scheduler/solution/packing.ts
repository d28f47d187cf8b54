import type {
  NodeInfo, PodInfo, SchedulerPlugin,
} from 'converge/sdk';

/** How full the node would be with this Pod: 0 to 100. */
function score(pod: PodInfo, node: NodeInfo): number {
  const { milliCpu, memoryBytes } = node.allocatable;
  const cpu = (node.scoredMilliCpu + pod.scoredMilliCpu) / milliCpu;
  const memory =
    (node.scoredMemoryBytes + pod.scoredMemoryBytes) / memoryBytes;
  return Math.trunc(50 * (cpu + memory));
}

export const packing: SchedulerPlugin = {
  name: 'Packing',
  weight: 1000,
  score,
};
