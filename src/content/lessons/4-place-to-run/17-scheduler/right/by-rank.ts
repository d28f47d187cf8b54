/**
 * The fullest gets 100, the next 90, and so on.
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

const fullness = ({ scoredMilliCpu, scoredMemoryBytes }: PodInfo, node: NodeInfo): number =>
  (node.scoredMilliCpu + scoredMilliCpu) / node.allocatable.milliCpu + (node.scoredMemoryBytes + scoredMemoryBytes) / node.allocatable.memoryBytes;

export const packing: SchedulerPlugin<unknown, readonly string[]> = {
  name: 'Packing',
  weight: 100,
  preScore(pod, nodes) {
    const ranked = nodes.toSorted((a, b) => fullness(pod, b) - fullness(pod, a));
    return { state: ranked.map(({ name }) => name) };
  },
  score: (_pod, node, ranked) => Math.max(0, 100 - 10 * ranked.indexOf(node.name)),
};
