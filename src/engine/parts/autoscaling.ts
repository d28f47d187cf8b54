/**
 * How many Pods an autoscaler lets its target have, in three steps: what the load asks for now, what it has asked for lately, and what the
 * limits allow. (upstream pkg/controller/podautoscaler, replica_calculator.go and horizontal.go)
 */

/** A Pod of the target. One that has failed or is being deleted is left out. */
export interface PodUse {
  /** What its containers request: for CPU, thousandths of a core. */
  readonly requests: number;
  /** What they use, in the same unit. Absent: its metric is missing. */
  readonly uses?: number;
  /** False: it is starting, and what it uses says nothing yet. */
  readonly ready: boolean;
}

/** A target and its Pods, at this moment. At least one of them is ready and has its metric. */
export interface TargetUse {
  /** Pods that the target asks for: its `spec.replicas`. */
  readonly replicas: number;
  /** Percent of what they request that the Pods should use together. */
  readonly target: number;
  readonly pods: readonly PodUse[];
}

/** What was recommended in an earlier pass. */
export interface Recommendation {
  readonly replicas: number;
  readonly secondsAgo: number;
}

/** What an autoscaler recommends now, and what it did before. */
export interface Recommendations {
  /** What is recommended in this pass. */
  readonly now: number;
  /** Those of the last hour. */
  readonly earlier: readonly Recommendation[];
  /** The stabilization window: 300 by default. */
  readonly windowSeconds: number;
}

/** A change of the number of Pods, and what limits it. */
export interface ReplicaLimits {
  /** Pods that the target asks for: its `spec.replicas`, between the two limits. */
  readonly replicas: number;
  /** Pods that it should ask for, if nothing limits it. */
  readonly wanted: number;
  readonly minReplicas: number;
  readonly maxReplicas: number;
}

/** Pods that the load asks for. What isn't known is taken to be whatever makes the change smaller, and never turns it around. Pure. */
export function recommendReplicas({ replicas, target, pods }: TargetUse): number {
  const known = pods.filter(isKnown);
  const ratio = ratioOf(known, target);
  const guessed = pods.filter((pod) => !isKnown(pod)).flatMap((pod) => guess(pod, ratio, target));
  if (guessed.length === 0) return isNear(ratio) ? replicas : Math.ceil(ratio * known.length);
  const all = [...known, ...guessed];
  const careful = ratioOf(all, target);
  const wanted = Math.ceil(careful * all.length);
  const isTurned = ratio > 1 ? careful < 1 || wanted < replicas : careful > 1 || wanted > replicas;
  return isNear(careful) || isTurned ? replicas : wanted;
}

/** Within a tenth of the target nothing changes. */
const isNear = (ratio: number): boolean => Math.abs(1 - ratio) <= 0.1;

const isKnown = ({ ready, uses }: PodUse): boolean => ready && uses !== undefined;

/** How far the Pods are from the target: 2 is twice as much. Utilization is a whole number of percent. */
function ratioOf(pods: readonly PodUse[], target: number): number {
  const used = pods.reduce((sum, { uses = 0 }) => sum + uses, 0);
  const requested = pods.reduce((sum, { requests }) => sum + requests, 0);
  return Math.floor((used * 100) / requested) / target;
}

/** Idle where the number is to grow. Where it is to shrink, a Pod without a metric is busy, and one that is starting doesn't count. */
function guess(pod: PodUse, ratio: number, target: number): readonly PodUse[] {
  if (ratio > 1) return [{ ...pod, uses: 0 }];
  if (!pod.ready) return [];
  return [{ ...pod, uses: Math.floor((pod.requests * Math.max(100, target)) / 100) }];
}

/** The highest recommendation of the window: the number grows at once, and shrinks when nothing has asked for more for so long. Pure. */
export function stabilizeReplicas({ now, earlier, windowSeconds }: Recommendations): number {
  const recent = earlier.filter(({ secondsAgo }) => secondsAgo <= windowSeconds);
  return Math.max(now, ...recent.map(({ replicas }) => replicas));
}

/** Between the limits; and in one pass to at most twice as many, or to four. Pure. */
export function boundReplicas({ replicas, wanted, minReplicas, maxReplicas }: ReplicaLimits): number {
  const fastest = Math.max(2 * replicas, 4);
  return Math.max(minReplicas, Math.min(wanted, maxReplicas, fastest));
}
