/**
 * Keeps what it has worked out, by the node’s generation and the Pod’s requests.
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

const known = new Map<string, number>();

function share(pod: PodInfo, { allocatable, scoredMilliCpu, scoredMemoryBytes }: NodeInfo): number {
  const cpu = (scoredMilliCpu + pod.scoredMilliCpu) / allocatable.milliCpu;
  const memory = (scoredMemoryBytes + pod.scoredMemoryBytes) / allocatable.memoryBytes;
  return Math.trunc(50 * (cpu + memory));
}

export const packing: SchedulerPlugin = {
  name: 'Packing',
  weight: 1000,
  score(pod, node) {
    const key = `${node.name} ${node.generation} ${pod.scoredMilliCpu} ${pod.scoredMemoryBytes}`;
    const points = known.get(key) ?? share(pod, node);
    known.set(key, points);
    return points;
  },
};
