import { controllerOf, Pod, ReplicaSet, type Tools } from 'converge/sdk';
import { firstToGo } from './order.ts';

export interface ReplicaPlan {
  readonly create: number;
  /** In the order in which they are to go. */
  readonly remove: readonly Pod[];
}

/** At most so many creations or deletions in one reconcile: the others come next time. */
export const burstReplicas = 500;

/** What has to be done so that the number of active pods is spec.replicas. Does nothing itself. */
export function planReplicas(
  replicaSet: ReplicaSet,
  pods: readonly Pod[],
  tools: Pick<Tools, 'lister' | 'now'>,
): ReplicaPlan {
  const gap = (replicaSet.spec.replicas ?? 1) - pods.length;
  if (gap >= 0) return { create: Math.min(gap, burstReplicas), remove: [] };
  const count = Math.min(-gap, burstReplicas);
  // All must go: no need to ask in which order.
  const order = count < pods.length ? firstToGo(pods, siblingsOf(replicaSet, tools), tools.now()) : pods;
  return { create: 0, remove: order.slice(0, count) };
}

/** Pods of all ReplicaSets of the same owner (the Deployment), this one's included: where they crowd, some may go. */
function siblingsOf(replicaSet: ReplicaSet, { lister }: Pick<Tools, 'lister'>): readonly Pod[] {
  const pods = lister(Pod);
  const owner = controllerOf(replicaSet);
  if (owner === undefined) return pods.controlledBy(replicaSet);
  return lister(ReplicaSet)
    .list(replicaSet.metadata.namespace)
    .filter((other) => controllerOf(other)?.uid === owner.uid)
    .flatMap((other) => pods.controlledBy(other));
}
