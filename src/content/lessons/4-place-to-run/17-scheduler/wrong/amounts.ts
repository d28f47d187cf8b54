/**
 * Compares amounts, brought to 100.
 *
 * @cause was misled by a large node | left the Pod itself out
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

function score(pod: PodInfo, node: NodeInfo): number {
  const cpus = (node.scoredMilliCpu + pod.scoredMilliCpu) / 1000;
  const gibibytes = (node.scoredMemoryBytes + pod.scoredMemoryBytes) / 2 ** 30;
  return Math.round(10 * (cpus + gibibytes / 2));
}

function normalize(scores: number[], count: number): void {
  const most = Math.max(1, ...scores.slice(0, count));
  for (let index = 0; index < count; index += 1) scores[index] = Math.trunc((100 * (scores[index] ?? 0)) / most);
}

export const packing: SchedulerPlugin = { name: 'Packing', weight: 1000, score, normalize };
