/** Turns a template into ReplicaSets and moves the replicas from the old ones to the new. (upstream pkg/controller/deployment) */
import { claim, conditionOf, Deployment, Pod, type Reconcile, ReplicaSet, type Requeue, type Resize } from 'converge/sdk';
import { desiredWhenSized } from './annotations.ts';
import { syncCurrentSet } from './current-set.ts';
import { isRecreate } from './limits.ts';
import { planProportional } from './plan-proportional.ts';
import { planRolling, sizeOf } from './plan-rolling.ts';
import { isScaledUp, membersOf, replicasOf, sortFamily } from './replica-sets.ts';
import { type Rollout, scaleAll, trimHistory, writeStatus } from './rollout.ts';
import {
  deadlineInMs,
  hasDeadline,
  isComplete,
  makeCondition,
  rolloutStatusOf,
  statusOf,
  withStatus,
} from './status.ts';

export const reconcile: Reconcile = async (key, tools) => {
  const deployment = tools.lister(Deployment).get(key);
  if (deployment === undefined) return;
  const sets = await claim(deployment, Deployment, ReplicaSet, tools);
  const rollout: Rollout = { deployment, family: sortFamily(deployment, sets), tools };
  if (deployment.metadata.deletionTimestamp !== undefined) return syncStatus(rollout);

  await notePause(rollout);
  // While it is paused, and at the moment its size changes, sets are only resized, never exchanged.
  if (deployment.spec.paused === true || isBeingScaled(rollout)) return resize(rollout);
  return isRecreate(deployment.spec) ? recreate(rollout) : roll(rollout);
};

/** RollingUpdate: one step each time. What it leads to brings the next reconcile. */
async function roll(rollout: Rollout): Promise<Requeue | void> {
  await syncCurrentSet(rollout, true);
  const { current } = rollout.family;
  if (current === undefined) return;
  if (await scaleAll(rollout, planRolling(rollout, sizeOf(current)))) return syncRollout(rollout);
  if (isComplete(rollout.deployment, rollout.deployment.status)) await trimHistory(rollout);
  return syncRollout(rollout);
}

/** Recreate: everything old goes first; only when the last old pod has gone comes the new. */
async function recreate(rollout: Rollout): Promise<Requeue | void> {
  await syncCurrentSet(rollout, false);
  if (await scaleAll(rollout, toZero(rollout.family.old))) return syncRollout(rollout);
  if (oldPodsRun(rollout)) return syncRollout(rollout);
  if (rollout.family.current === undefined) await syncCurrentSet(rollout, true);
  const { current } = rollout.family;
  const replicas = rollout.deployment.spec.replicas ?? 1;
  if (current !== undefined && replicasOf(current) !== replicas) await scaleAll(rollout, [resizeTo(current, replicas)]);
  if (isComplete(rollout.deployment, rollout.deployment.status)) await trimHistory(rollout);
  return syncRollout(rollout);
}

function resizeTo({ metadata: { name } }: ReplicaSet, to: number): Resize {
  return { name, to };
}

function toZero(old: readonly ReplicaSet[]): readonly Resize[] {
  return old.filter(isScaledUp).map((set) => resizeTo(set, 0));
}

/** Pods that are being terminated still run. */
function oldPodsRun({ family, tools }: Rollout): boolean {
  const pods = tools.lister(Pod);
  return family.old.some((set) => set.status.replicas > 0 || pods.controlledBy(set).some(isUnfinished));
}

function isUnfinished(pod: Pod): boolean {
  return pod.status.phase !== 'Succeeded' && pod.status.phase !== 'Failed';
}

/** The wanted number has changed since some set was given its size. */
function isBeingScaled({ deployment, family }: Rollout): boolean {
  const replicas = deployment.spec.replicas ?? 1;
  return membersOf(family).some((set) => isScaledUp(set) && (desiredWhenSized(set) ?? replicas) !== replicas);
}

async function resize(rollout: Rollout): Promise<void> {
  await syncCurrentSet(rollout, false);
  await scaleAll(rollout, planResize(rollout));
  if (rollout.deployment.spec.paused === true) await trimHistory(rollout);
  await syncStatus(rollout);
}

/** One set: it gets it all. A finished rollout: leftovers go. In the middle of one: each set gets a share. */
function planResize({ deployment, family }: Rollout): readonly Resize[] {
  const replicas = deployment.spec.replicas ?? 1;
  const active = membersOf(family).filter(isScaledUp);
  const { current, old } = family;
  if (active.length <= 1) {
    const only = active[0] ?? current ?? old.at(-1);
    return only === undefined ? [] : [resizeTo(only, replicas)];
  }
  if (current !== undefined && isSaturated(replicas, current)) {
    return toZero(old);
  }
  return isRecreate(deployment.spec) ? [] : planProportional(deployment, active);
}

function isSaturated(replicas: number, current: ReplicaSet): boolean {
  const noted = desiredWhenSized(current);
  return replicasOf(current) === replicas && noted === replicas && (current.status.availableReplicas ?? 0) === replicas;
}

/** A pause stops the clock of the deadline; the end of the pause starts it again. */
async function notePause(rollout: Rollout): Promise<void> {
  const { deployment, tools } = rollout;
  const { status, spec } = deployment;
  const progressing = conditionOf(status.conditions, 'Progressing');
  if (!hasDeadline(deployment) || progressing?.reason === 'ProgressDeadlineExceeded') return;
  const wasPaused = progressing?.reason === 'DeploymentPaused';
  const isPaused = spec.paused === true;
  if (isPaused === wasPaused) return;
  const [reason, message] = isPaused
    ? (['DeploymentPaused', 'Deployment is paused'] as const)
    : (['DeploymentResumed', 'Deployment is resumed'] as const);
  const condition = makeCondition('Progressing', 'Unknown', reason, message, tools.now());
  await writeStatus(rollout, { ...status, conditions: withStatus(status.conditions ?? [], condition) });
}

async function syncStatus(rollout: Rollout): Promise<void> {
  await writeStatus(rollout, statusOf(rollout.deployment, rollout.family, rollout.tools.now()));
}

async function syncRollout(rollout: Rollout): Promise<Requeue | void> {
  const { deployment, family, tools } = rollout;
  const status = rolloutStatusOf(deployment, family, tools.now());
  if (await writeStatus(rollout, status)) return;
  // Nothing moves: check again when the time to make progress is over.
  const afterMs = deadlineInMs(deployment, status, tools.now());
  if (afterMs !== undefined) return { afterMs };
}
