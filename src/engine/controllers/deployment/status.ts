/** What a Deployment says about its rollout. (upstream sync.go calculateStatus, progress.go) */
import {
  conditionOf,
  type Deployment,
  type DeploymentCondition,
  type DeploymentStatus,
  formatTime,
  type ReplicaSet,
  timeMsOf,
} from 'converge/sdk';
import { limitsOf } from './limits.ts';
import { type Family, membersOf, wantedReplicas } from './replica-sets.ts';

type Conditions = readonly DeploymentCondition[];

/** The counts, and whether enough pods are available. */
export function statusOf(deployment: Deployment, family: Family, nowMs: number): DeploymentStatus {
  const { spec, status, metadata } = deployment;
  const sets = membersOf(family);
  const available = sum(sets, (set) => set.status.availableReplicas ?? 0);
  const counts = {
    replicas: sum(sets, (set) => set.status.replicas),
    updatedReplicas: family.current?.status.replicas ?? 0,
    readyReplicas: sum(sets, (set) => set.status.readyReplicas ?? 0),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, wantedReplicas(sets) - available),
  };
  const enough = available >= (spec.replicas ?? 1) - limitsOf(deployment).maxUnavailable;
  const conditions = withStatus(
    status.conditions ?? [],
    enough
      ? makeCondition('Available', 'True', 'MinimumReplicasAvailable', 'Deployment has minimum availability.', nowMs)
      : makeCondition(
          'Available',
          'False',
          'MinimumReplicasUnavailable',
          'Deployment does not have minimum availability.',
          nowMs,
        ),
  );
  return {
    observedGeneration: metadata.generation ?? 0,
    ...withoutZeros(counts),
    ...(status.collisionCount === undefined ? {} : { collisionCount: status.collisionCount }),
    conditions,
  };
}

/** The same with the conditions of a rollout that is under way: progress, its end or its deadline, and failures. */
export function rolloutStatusOf(deployment: Deployment, family: Family, nowMs: number): DeploymentStatus {
  const status = statusOf(deployment, family, nowMs);
  const conditions = withFailures(withProgress(deployment, status, family, nowMs), family);
  return { ...status, conditions };
}

function withProgress(deployment: Deployment, status: DeploymentStatus, family: Family, nowMs: number): Conditions {
  const conditions = status.conditions ?? [];
  if (!hasDeadline(deployment)) return conditions.filter(({ type }) => type !== 'Progressing');
  const before = conditionOf(deployment.status.conditions, 'Progressing');
  const wasComplete = before?.reason === 'NewReplicaSetAvailable';
  if (wasComplete && (status.replicas ?? 0) === (status.updatedReplicas ?? 0)) return conditions;

  const { name } = deployment.metadata;
  const subject =
    family.current === undefined ? `Deployment "${name}"` : `ReplicaSet "${family.current.metadata.name}"`;
  if (isComplete(deployment, status)) {
    const message = `${subject} has successfully progressed.`;
    return withStatus(conditions, makeCondition('Progressing', 'True', 'NewReplicaSetAvailable', message, nowMs));
  }
  if (hasProgressed(deployment.status, status)) {
    const made = makeCondition('Progressing', 'True', 'ReplicaSetUpdated', `${subject} is progressing.`, nowMs);
    const kept = before?.status === 'True' ? { lastTransitionTime: before.lastTransitionTime ?? '' } : {};
    // Replaced even when nothing but the time differs: the deadline is counted from the last progress.
    return [...conditions.filter(({ type }) => type !== 'Progressing'), { ...made, ...kept }];
  }
  if (hasTimedOut(deployment, nowMs)) {
    const message = `${subject} has timed out progressing.`;
    return withStatus(conditions, makeCondition('Progressing', 'False', 'ProgressDeadlineExceeded', message, nowMs));
  }
  return conditions;
}

/** A ReplicaSet that can't create or delete pods says so here too: the current one's word counts first. */
function withFailures(conditions: Conditions, { current, old }: Family): Conditions {
  const sets = current === undefined ? old : [current, ...old];
  const failure = sets.map((set) => conditionOf(set.status.conditions, 'ReplicaFailure')).find((each) => each);
  if (failure === undefined) return conditions.filter(({ type }) => type !== 'ReplicaFailure');
  const { type, status, reason, message, lastTransitionTime } = failure;
  return withStatus(conditions, {
    type,
    status,
    ...(lastTransitionTime === undefined ? {} : { lastUpdateTime: lastTransitionTime, lastTransitionTime }),
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
  });
}

/** Everything wanted is there, new and available, and the status is about the latest spec. */
export function isComplete({ spec, metadata }: Deployment, status: DeploymentStatus): boolean {
  const wanted = spec.replicas ?? 1;
  return (
    (status.updatedReplicas ?? 0) === wanted &&
    (status.replicas ?? 0) === wanted &&
    (status.availableReplicas ?? 0) === wanted &&
    (status.observedGeneration ?? 0) >= (metadata.generation ?? 0)
  );
}

function hasProgressed(before: DeploymentStatus, now: DeploymentStatus): boolean {
  const old = (status: DeploymentStatus): number => (status.replicas ?? 0) - (status.updatedReplicas ?? 0);
  return (
    (now.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
    old(now) < old(before) ||
    (now.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
    (now.availableReplicas ?? 0) > (before.availableReplicas ?? 0)
  );
}

function hasTimedOut(deployment: Deployment, nowMs: number): boolean {
  const condition = conditionOf(deployment.status.conditions, 'Progressing');
  if (condition === undefined || condition.reason === 'NewReplicaSetAvailable') return false;
  return condition.reason === 'ProgressDeadlineExceeded' || deadlineMs(deployment, condition) < nowMs;
}

/** Milliseconds until a rollout without progress must be checked again; undefined when there is no need. */
export function deadlineInMs(deployment: Deployment, status: DeploymentStatus, nowMs: number): number | undefined {
  const condition = conditionOf(status.conditions, 'Progressing');
  if (!hasDeadline(deployment) || condition === undefined || isComplete(deployment, status)) return undefined;
  // A rollout that was complete doesn't time out when a Pod falls ill later: it would be checked for ever.
  if (['ProgressDeadlineExceeded', 'NewReplicaSetAvailable'].includes(condition.reason ?? '')) return undefined;
  return Math.max(0, deadlineMs(deployment, condition) - nowMs) + 1000;
}

function deadlineMs({ spec }: Deployment, { lastUpdateTime }: DeploymentCondition): number {
  return timeMsOf(lastUpdateTime) + (spec.progressDeadlineSeconds ?? 600) * 1000;
}

/** The largest 32-bit number means "no deadline". */
export function hasDeadline({ spec }: Deployment): boolean {
  return (spec.progressDeadlineSeconds ?? 600) !== 2147483647;
}

export function makeCondition(
  type: string,
  status: string,
  reason: string,
  message: string,
  nowMs: number,
): DeploymentCondition {
  const time = formatTime(nowMs);
  return { type, status, lastUpdateTime: time, lastTransitionTime: time, reason, message };
}

/** Status and reason as before: nothing changes. Status as before: so does the time of the transition. */
export function withStatus(conditions: Conditions, condition: DeploymentCondition): Conditions {
  const before = conditionOf(conditions, condition.type);
  if (before?.status === condition.status && before.reason === condition.reason) return conditions;
  const kept =
    before?.status === condition.status && before.lastTransitionTime !== undefined
      ? { lastTransitionTime: before.lastTransitionTime }
      : {};
  return [...conditions.filter(({ type }) => type !== condition.type), { ...condition, ...kept }];
}

function sum(sets: readonly ReplicaSet[], count: (set: ReplicaSet) => number): number {
  return sets.reduce((total, set) => total + count(set), 0);
}

function withoutZeros<T extends Readonly<Record<string, number>>>(counts: T): Partial<T> {
  const kept: Partial<T> = {};
  for (const name in counts) if (counts[name] !== 0) kept[name] = counts[name];
  return kept;
}
