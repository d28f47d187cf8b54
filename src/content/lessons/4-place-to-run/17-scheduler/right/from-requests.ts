/**
 * Adds up what the Pods on the node request.
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

function score(pod: PodInfo, { pods, allocatable }: NodeInfo): number {
  let [cpu, memory] = [pod.requests.milliCpu, pod.requests.memoryBytes];
  for (const { requests } of pods.values()) {
    cpu += requests.milliCpu;
    memory += requests.memoryBytes;
  }
  const shares = [cpu / allocatable.milliCpu, memory / allocatable.memoryBytes];
  return Math.round((100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length);
}

export const packing: SchedulerPlugin = { name: 'Packing', weight: 10_000, score };
