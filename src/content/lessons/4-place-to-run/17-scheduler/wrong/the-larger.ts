/**
 * The resource of which more is used decides.
 *
 * @cause looked at one resource only
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

function score(pod: PodInfo, node: NodeInfo): number {
  const { milliCpu, memoryBytes } = node.allocatable;
  const cpu = (node.scoredMilliCpu + pod.scoredMilliCpu) / milliCpu;
  const memory = (node.scoredMemoryBytes + pod.scoredMemoryBytes) / memoryBytes;
  return Math.trunc(100 * Math.max(cpu, memory));
}

export const packing: SchedulerPlugin = { name: 'Packing', weight: 1000, score };
