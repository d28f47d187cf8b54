/** One step of a rolling update, as numbers. Carries nothing out. (upstream rolling.go) */
import type { Deployment, ReplicaSet } from 'converge/sdk';
import { limitsOf } from './limits.ts';
import { availableReplicas, replicasOf, wantedReplicas } from './replica-sets.ts';

export interface Scale {
  readonly set: ReplicaSet;
  readonly to: number;
}

/** How big the current set may be now. `others`: the sizes of the old ones stay as they are. */
export function currentSize(deployment: Deployment, current: number, others: readonly ReplicaSet[]): number {
  const replicas = deployment.spec.replicas ?? 1;
  if (current >= replicas) return replicas;
  const room = replicas + limitsOf(deployment).surge - wantedReplicas(others) - current;
  return current + Math.max(0, Math.min(room, replicas - current));
}

/**
 * What the old sets can give up now: first pods that aren't available anyway, then available ones, as far as enough
 * stay available. Oldest set first.
 */
export function shrinkOld(deployment: Deployment, current: ReplicaSet, old: readonly ReplicaSet[]): readonly Scale[] {
  const minAvailable = (deployment.spec.replicas ?? 1) - limitsOf(deployment).unavailable;
  const currentUnavailable = replicasOf(current) - (current.status.availableReplicas ?? 0);
  const spare = wantedReplicas(old) + replicasOf(current) - minAvailable - currentUnavailable;
  if (spare <= 0) return [];

  const sizes = new Map(old.map((set) => [set, replicasOf(set)]));
  const scales: Scale[] = [];
  function take(set: ReplicaSet, count: number): number {
    const size = sizes.get(set) ?? 0;
    const taken = Math.max(0, Math.min(count, size));
    if (taken === 0) return 0;
    sizes.set(set, size - taken);
    scales.push({ set, to: size - taken });
    return taken;
  }

  let unhealthy = spare;
  for (const set of old)
    unhealthy -= take(set, Math.min(unhealthy, replicasOf(set) - (set.status.availableReplicas ?? 0)));
  let available = availableReplicas([...old, current]) - minAvailable;
  for (const set of old) available -= take(set, available);
  return scales;
}
