/** What a budget's status says. */
import { conditionOf, deepEqual, formatTime, type PodDisruptionBudget, withCondition } from 'converge/sdk';
import type { Budget } from './budget.ts';

type Status = PodDisruptionBudget['status'];

const type = 'DisruptionAllowed';

/** The status of a budget in which this has been found. */
export function statusOf({ metadata, status }: PodDisruptionBudget, found: Budget, nowMs: number): Status {
  const { healthy, desired, expected, allowed, disrupted } = found;
  const { generation } = metadata;
  const isAllowed = allowed > 0;
  return {
    ...(Object.keys(disrupted).length > 0 && { disruptedPods: disrupted }),
    ...(generation !== undefined && { observedGeneration: generation }),
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
    disruptionsAllowed: allowed,
    conditions: condition(
      status,
      isAllowed ? 'True' : 'False',
      isAllowed ? 'SufficientPods' : 'InsufficientPods',
      '',
      generation,
      nowMs,
    ),
  };
}

/** The budget when it can't be computed: nothing is allowed. */
export function withSyncFailed(budget: PodDisruptionBudget, why: string, nowMs: number): PodDisruptionBudget {
  const { status } = budget;
  const conditions = condition(status, 'False', 'SyncFailed', why, status.observedGeneration, nowMs);
  return { ...budget, status: { ...status, disruptionsAllowed: 0, conditions } };
}

/** Whether there is nothing to write. */
export function isUpToDate({ status }: PodDisruptionBudget, next: Status): boolean {
  return deepEqual(status, next);
}

function condition(
  { conditions }: Status,
  status: 'True' | 'False',
  reason: string,
  message: string,
  observedGeneration: number | undefined,
  nowMs: number,
): NonNullable<Status['conditions']> {
  const old = conditionOf(conditions, type);
  const lastTransitionTime = old?.status === status ? old.lastTransitionTime : formatTime(nowMs);
  const generation = observedGeneration === undefined ? {} : { observedGeneration };
  return withCondition(conditions, { type, status, reason, message, lastTransitionTime, ...generation });
}
