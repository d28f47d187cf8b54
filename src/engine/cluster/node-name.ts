import type { KubeObject } from '../meta/index.ts';

/** The node a pod was given; '' while it has none. */
export function nodeNameOf(pod: KubeObject): string {
  const spec: unknown = 'spec' in pod ? pod.spec : undefined;
  if (typeof spec !== 'object' || spec === null || !('nodeName' in spec)) return '';
  return typeof spec.nodeName === 'string' ? spec.nodeName : '';
}
