/** What one reconcile of a Deployment knows and does: its sets, scaling them, writing its status. */
import { Deployment, type DeploymentStatus, deepEqual, keyOf, ReplicaSet, type Resize, type Tools } from 'converge/sdk';
import { revisionOf, sizeAnnotations } from './annotations.ts';
import { type Family, isScaledUp, membersOf, replicasOf } from './replica-sets.ts';

export interface Rollout {
  /** As last written: after a write this is what the API server answered. */
  deployment: Deployment;
  family: Family;
  readonly tools: Tools;
}

/** Gives a set its size and notes on it for which whole. Says whether the size has changed. */
async function scale(rollout: Rollout, set: ReplicaSet, to: number): Promise<boolean> {
  const { deployment, tools } = rollout;
  const from = replicasOf(set);
  const annotations = { ...set.metadata.annotations, ...sizeAnnotations(deployment) };
  if (from === to && deepEqual(annotations, set.metadata.annotations)) return false;
  const wanted = { ...set, metadata: { ...set.metadata, annotations }, spec: { ...set.spec, replicas: to } };
  replaceSet(rollout, set, await tools.client.update(ReplicaSet, wanted));
  if (from === to) return false;
  const direction = from < to ? 'up' : 'down';
  const message = `Scaled ${direction} replica set ${set.metadata.name} from ${from} to ${to}`;
  tools.events.normal(deployment, 'ScalingReplicaSet', message);
  return true;
}

/** Carries out scalings one after the other; of several of one set, each begins with the answer to the last. */
export async function scaleAll(rollout: Rollout, resizes: readonly Resize[]): Promise<boolean> {
  let scaled = false;
  for (const { name, to } of resizes) {
    const now = membersOf(rollout.family).find(({ metadata }) => metadata.name === name);
    if (now !== undefined && (await scale(rollout, now, to))) scaled = true;
  }
  return scaled;
}

/** What the API server made of a set takes the place of what the cache knew. */
export function replaceSet(rollout: Rollout, before: ReplicaSet, now: ReplicaSet): void {
  const { current, old } = rollout.family;
  rollout.family = {
    current: current === before ? now : current,
    old: old.map((set) => (set === before ? now : set)),
  };
}

/** Writes status and annotations of the Deployment, if they say anything new. Says whether they did. */
export async function writeStatus(
  rollout: Rollout,
  status: DeploymentStatus,
  annotations = rollout.deployment.metadata.annotations,
): Promise<boolean> {
  const { deployment, tools } = rollout;
  const { metadata } = deployment;
  if (deepEqual(status, deployment.status) && deepEqual(annotations, metadata.annotations)) return false;
  const wanted = { ...deployment, metadata: { ...metadata, ...(annotations && { annotations }) }, status };
  rollout.deployment = await tools.client.updateStatus(Deployment, wanted);
  return true;
}

/** Deletes empty old sets beyond the limit of the history, those of the oldest revisions first. */
export async function trimHistory({ deployment, family, tools }: Rollout): Promise<void> {
  const limit = deployment.spec.revisionHistoryLimit ?? 10;
  const sets = family.old.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const byRevision = [...sets].sort((a, b) => Number(revisionOf(a) - revisionOf(b)));
  for (const set of byRevision.slice(0, Math.max(0, sets.length - limit))) {
    const { metadata, status } = set;
    const unseen = (metadata.generation ?? 0) > (status.observedGeneration ?? 0);
    if (status.replicas !== 0 || isScaledUp(set) || unseen) continue;
    await tools.client.delete(ReplicaSet, keyOf(set), { preconditions: { uid: metadata.uid } });
  }
}
