/** The three steps of an autoscaler that the workspace has written, made safe to run: what throws or returns no number changes nothing. */
import type { EngineParts } from '../../../engine/index.ts';
import { tame } from '../problem.ts';
import type { Failed, Written } from './written.ts';

export const guardRecommendations = (written: Written, failed: Failed): Pick<EngineParts, 'recommendReplicas'> => ({
  recommendReplicas: (use) => numberOf('recommendReplicas', written, use, use.replicas, failed),
});

export const guardStabilization = (written: Written, failed: Failed): Pick<EngineParts, 'stabilizeReplicas'> => ({
  stabilizeReplicas: (recommendations) => numberOf('stabilizeReplicas', written, recommendations, recommendations.now, failed),
});

export const guardBounds = (written: Written, failed: Failed): Pick<EngineParts, 'boundReplicas'> => ({
  boundReplicas: (limits) => numberOf('boundReplicas', written, limits, limits.replicas, failed),
});

function numberOf(name: string, written: Written, argument: unknown, otherwise: number, failed: Failed): number {
  try {
    const value: unknown = Reflect.apply(written, undefined, [argument]);
    if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
    throw new TypeError(`${name} returned ${String(value)}: a number of Pods is a whole number from 0`);
  } catch (error) {
    failed(tame(error));
    return otherwise;
  }
}
