/** What a Deployment writes on its ReplicaSets: which revision each is, and how big the whole was. */
import type { Deployment, ReplicaSet } from 'converge/sdk';
import { limitsOf } from './limits.ts';

export const revisionAnnotation = 'deployment.kubernetes.io/revision';
const historyAnnotation = 'deployment.kubernetes.io/revision-history';
const desiredAnnotation = 'deployment.kubernetes.io/desired-replicas';
const maxAnnotation = 'deployment.kubernetes.io/max-replicas';
/** Not copied from the Deployment to its sets. */
const ownAnnotations: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  revisionAnnotation,
  historyAnnotation,
  desiredAnnotation,
  maxAnnotation,
  'deprecated.deployment.rollback.to',
]);
/** Longer histories lose their oldest entries; characters. */
const maxHistoryLength = 2000;

type Annotations = Readonly<Record<string, string>>;

/** 0 when the set has none. Of 64 bits: sets of others may have revisions that a number can't tell apart. */
export function revisionOf({ metadata }: Pick<ReplicaSet, 'metadata'>): bigint {
  const text = metadata.annotations?.[revisionAnnotation] ?? '';
  return /^\d+$/.test(text) ? BigInt(text) : 0n;
}

/** How many replicas the Deployment wanted when it last set this set's size. */
export function desiredWhenSized(set: ReplicaSet): number | undefined {
  return numberIn(set, desiredAnnotation);
}

/** How many pods there could be at most when it last set this set's size. */
export function maxWhenSized(set: ReplicaSet): number | undefined {
  return numberIn(set, maxAnnotation);
}

function numberIn(set: ReplicaSet, annotation: string): number | undefined {
  const text = set.metadata.annotations?.[annotation];
  const value = Number(text);
  return text === undefined || !Number.isInteger(value) ? undefined : value;
}

/** The annotations of a set that has just been given a size. */
export function sizeAnnotations(deployment: Deployment): Annotations {
  const replicas = deployment.spec.replicas ?? 1;
  return {
    [desiredAnnotation]: String(replicas),
    [maxAnnotation]: String(replicas + limitsOf(deployment).maxSurge),
  };
}

/**
 * The annotations the current set should have. A set that becomes current again gets a new revision number and
 * remembers the numbers it had: that is how `kubectl rollout history` knows them.
 */
export function currentAnnotations(deployment: Deployment, set: ReplicaSet | undefined, revision: bigint): Annotations {
  const annotations: Record<string, string> = { ...set?.metadata.annotations };
  for (const [name, value] of Object.entries(deployment.metadata.annotations ?? {})) {
    if (!ownAnnotations.has(name)) annotations[name] = value;
  }
  const before = annotations[revisionAnnotation];
  if (set !== undefined && revisionOf(set) >= revision) return annotations;
  annotations[revisionAnnotation] = String(revision);
  if (before !== undefined) annotations[historyAnnotation] = extendHistory(annotations[historyAnnotation], before);
  return annotations;
}

function extendHistory(history: string | undefined, revision: string): string {
  const revisions = history === undefined || history === '' ? [] : history.split(',');
  revisions.push(revision);
  while (revisions.length > 1 && revisions.join(',').length > maxHistoryLength) revisions.shift();
  return revisions.join(',');
}
