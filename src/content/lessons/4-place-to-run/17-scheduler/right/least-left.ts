/**
 * The less would be left, the higher.
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

function score(pod: PodInfo, node: NodeInfo): number {
  const left = (whole: number, taken: number): number => Math.max(0, (whole - taken) / whole);
  const cpu = left(node.allocatable.milliCpu, node.requested.milliCpu + pod.requests.milliCpu);
  const memory = left(node.allocatable.memoryBytes, node.requested.memoryBytes + pod.requests.memoryBytes);
  return 100 - Math.ceil(50 * cpu + 50 * memory);
}

export const packing: SchedulerPlugin = { name: 'Packing', weight: 2000, score };
