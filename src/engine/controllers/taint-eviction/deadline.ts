import { type Pod, type Taint, type Toleration, tolerates } from 'converge/sdk';

/**
 * For how long a pod bears these NoExecute taints, milliseconds: 0 when one of them is not tolerated at all, otherwise
 * the shortest tolerationSeconds among the tolerations that are needed; undefined: for ever. Pure.
 */
export function bearsForMs(pod: Pod, taints: readonly Taint[]): number | undefined {
  const used: Toleration[] = [];
  for (const taint of taints) {
    const toleration = pod.spec.tolerations?.find((each) => tolerates([each], taint));
    if (toleration === undefined) return 0;
    used.push(toleration);
  }
  const seconds = used.flatMap(({ tolerationSeconds }) => (tolerationSeconds === undefined ? [] : [tolerationSeconds]));
  return seconds.length === 0 ? undefined : Math.max(0, Math.min(...seconds)) * 1000;
}
