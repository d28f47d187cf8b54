/**
 * The node with the most Pods is taken for the fullest.
 *
 * @cause took an emptier node
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

function score(_pod: PodInfo, node: NodeInfo): number {
  return Math.min(100, 10 * node.pods.size);
}

export const packing: SchedulerPlugin = { name: 'Packing', weight: 1000, score };
