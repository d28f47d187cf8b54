/** Sharing a new size among several sets in the middle of a rollout. Carries nothing out. (upstream sync.go scale) */
import type { Deployment, ReplicaSet, Resize } from 'converge/sdk';
import { maxWhenSized } from './annotations.ts';
import { limitsOf } from './limits.ts';
import { olderFirst, replicasOf, wantedReplicas } from './replica-sets.ts';

/** Each set gets its share by size, the largest first; what rounding leaves over goes to the largest. */
export function planProportional(deployment: Deployment, active: readonly ReplicaSet[]): readonly Resize[] {
  const replicas = deployment.spec.replicas ?? 1;
  const most = replicas > 0 ? replicas + limitsOf(deployment).maxSurge : 0;
  const toAdd = most - wantedReplicas(active);
  const newerFirst = toAdd > 0;
  const sets = [...active].sort(
    (a, b) => replicasOf(b) - replicasOf(a) || (newerFirst ? olderFirst(b, a) : olderFirst(a, b)),
  );
  let added = 0;
  const resizes = sets.map((set) => {
    const left = toAdd - added;
    const share = shareOf(deployment, set, most);
    const change = toAdd === 0 ? 0 : toAdd > 0 ? Math.min(share, left) : Math.max(share, left);
    added += change;
    return { name: set.metadata.name, to: replicasOf(set) + change };
  });
  const [largest, ...others] = resizes;
  if (largest === undefined) return [];
  return [{ ...largest, to: Math.max(0, largest.to + toAdd - added) }, ...others];
}

/** By how much this set would change if it kept its part of the whole. */
function shareOf(deployment: Deployment, set: ReplicaSet, most: number): number {
  const size = replicasOf(set);
  if ((deployment.spec.replicas ?? 1) === 0) return -size;
  const before = maxWhenSized(set) || (deployment.status.replicas ?? 0);
  if (before === 0) return 0;
  return Math.floor((size * most) / before + 0.5) - size;
}
