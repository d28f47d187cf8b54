/**
 * Where it put the last Pod it puts the next.
 *
 * @cause counted Pods that are gone
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

let last = '';

function score(pod: PodInfo, node: NodeInfo): number {
  const { milliCpu, memoryBytes } = node.allocatable;
  const cpu = (node.scoredMilliCpu + pod.scoredMilliCpu) / milliCpu;
  const memory = (node.scoredMemoryBytes + pod.scoredMemoryBytes) / memoryBytes;
  return node.name === last ? 100 : Math.trunc(45 * (cpu + memory));
}

export const packing: SchedulerPlugin = {
  name: 'Packing',
  weight: 1000,
  score,
  postBind(_pod, nodeName) {
    last = nodeName;
  },
};
