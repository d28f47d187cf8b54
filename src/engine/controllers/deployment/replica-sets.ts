/** Questions about the ReplicaSets of a Deployment. */
import { type Deployment, deepEqual, type PodTemplateSpec, type ReplicaSet } from 'converge/sdk';

export const hashLabel = 'pod-template-hash';

export interface Family {
  /** The set whose template is the Deployment's; the oldest, if there are several. */
  readonly current: ReplicaSet | undefined;
  /** All others, oldest first. */
  readonly old: readonly ReplicaSet[];
}

/** Which of the sets is the one that is wanted now. */
export function sortFamily(deployment: Deployment, sets: readonly ReplicaSet[]): Family {
  const byAge = [...sets].sort(olderFirst);
  const current = byAge.find((set) => hasSameTemplate(deployment.spec.template, set.spec.template));
  return { current, old: byAge.filter((set) => set !== current) };
}

export function membersOf({ current, old }: Family): readonly ReplicaSet[] {
  return current === undefined ? old : [...old, current];
}

export function isScaledUp(set: ReplicaSet): boolean {
  return replicasOf(set) > 0;
}

export function replicasOf(set: ReplicaSet): number {
  return set.spec.replicas ?? 1;
}

/** Pods wanted by all these sets. */
export function wantedReplicas(sets: readonly ReplicaSet[]): number {
  return sets.reduce((sum, set) => sum + replicasOf(set), 0);
}

/** By time of creation, then by name. */
export function olderFirst(a: ReplicaSet, b: ReplicaSet): number {
  const [left, right] = [a.metadata, b.metadata];
  if (left.creationTimestamp !== right.creationTimestamp) {
    return left.creationTimestamp < right.creationTimestamp ? -1 : 1;
  }
  return left.name < right.name ? -1 : 1;
}

/** Equal but for the hash label, which a Deployment's own template doesn't have. */
export function hasSameTemplate(a: PodTemplateSpec, b: PodTemplateSpec): boolean {
  return deepEqual(a.spec, b.spec) && deepEqual(withoutHash(a), withoutHash(b));
}

function withoutHash({ metadata = {} }: PodTemplateSpec): PodTemplateSpec['metadata'] {
  const { [hashLabel]: _, ...labels } = metadata.labels ?? {};
  return { ...metadata, labels };
}
