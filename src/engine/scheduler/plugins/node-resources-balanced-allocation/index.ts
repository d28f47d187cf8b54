import type { SchedulerPlugin } from 'converge/sdk';

function fraction(asked: number, capacity: number): number {
  return Math.min(1, asked / capacity);
}

/** Prefers nodes whose cpu and memory would be used to a like degree. Of two, the deviation is half the difference. */
export const nodeResourcesBalancedAllocation: SchedulerPlugin = {
  name: 'NodeResourcesBalancedAllocation',
  weight: 1,
  preScore({ requests }) {
    return requests.milliCpu === 0 && requests.memoryBytes === 0 ? 'skip' : { state: undefined };
  },
  score(pod, { allocatable, requested }) {
    if (allocatable.milliCpu === 0 || allocatable.memoryBytes === 0) return 100;
    const cpu = fraction(requested.milliCpu + pod.requests.milliCpu, allocatable.milliCpu);
    const memory = fraction(requested.memoryBytes + pod.requests.memoryBytes, allocatable.memoryBytes);
    return Math.trunc((1 - Math.abs(cpu - memory) / 2) * 100);
  },
};
