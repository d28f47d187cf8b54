/** When a node is short of something (upstream pkg/kubelet/eviction: defaults_linux.go, helpers.go). Pure. */
import type { Pressure } from './types.ts';

export type Signal = 'memory.available' | 'nodefs.available' | 'imagefs.available';
export type StarvedResource = 'memory' | 'ephemeral-storage';

/** Bytes. */
export interface Observation {
  readonly available: number;
  readonly capacity: number;
}

export type Observations = ReadonlyMap<Signal, Observation>;

export interface Threshold {
  readonly signal: Signal;
  readonly resource: StarvedResource;
  /** At least so much is to be left: bytes, or a part of what there is. */
  readonly least: { readonly bytes: number } | { readonly part: number };
}

/** Hard ones, by default; for `inodesFree` nothing is measured. Memory comes first (byEvictionPriority). */
export const defaultThresholds: readonly Threshold[] = [
  { signal: 'memory.available', resource: 'memory', least: { bytes: 100 * 1024 * 1024 } },
  { signal: 'nodefs.available', resource: 'ephemeral-storage', least: { part: 0.1 } },
  { signal: 'imagefs.available', resource: 'ephemeral-storage', least: { part: 0.15 } },
];

/** How long a condition is reported after it was last observed (pressureTransitionPeriod). */
export const transitionMs = 5 * 60_000;

const pressureOf: Readonly<Record<StarvedResource, Pressure>> = {
  memory: {
    type: 'MemoryPressure',
    reason: 'KubeletHasInsufficientMemory',
    message: 'kubelet has insufficient memory available',
  },
  'ephemeral-storage': { type: 'DiskPressure', reason: 'KubeletHasDiskPressure', message: 'kubelet has disk pressure' },
};

/** Bytes that must be left; a part is a float of 32 bits, as upstream's is. */
export function leastBytes({ least }: Threshold, capacity: number): number {
  return 'bytes' in least ? least.bytes : Math.trunc(capacity * Math.fround(least.part));
}

/** Those below which what is left has fallen. What isn't observed is not met. */
export function thresholdsMet(thresholds: readonly Threshold[], observations: Observations): readonly Threshold[] {
  return thresholds.filter((threshold) => {
    const observed = observations.get(threshold.signal);
    return observed !== undefined && observed.available < leastBytes(threshold, observed.capacity);
  });
}

/** When a shortage was last observed. */
export type LastObserved = ReadonlyMap<StarvedResource, number>;

export function observe(before: LastObserved, met: readonly Threshold[], nowMs: number): LastObserved {
  return new Map([...before, ...met.map(({ resource }) => [resource, nowMs] as const)]);
}

/** The conditions that hold: observed within the transition period. */
export function pressuresSince(observed: LastObserved, nowMs: number): readonly Pressure[] {
  return [...observed].filter(([, atMs]) => nowMs - atMs < transitionMs).map(([resource]) => pressureOf[resource]);
}
