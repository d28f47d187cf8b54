/**
 * The first by name wins, full or not.
 *
 * @cause took an emptier node
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

function score(_pod: PodInfo, node: NodeInfo): number {
  return Math.max(0, 100 - 10 * (node.name.charCodeAt(0) - 97));
}

export const packing: SchedulerPlugin = { name: 'Packing', weight: 1000, score };
