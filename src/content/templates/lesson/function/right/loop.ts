/** Takes the cheapest one by one. */
import type { Pod } from 'converge/sdk';

const costOf = (pod: Pod): number => Number(pod.metadata.annotations?.['controller.kubernetes.io/pod-deletion-cost'] ?? '0');

export function surplusPods(pods: readonly Pod[], wanted: number): readonly string[] {
  let left = pods.filter(({ metadata }) => !metadata.deletionTimestamp);
  const names: string[] = [];
  while (left.length > wanted) {
    const [first] = left;
    if (first === undefined) break;
    let least = first;
    for (const pod of left) {
      if (costOf(pod) < costOf(least)) least = pod;
      if (costOf(pod) === costOf(least) && (pod.metadata.name ?? '') < (least.metadata.name ?? '')) least = pod;
    }
    left = left.filter((pod) => pod !== least);
    names.push(least.metadata.name ?? '');
  }
  return names;
}
