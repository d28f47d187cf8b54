/** Which pod can be spared first? (upstream controller_utils.go ActivePodsWithRanks) */
import { conditionOf, isActive, type Pod, timeMsOf } from 'converge/sdk';

const deletionCost = 'controller.kubernetes.io/pod-deletion-cost';

/** What decides about one pod, each worked out once. Lower goes first. */
interface Rank {
  readonly pod: Pod;
  readonly assigned: number;
  readonly phase: number;
  readonly ready: number;
  readonly cost: number;
  /** Siblings on its node, negated: from a crowd one can go. */
  readonly company: number;
  /** For how long it has been ready, as a power of two. */
  readonly readyFor: number;
  readonly restarts: number;
  readonly age: number;
}

/** The pods in the order in which they should be deleted. `siblings`: all pods that count as company on a node. */
export function firstToGo(pods: readonly Pod[], siblings: readonly Pod[], nowMs: number): readonly Pod[] {
  const crowd = new Map<string, number>();
  for (const { spec } of siblings.filter(isActive)) {
    const node = spec.nodeName ?? '';
    crowd.set(node, (crowd.get(node) ?? 0) + 1);
  }
  return pods
    .map((pod) => rank(pod, crowd.get(pod.spec.nodeName ?? '') ?? 0, nowMs))
    .sort(compare)
    .map(({ pod }) => pod);
}

function rank(pod: Pod, company: number, nowMs: number): Rank {
  const { metadata, spec, status } = pod;
  const ready = conditionOf(status.conditions, 'Ready');
  const restarts = status.containerStatuses?.reduce((most, each) => Math.max(most, each.restartCount), 0) ?? 0;
  return {
    pod,
    assigned: spec.nodeName === undefined || spec.nodeName === '' ? 0 : 1,
    phase: status.phase === 'Running' ? 2 : status.phase === 'Unknown' ? 1 : 0,
    ready: ready?.status === 'True' ? 1 : 0,
    cost: Number(metadata.annotations?.[deletionCost] ?? 0) || 0,
    company: -company,
    readyFor: ready?.status === 'True' ? powerOfTwo(nowMs - timeMsOf(ready.lastTransitionTime)) : 0,
    restarts: -restarts,
    age: powerOfTwo(nowMs - timeMsOf(metadata.creationTimestamp)),
  };
}

const criteria = ['assigned', 'phase', 'ready', 'cost', 'company', 'readyFor', 'restarts', 'age'] as const;

function compare(a: Rank, b: Rank): number {
  for (const criterion of criteria) {
    const difference = a[criterion] - b[criterion];
    if (difference !== 0) return difference;
  }
  // As good as equal: the uid decides, which is chance, but the same chance each time.
  return a.pod.metadata.uid < b.pod.metadata.uid ? -1 : 1;
}

/**
 * The power of two in a duration, counted in nanoseconds as upstream does: pods whose ages differ by less than a factor
 * of two count as equally old, so that not always the newest go and nodes stay evenly filled.
 */
function powerOfTwo(durationMs: number): number {
  let power = -1;
  for (let left = durationMs * 1e6; left >= 1; left /= 2) power += 1;
  return power;
}
