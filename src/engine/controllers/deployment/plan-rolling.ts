/** What a rolling update does now, as sizes of sets: the part `rollingStep` decides, from numbers alone. */
import type { Deployment, ReplicaSet, RollingUpdate, SetSize, Tools } from 'converge/sdk';
import { limitsOf } from './limits.ts';
import { isScaledUp, replicasOf } from './replica-sets.ts';

export interface Scale {
  readonly set: ReplicaSet;
  readonly to: number;
}

type RollingStep = Tools['parts']['rollingStep'];

/** The next sizes, in the order in which they are to be written. */
export function planRolling(
  step: RollingStep,
  deployment: Deployment,
  current: ReplicaSet,
  old: readonly ReplicaSet[],
): readonly Scale[] {
  return step(updateOf(deployment, sizeOf(current), old)).flatMap(({ name, to }) => {
    const set = [current, ...old].find(({ metadata }) => metadata.name === name);
    return set === undefined ? [] : [{ set, to }];
  });
}

/** With how many replicas the current set is created. */
export function firstSize(step: RollingStep, deployment: Deployment, name: string, old: readonly ReplicaSet[]): number {
  const resizes = step(updateOf(deployment, { name, replicas: 0, available: 0 }, old));
  return resizes.findLast((resize) => resize.name === name)?.to ?? 0;
}

function updateOf(deployment: Deployment, newSet: SetSize, old: readonly ReplicaSet[]): RollingUpdate {
  const { surge, unavailable } = limitsOf(deployment);
  return {
    replicas: deployment.spec.replicas ?? 1,
    maxSurge: surge,
    maxUnavailable: unavailable,
    newSet,
    oldSets: old.filter(isScaledUp).map(sizeOf),
  };
}

function sizeOf(set: ReplicaSet): SetSize {
  return { name: set.metadata.name, replicas: replicasOf(set), available: set.status.availableReplicas ?? 0 };
}
