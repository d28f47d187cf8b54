import type {
  NodeInfo, PodInfo, SchedulerPlugin,
} from 'converge/sdk';

/** How well the node suits the Pod: an integer, 0 to 100. */
function score(pod: PodInfo, node: NodeInfo): number {
  const { milliCpu, memoryBytes } = node.allocatable;
  const { scoredMilliCpu, scoredMemoryBytes } = node;

  return 50;
}

export const packing: SchedulerPlugin = {
  name: 'Packing',
  weight: 1,
  score,
};
