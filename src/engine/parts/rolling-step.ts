/**
 * One step of a rolling update: how many Pods the ReplicaSets of a Deployment are to have now. Step after step the new set takes the place
 * of the old ones. Never are there more Pods than the surge allows, nor are working ones given up that were promised.
 * (upstream pkg/controller/deployment/rolling.go)
 */

/** A ReplicaSet, as a rolling update counts it. */
export interface SetSize {
  readonly name: string;
  /** Pods that it is to have: its `spec.replicas`. */
  readonly replicas: number;
  /** Pods that can serve: its `status.availableReplicas`. May be late, and so for a moment be more than `replicas`. */
  readonly available: number;
}

/** A Deployment in the middle of an update: its limits, and the sizes of its ReplicaSets. */
export interface RollingUpdate {
  /** Pods that the Deployment asks for. */
  readonly replicas: number;
  /** So many more there may be meanwhile. Percentages have become Pods, rounded up. */
  readonly maxSurge: number;
  /** So many fewer may be available meanwhile. Percentages have become Pods, rounded down. One of the two limits is at least 1. */
  readonly maxUnavailable: number;
  /** The set of the newest template. */
  readonly newSet: SetSize;
  /** All others that are to have Pods, oldest first. */
  readonly oldSets: readonly SetSize[];
}

/** A set of this name is to have so many Pods. */
export interface Resize {
  readonly name: string;
  readonly to: number;
}

/** Pure. Resizes are written one after another; what they lead to brings the next step. */
export function rollingStep(update: RollingUpdate): readonly Resize[] {
  const { replicas, maxSurge, newSet, oldSets } = update;
  // As large as the surge allows, but never larger than the Deployment asks for.
  const to = Math.min(replicas, Math.max(newSet.replicas, replicas + maxSurge - total(oldSets)));
  return to === newSet.replicas ? shrinkOld(update) : [{ name: newSet.name, to }];
}

/** First the old Pods that don't work, then as many working ones as the promise can spare. */
function shrinkOld({ replicas, maxUnavailable, newSet, oldSets }: RollingUpdate): readonly Resize[] {
  // New Pods that aren't available may never be: they replace nothing yet.
  const needed = replicas - maxUnavailable - working(newSet);
  const cleaned = take(oldSets, total(oldSets) - needed, (set) => set.replicas - working(set));
  // Where a working one can go, none of the others is left.
  const left = oldSets.map((set) => ({ ...set, replicas: working(set) }));
  return [...cleaned, ...take(left, total(left) - needed, working)];
}

/** Takes up to `count` Pods, from each set at most `atMost(set)`. */
function take(sets: readonly SetSize[], count: number, atMost: (set: SetSize) => number): readonly Resize[] {
  let left = count;
  return sets.flatMap((set) => {
    const taken = Math.max(0, Math.min(left, atMost(set)));
    left -= taken;
    return taken === 0 ? [] : [{ name: set.name, to: set.replicas - taken }];
  });
}

/** A status may still count Pods that the set has just been told to give up. */
const working = ({ replicas, available }: SetSize): number => Math.min(replicas, available);

const total = (sets: readonly SetSize[]): number => sets.reduce((sum, { replicas }) => sum + replicas, 0);
