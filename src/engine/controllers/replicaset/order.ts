/** Which pod can be spared first? (upstream controller_utils.go ActivePodsWithRanks) */
import { conditionOf, isActive, type Pod, timeMsOf } from 'converge/sdk';
import { type Restarts, restartsOf } from './restarts.ts';

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
  /** 0 when it isn't ready. */
  readonly readySinceMs: number;
  readonly restarts: Restarts;
  readonly createdMs: number;
}

/** The pods in the order in which they should be deleted. `siblings`: all pods that count as company on a node. */
export function firstToGo(pods: readonly Pod[], siblings: readonly Pod[], nowMs: number): readonly Pod[] {
  const crowd = new Map<string, number>();
  for (const { spec } of siblings.filter(isActive)) {
    const node = spec.nodeName ?? '';
    crowd.set(node, (crowd.get(node) ?? 0) + 1);
  }
  return pods
    .map((pod) => rank(pod, crowd.get(pod.spec.nodeName ?? '') ?? 0))
    .sort((a, b) => compare(a, b, nowMs))
    .map(({ pod }) => pod);
}

function rank(pod: Pod, company: number): Rank {
  const { metadata, spec, status } = pod;
  const ready = conditionOf(status.conditions, 'Ready');
  return {
    pod,
    assigned: spec.nodeName === undefined || spec.nodeName === '' ? 0 : 1,
    phase: status.phase === 'Running' ? 2 : status.phase === 'Unknown' ? 1 : 0,
    ready: ready?.status === 'True' ? 1 : 0,
    cost: Number(metadata.annotations?.[deletionCost] ?? 0) || 0,
    company: -company,
    readySinceMs: ready?.status === 'True' ? timeMsOf(ready.lastTransitionTime) : 0,
    restarts: restartsOf(pod),
    createdMs: timeMsOf(metadata.creationTimestamp),
  };
}

const criteria = ['assigned', 'phase', 'ready', 'cost', 'company'] as const;

function compare(a: Rank, b: Rank, nowMs: number): number {
  for (const criterion of criteria) {
    const difference = a[criterion] - b[criterion];
    if (difference !== 0) return difference;
  }
  if (a.readySinceMs !== b.readySinceMs) return compareAges(a, b, nowMs - a.readySinceMs, nowMs - b.readySinceMs);
  if (a.restarts.containers !== b.restarts.containers) return b.restarts.containers - a.restarts.containers;
  if (a.restarts.sidecars !== b.restarts.sidecars) return b.restarts.sidecars - a.restarts.sidecars;
  if (a.createdMs !== b.createdMs) return compareAges(a, b, nowMs - a.createdMs, nowMs - b.createdMs);
  return compareUids(a, b);
}

/**
 * The younger first. Ages that differ by less than a factor of two count as equal, so that not always the newest go and nodes stay evenly
 * filled: the uid decides then, before anything else that is left.
 */
function compareAges(a: Rank, b: Rank, aMs: number, bMs: number): number {
  return powerOfTwo(aMs) - powerOfTwo(bMs) || compareUids(a, b);
}

/** Chance, but the same chance each time. */
function compareUids(a: Rank, b: Rank): number {
  return a.pod.metadata.uid < b.pod.metadata.uid ? -1 : 1;
}

/** The power of two in a duration, counted in nanoseconds as upstream does. */
function powerOfTwo(durationMs: number): number {
  let power = -1;
  for (let left = durationMs * 1e6; left >= 1; left /= 2) power += 1;
  return power;
}
