/** The arithmetic of a budget. */
import { isReady, type Pod, type PodDisruptionBudget, timeMsOf } from 'converge/sdk';

/** Of the controller of some pods: how many there are to be. */
export interface Scale {
  readonly uid: string;
  readonly replicas: number;
}

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
  /** Pods without a controller, where the controllers' scales are needed. */
  readonly unmanaged: number;
}

/** A pod whose eviction was granted is given so long to begin to go. */
const deletionTimeoutMs = 2 * 60_000;

/** `scaleOf`: undefined for a pod whose controller can't tell; then it throws. */
export function budgetOf(
  { spec, status }: PodDisruptionBudget,
  pods: readonly Pod[],
  scaleOf: (pod: Pod) => Scale | 'unmanaged' | undefined,
  nowMs: number,
): Budget {
  const { expected, desired, unmanaged } = wanted(spec, pods, scaleOf);
  const disrupted: Record<string, string> = {};
  let recheckAtMs: number | undefined;
  let healthy = 0;
  for (const pod of pods) {
    if (pod.metadata.deletionTimestamp !== undefined) continue;
    const since = status.disruptedPods?.[pod.metadata.name];
    const countsAgainMs = since === undefined ? 0 : timeMsOf(since) + deletionTimeoutMs;
    if (since !== undefined && countsAgainMs >= nowMs) {
      disrupted[pod.metadata.name] = since;
      recheckAtMs = Math.min(recheckAtMs ?? countsAgainMs, countsAgainMs);
    }
    if (countsAgainMs <= nowMs && isReady(pod)) healthy += 1;
  }
  const allowed = expected <= 0 ? 0 : Math.max(0, healthy - desired);
  return { expected, desired, healthy, allowed, disrupted, recheckAtMs, unmanaged };
}

function wanted(
  { minAvailable, maxUnavailable }: PodDisruptionBudget['spec'],
  pods: readonly Pod[],
  scaleOf: (pod: Pod) => Scale | 'unmanaged' | undefined,
): Pick<Budget, 'expected' | 'desired' | 'unmanaged'> {
  if (maxUnavailable === undefined && typeof minAvailable !== 'string') {
    return { expected: minAvailable === undefined ? 0 : pods.length, desired: minAvailable ?? 0, unmanaged: 0 };
  }
  const scales = new Map<string, number>();
  let unmanaged = 0;
  for (const pod of pods) {
    const scale = scaleOf(pod);
    if (scale === undefined) throw new Error(`found no controllers for pod ${JSON.stringify(pod.metadata.name)}`);
    if (scale === 'unmanaged') unmanaged += 1;
    else scales.set(scale.uid, scale.replicas);
  }
  const expected = [...scales.values()].reduce((sum, replicas) => sum + replicas, 0);
  const desired =
    maxUnavailable === undefined ? partOf(minAvailable ?? 0, expected) : expected - partOf(maxUnavailable, expected);
  return { expected, desired: Math.max(0, desired), unmanaged };
}

/** Percentages are rounded up. */
function partOf(amount: number | string, whole: number): number {
  return typeof amount === 'number' ? amount : Math.ceil((Number.parseInt(amount, 10) * whole) / 100);
}
