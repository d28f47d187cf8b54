/** What a Job says about its end. First that it will end, and how; then, when no Pod of it is left running, that it has. */
import { conditionOf, formatTime, isTrue, type Job, type JobCondition } from 'converge/sdk';

/** How a Job is about to end. */
export interface End {
  /** The condition that says so before the last Pod is gone. */
  readonly type: 'SuccessCriteriaMet' | 'FailureTarget';
  readonly reason: string;
  readonly message: string;
}

/** It is complete, or has failed: nothing will change any more. */
export function isFinished({ status }: Job): boolean {
  return isTrue(status.conditions, 'Complete') || isTrue(status.conditions, 'Failed');
}

/** The end that an earlier pass has decided. */
export function decidedEnd({ status }: Job): End | undefined {
  for (const type of ['SuccessCriteriaMet', 'FailureTarget'] as const) {
    const condition = conditionOf(status.conditions, type);
    if (condition?.status !== 'True') continue;
    return { type, reason: condition.reason ?? '', message: condition.message ?? '' };
  }
  return undefined;
}

export function failure(reason: string, message: string): End {
  return { type: 'FailureTarget', reason, message };
}

export function success(reason: string, message: string): End {
  return { type: 'SuccessCriteriaMet', reason, message };
}

/** The condition that says it has ended. */
export function terminalType({ type }: End): 'Complete' | 'Failed' {
  return type === 'SuccessCriteriaMet' ? 'Complete' : 'Failed';
}

/** A condition that is True, False or gone, with the time of its change. */
export function newCondition(
  type: string,
  status: 'True' | 'False',
  reason: string,
  message: string,
  nowMs: number,
): JobCondition {
  const time = formatTime(nowMs);
  return { type, status, lastProbeTime: time, lastTransitionTime: time, reason, message };
}

/**
 * The list with this condition; the same list when it says that already. From nothing to False is no news.
 * (upstream ensureJobConditionStatus)
 */
export function ensureCondition(conditions: readonly JobCondition[], condition: JobCondition): readonly JobCondition[] {
  const { type, status, reason, message } = condition;
  const old = conditionOf(conditions, type);
  if (old === undefined) return status === 'False' ? conditions : [...conditions, condition];
  if (old.status === status && old.reason === reason && old.message === message) return conditions;
  return conditions.map((each) => (each === old ? condition : each));
}
