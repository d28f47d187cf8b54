/**
 * Looks at the CPU.
 *
 * @cause looked at one resource only
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

function score(pod: PodInfo, node: NodeInfo): number {
  return Math.trunc((100 * (node.scoredMilliCpu + pod.scoredMilliCpu)) / node.allocatable.milliCpu);
}

export const packing: SchedulerPlugin = { name: 'Packing', weight: 1000, score };
