/** Which pods are in for an eviction, and when. Pure. (upstream taint_eviction.go processPodOnNode) */
import type { Pod, Taint } from 'converge/sdk';
import { toleranceOf } from './tolerance.ts';

/** `done`: the pod has been told to go. It stays noted until it is gone, so that it isn't told twice. */
export interface Eviction {
  readonly pod: Pod;
  readonly atMs: number;
  readonly done: boolean;
}

/** By the pod's uid. */
export type Evictions = ReadonlyMap<string, Eviction>;

export interface EvictionPlan {
  readonly evictions: Evictions;
  /** Pods whose eviction was waiting and isn't any more. */
  readonly cancelled: readonly Pod[];
  /** Pods whose time has come. */
  readonly due: readonly Pod[];
  /** When the next one's time comes; undefined: none waits. */
  readonly nextMs: number | undefined;
}

/**
 * `pods`: those that are on the node now. `taints`: undefined when the node is gone, which cancels nothing: what waits comes, or its pod goes.
 */
export function planEvictions(pods: readonly Pod[], taints: readonly Taint[] | undefined, before: Evictions, nowMs: number): EvictionPlan {
  const evictions = new Map<string, Eviction>();
  const cancelled: Pod[] = [];
  const present = new Set(pods.map(({ metadata }) => metadata.uid));
  for (const [uid, eviction] of before) if (!present.has(uid) && isWaiting(eviction, nowMs)) cancelled.push(eviction.pod);
  for (const pod of pods) {
    const planned = before.get(pod.metadata.uid);
    const next = taints === undefined ? planned : evictionOf(pod, taints, planned, nowMs);
    if (planned !== undefined && isWaiting(planned, nowMs) && next?.atMs !== planned.atMs) cancelled.push(pod);
    if (next !== undefined) evictions.set(pod.metadata.uid, { ...next, pod });
  }
  const open = [...evictions.values()].filter(({ done }) => !done);
  const waiting = open.filter((each) => isWaiting(each, nowMs)).map(({ atMs }) => atMs);
  return {
    evictions,
    cancelled,
    due: open.filter((each) => !isWaiting(each, nowMs)).map(({ pod }) => pod),
    nextMs: waiting.length === 0 ? undefined : Math.min(...waiting),
  };
}

function isWaiting({ atMs, done }: Eviction, nowMs: number): boolean {
  return !done && atMs > nowMs;
}

/** An eviction keeps its time, whatever is tolerated later, until a taint comes that isn't tolerated at all. */
function evictionOf(pod: Pod, taints: readonly Taint[], planned: Eviction | undefined, nowMs: number): Eviction | undefined {
  if (planned === undefined && pod.metadata.deletionTimestamp !== undefined) return undefined;
  const tolerance = toleranceOf(pod, taints);
  if (tolerance === 'forever') return undefined;
  if (tolerance !== 'none') return planned ?? { pod, atMs: nowMs + tolerance.forMs, done: false };
  return planned !== undefined && !isWaiting(planned, nowMs) ? planned : { pod, atMs: nowMs, done: false };
}
