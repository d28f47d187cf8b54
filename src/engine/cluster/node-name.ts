import { type KubeObject, mirrorPodAnnotation } from '../meta/index.ts';
import type { PodIdentity } from '../node/index.ts';

/** The node a pod was given; '' while it has none. */
export function nodeNameOf(pod: KubeObject): string {
  const spec: unknown = 'spec' in pod ? pod.spec : undefined;
  if (typeof spec !== 'object' || spec === null || !('nodeName' in spec)) return '';
  return typeof spec.nodeName === 'string' ? spec.nodeName : '';
}

/** The pod as its kubelet knows it: a mirror stands for the static pod that its annotation names. */
export function identityOf({ metadata }: KubeObject): PodIdentity {
  const { name, namespace, uid, annotations } = metadata;
  return { metadata: { name, namespace, uid: annotations?.[mirrorPodAnnotation] ?? uid } };
}
