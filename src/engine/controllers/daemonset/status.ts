/** What a DaemonSet says about itself. (upstream daemon_controller.go updateDaemonSetStatus) */
import {
  conditionOf,
  DaemonSet,
  type DaemonSetStatus,
  deepEqual,
  isAvailable,
  isConflict,
  isReady,
  type Node,
  type Pod,
  timeMsOf,
  type Tools,
} from 'converge/sdk';
import { fitOf, tolerationsOf } from './node-fit.ts';
import type { PodsByNode } from './pods-by-node.ts';

/** A set, and what the caches show of its nodes and its Pods. */
export interface Seen {
  readonly set: DaemonSet;
  readonly nodes: readonly Node[];
  readonly pods: PodsByNode;
  readonly nowMs: number;
}

interface Counting {
  /** Whether a Pod is of the present template: what doesn't roll out templates has none. */
  isUpdated?(pod: Pod): boolean;
  /** This generation has been acted on; true by default. */
  readonly observed?: boolean;
}

/** Counts nodes, not Pods: of each, its first Pod. */
export function statusOf({ set, nodes, pods, nowMs }: Seen, { isUpdated, observed = true }: Counting = {}): DaemonSetStatus {
  const { minReadySeconds = 0 } = set.spec;
  const tolerations = tolerationsOf(set);
  const count = { desired: 0, current: 0, misscheduled: 0, ready: 0, updated: 0, available: 0 };
  for (const node of nodes) {
    const pod = pods.get(node.metadata.name)?.[0];
    if (fitOf(set, node, tolerations) !== 'run') {
      if (pod !== undefined) count.misscheduled += 1;
      continue;
    }
    count.desired += 1;
    if (pod === undefined) continue;
    count.current += 1;
    if (isReady(pod)) count.ready += 1;
    if (isAvailable(pod, minReadySeconds, nowMs)) count.available += 1;
    if (isUpdated?.(pod) === true) count.updated += 1;
  }
  const { collisionCount, conditions, observedGeneration: before } = set.status;
  const observedGeneration = observed ? set.metadata.generation : before;
  const unavailable = count.desired - count.available;
  return {
    ...(collisionCount !== undefined && { collisionCount }),
    ...(conditions !== undefined && { conditions }),
    currentNumberScheduled: count.current,
    desiredNumberScheduled: count.desired,
    ...(count.available > 0 && { numberAvailable: count.available }),
    numberMisscheduled: count.misscheduled,
    numberReady: count.ready,
    ...(unavailable > 0 && { numberUnavailable: unavailable }),
    ...(observedGeneration !== undefined && { observedGeneration }),
    ...(count.updated > 0 && { updatedNumberScheduled: count.updated }),
  };
}

/** Writes the status if it says anything new. A conflict is met once with the live object, then left to the retry. */
export async function writeStatus(set: DaemonSet, status: DaemonSetStatus, { client }: Tools): Promise<void> {
  if (deepEqual(set.status, status)) return;
  try {
    await client.updateStatus(DaemonSet, { ...set, status });
  } catch (error) {
    if (!isConflict(error)) throw error;
    const live = await client.get(DaemonSet, set);
    // What counts collisions is written elsewhere.
    const { collisionCount } = live.status;
    const merged = { ...status, ...(collisionCount !== undefined && { collisionCount }) };
    await client.updateStatus(DaemonSet, { ...live, status: merged });
  }
}

/** Milliseconds until the next ready Pod has been ready for minReadySeconds; undefined when none is waiting. */
export function availableInMs({ set, pods, nowMs }: Seen): number | undefined {
  const { minReadySeconds = 0 } = set.spec;
  if (minReadySeconds === 0) return undefined;
  const waits = [...pods.values()].flat().flatMap((pod: Pod) => {
    if (!isReady(pod) || isAvailable(pod, minReadySeconds, nowMs)) return [];
    return [timeMsOf(conditionOf(pod.status.conditions, 'Ready')?.lastTransitionTime) + minReadySeconds * 1000 - nowMs];
  });
  return waits.length === 0 ? undefined : Math.min(...waits);
}
