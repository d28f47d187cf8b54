import type { Pod } from 'converge/sdk';

const costKey = 'controller.kubernetes.io/pod-deletion-cost';
const nameOf = (pod: Pod): string => pod.metadata.name ?? '';
const costOf = (pod: Pod): number => Number(pod.metadata.annotations?.[costKey] ?? 0);

/** The names of the Pods that are too many. */
export function surplusPods(
  pods: readonly Pod[],
  wanted: number,
): readonly string[] {
  const staying = pods.filter((pod) => pod.metadata.deletionTimestamp === undefined);
  const tooMany = Math.max(0, staying.length - wanted);
  return [...staying]
    .sort((a, b) => costOf(a) - costOf(b) || (nameOf(a) < nameOf(b) ? -1 : 1))
    .slice(0, tooMany)
    .map(nameOf);
}
