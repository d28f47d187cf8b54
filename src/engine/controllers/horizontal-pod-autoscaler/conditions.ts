import { conditionOf, formatTime, type HorizontalPodAutoscalerCondition, withCondition } from 'converge/sdk';

export type Conditions = readonly HorizontalPodAutoscalerCondition[];

/** The list with this condition; the time is that of the last change of its status. (upstream setConditionInList) */
export function say(
  conditions: Conditions,
  type: 'AbleToScale' | 'ScalingActive' | 'ScalingLimited',
  status: 'True' | 'False',
  said: { readonly reason: string; readonly message: string },
  nowMs: number,
): Conditions {
  const before = conditionOf(conditions, type);
  const lastTransitionTime = before?.status === status ? (before.lastTransitionTime ?? '') : formatTime(nowMs);
  const { reason, message } = said;
  return withCondition(conditions, { type, status, lastTransitionTime, reason, message });
}
