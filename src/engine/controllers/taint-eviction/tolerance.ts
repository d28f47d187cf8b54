import { type Pod, type Taint, type Toleration, tolerates } from 'converge/sdk';

/** How a pod takes NoExecute taints: not all of them are tolerated, or all are for so many milliseconds, or for ever. */
export type Tolerance = 'none' | 'forever' | { readonly forMs: number };

/** The shortest tolerationSeconds among the tolerations that are needed decides. Pure. */
export function toleranceOf(pod: Pod, taints: readonly Taint[]): Tolerance {
  const used: Toleration[] = [];
  for (const taint of taints) {
    const toleration = pod.spec.tolerations?.find((each) => tolerates([each], taint));
    if (toleration === undefined) return 'none';
    used.push(toleration);
  }
  const seconds = used.flatMap(({ tolerationSeconds }) => (tolerationSeconds === undefined ? [] : [tolerationSeconds]));
  return seconds.length === 0 ? 'forever' : { forMs: Math.max(0, Math.min(...seconds)) * 1000 };
}
