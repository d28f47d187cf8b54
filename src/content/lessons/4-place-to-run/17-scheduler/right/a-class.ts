/**
 * A class with a plugin’s methods.
 */
import type { NodeInfo, PodInfo, SchedulerPlugin } from 'converge/sdk';

class Packing implements SchedulerPlugin {
  readonly name = 'Packing';
  readonly weight = 1000;

  score(pod: PodInfo, node: NodeInfo): number {
    const parts = [this.#share(node.scoredMilliCpu + pod.scoredMilliCpu, node.allocatable.milliCpu), this.#share(node.scoredMemoryBytes + pod.scoredMemoryBytes, node.allocatable.memoryBytes)];
    return Math.trunc(parts.reduce((sum, part) => sum + part) / parts.length);
  }

  #share(used: number, whole: number): number {
    return whole === 0 ? 0 : Math.min(100, (100 * used) / whole);
  }
}

export const packing = new Packing();
