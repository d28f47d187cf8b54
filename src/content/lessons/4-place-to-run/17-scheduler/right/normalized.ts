/**
 * Raw scores, which a normalization brings to 100.
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

function score(pod: PodInfo, node: NodeInfo): number {
  const cpu = (node.scoredMilliCpu + pod.scoredMilliCpu) / node.allocatable.milliCpu;
  const memory = (node.scoredMemoryBytes + pod.scoredMemoryBytes) / node.allocatable.memoryBytes;
  return Math.round(100_000 * (cpu + memory));
}

function normalize(scores: number[], count: number): void {
  const most = Math.max(1, ...scores.slice(0, count));
  for (let index = 0; index < count; index += 1) scores[index] = Math.trunc((100 * (scores[index] ?? 0)) / most);
}

export const packing: SchedulerPlugin = { name: 'Packing', weight: 500, score, normalize };
