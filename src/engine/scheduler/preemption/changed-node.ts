/** A node as it would be with other pods on it. */
import type { NodeInfo, PodInfo } from '../../sdk/index.ts';
import { addTo, namesOthers } from '../cache.ts';

/** The node with these pods, and no others, its sums made anew; the generation tells it from the node itself. */
export function nodeWith(node: NodeInfo, pods: ReadonlyMap<string, PodInfo>, generation: number): NodeInfo {
  const sums = {
    requested: { milliCpu: 0, memoryBytes: 0, ephemeralBytes: 0, pods: 0, extended: undefined },
    scoredMilliCpu: 0,
    scoredMemoryBytes: 0,
  };
  for (const pod of pods.values()) addTo(sums, pod, 1);
  const affine = [...pods].filter(([, pod]) => namesOthers(pod));
  return { ...node, ...sums, pods, generation, podsWithAffinity: affine.length === 0 ? undefined : new Map(affine) };
}
