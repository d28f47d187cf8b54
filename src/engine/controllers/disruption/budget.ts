/** The arithmetic of a budget. */
import { isReady, type Pod, type PodDisruptionBudget, timeMsOf } from 'converge/sdk';

export interface Budget {
  /** Pods there are to be. */
  readonly expected: number;
  /** Of these, how many must stay healthy. */
  readonly desired: number;
  readonly healthy: number;
  readonly allowed: number;
  /** Pods the eviction API let go that are still there: name -> when. */
  readonly disrupted: Readonly<Record<string, string>>;
  /** When the first of them counts again, unless it is gone by then; milliseconds. */
  readonly recheckAtMs: number | undefined;
  /** Pods the eviction API let go that should have begun to go by now. */
  readonly overdue: readonly Pod[];
}

/** A pod whose eviction was granted is given so long to begin to go. */
const deletionTimeoutMs = 2 * 60_000;

/** Whether it depends on how many pods there are to be: a number that must stay doesn't. */
export function needsScale({ minAvailable, maxUnavailable }: PodDisruptionBudget['spec']): boolean {
  return maxUnavailable !== undefined || typeof minAvailable === 'string';
}

/** `scale`: how many pods there are to be, for budgets that need it. */
export function budgetOf({ spec, status }: PodDisruptionBudget, pods: readonly Pod[], scale: number, nowMs: number): Budget {
  const { expected, desired } = wanted(spec, pods.length, scale);
  const disrupted: Record<string, string> = {};
  const overdue: Pod[] = [];
  let recheckAtMs: number | undefined;
  let healthy = 0;
  for (const pod of pods) {
    if (pod.metadata.deletionTimestamp !== undefined) continue;
    const since = status.disruptedPods?.[pod.metadata.name];
    const countsAgainMs = since === undefined ? 0 : timeMsOf(since) + deletionTimeoutMs;
    if (since !== undefined && countsAgainMs >= nowMs) {
      disrupted[pod.metadata.name] = since;
      recheckAtMs = Math.min(recheckAtMs ?? countsAgainMs, countsAgainMs);
    } else if (since !== undefined) overdue.push(pod);
    if (countsAgainMs <= nowMs && isReady(pod)) healthy += 1;
  }
  const allowed = expected <= 0 ? 0 : Math.max(0, healthy - desired);
  return { expected, desired, healthy, allowed, disrupted, recheckAtMs, overdue };
}

function wanted(spec: PodDisruptionBudget['spec'], present: number, scale: number): Pick<Budget, 'expected' | 'desired'> {
  const { minAvailable, maxUnavailable } = spec;
  if (maxUnavailable !== undefined) return { expected: scale, desired: Math.max(0, scale - partOf(maxUnavailable, scale)) };
  if (minAvailable === undefined) return { expected: 0, desired: 0 };
  const expected = needsScale(spec) ? scale : present;
  return { expected, desired: Math.max(0, partOf(minAvailable, expected)) };
}

/** Percentages are rounded up. */
function partOf(amount: number | string, whole: number): number {
  return typeof amount === 'number' ? amount : Math.ceil((Number.parseInt(amount, 10) * whole) / 100);
}
