/** What a rolling update does now: the part `rollingStep` decides, from numbers alone. */
import type { ReplicaSet, Resize, SetSize } from 'converge/sdk';
import { limitsOf } from './limits.ts';
import { isScaledUp, replicasOf } from './replica-sets.ts';
import type { Rollout } from './rollout.ts';

/** The next sizes, in the order in which they are to be written. */
export function planRolling({ deployment, family, tools }: Rollout, newSet: SetSize): readonly Resize[] {
  const replicas = deployment.spec.replicas ?? 1;
  const oldSets = family.old.filter(isScaledUp).map(sizeOf);
  return tools.parts.rollingStep({ replicas, ...limitsOf(deployment), newSet, oldSets });
}

/** With how many replicas the current set is created: those that it gets before any other set changes. */
export function firstSize(rollout: Rollout, name: string): number {
  const [first] = planRolling(rollout, { name, replicas: 0, available: 0 });
  return first?.name === name ? first.to : 0;
}

export function sizeOf(set: ReplicaSet): SetSize {
  return { name: set.metadata.name, replicas: replicasOf(set), available: set.status.availableReplicas ?? 0 };
}
