/** The ReplicaSet of this lesson and its Pods: which are its own, and which of them count. */
import { controllerOf, isActive, isOfKind, type KubeObject, Pod, ReplicaSet } from 'converge/sdk';
import type { World } from '../../../../lesson/universes/types.ts';

export function isWeb({ metadata }: KubeObject): boolean {
  return metadata.namespace === 'default' && metadata.name === 'web';
}

/** What has its labels and names no controller isn't told from its own by a loop as plain as this one. */
export function isWebsPod(web: KubeObject, pod: KubeObject): boolean {
  return isLabelled(pod) && (controllerOf(pod)?.uid ?? web.metadata.uid) === web.metadata.uid;
}

export const isOwn = (pod: KubeObject, world: World): boolean => world.owners.some(({ desired }) => isWebsPod(desired, pod));

const isLabelled = ({ metadata }: KubeObject): boolean => metadata.namespace === 'default' && metadata.labels?.['app'] === 'web';

export const wantedIn = (world: World): number | undefined => world.owners.map(({ desired }) => desired).find((desired) => isOfKind(ReplicaSet, desired))?.spec.replicas;

/** Those that count. */
export const podsOf = (world: World): readonly Pod[] =>
  world.owners.flatMap(({ made }) => made.filter((each) => isOfKind(Pod, each)).filter(isActive));
