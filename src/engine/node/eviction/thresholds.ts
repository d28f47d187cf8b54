/** When a node is short of something (upstream pkg/kubelet/eviction: defaults_linux.go, helpers.go). Pure. */
import type { Pressure } from './types.ts';

export type Signal = 'memory.available' | 'nodefs.available' | 'imagefs.available' | 'pid.available';
export type StarvedResource = 'memory' | 'ephemeral-storage' | 'pids';

/** Bytes, or processes. */
export interface Observation {
  readonly available: number;
  readonly capacity: number;
}

export type Observations = ReadonlyMap<Signal, Observation>;

export interface Threshold {
  readonly signal: Signal;
  readonly resource: StarvedResource;
  /** At least so much is to be left. */
  readonly least: Amount;
}

/** A number, or a part of what there is. `text`: as it was written, if not in bytes. */
export type Amount = { readonly bytes: number; readonly text?: string } | { readonly part: number };

/** Hard ones, by default; for `inodesFree` nothing is measured. Memory comes first (byEvictionPriority). */
export const defaultThresholds: readonly Threshold[] = [
  { signal: 'memory.available', resource: 'memory', least: { bytes: 100 * 1024 * 1024 } },
  { signal: 'nodefs.available', resource: 'ephemeral-storage', least: { part: 0.1 } },
  { signal: 'imagefs.available', resource: 'ephemeral-storage', least: { part: 0.15 } },
];

/** By default. */
export const transitionMs = 5 * 60_000;

const pressureOf: Readonly<Record<StarvedResource, Pressure>> = {
  memory: {
    type: 'MemoryPressure',
    reason: 'KubeletHasInsufficientMemory',
    message: 'kubelet has insufficient memory available',
    whenOver: 'NodeHasSufficientMemory',
  },
  'ephemeral-storage': {
    type: 'DiskPressure',
    reason: 'KubeletHasDiskPressure',
    message: 'kubelet has disk pressure',
    whenOver: 'NodeHasNoDiskPressure',
  },
  pids: {
    type: 'PIDPressure',
    reason: 'KubeletHasInsufficientPID',
    message: 'kubelet has insufficient PID available',
    whenOver: 'NodeHasSufficientPID',
  },
};

/** So much it is; a part is a float of 32 bits, as upstream's is. */
export function amountOf(amount: Amount, capacity: number): number {
  return 'bytes' in amount ? amount.bytes : Math.trunc(capacity * Math.fround(amount.part));
}

/** Those below which what is left has fallen. What isn't observed is not met. `reclaim`: what has to be there beyond that. */
export function thresholdsMet(
  thresholds: readonly Threshold[],
  observations: Observations,
  reclaim?: (signal: Signal) => Amount | undefined,
): readonly Threshold[] {
  return thresholds.filter(({ signal, least }) => {
    const observed = observations.get(signal);
    if (observed === undefined) return false;
    const { available, capacity } = observed;
    return available < amountOf(least, capacity) + amountOf(reclaim?.(signal) ?? { bytes: 0 }, capacity);
  });
}

/** When a shortage was last observed. */
export type LastObserved = ReadonlyMap<StarvedResource, number>;

export function observe(before: LastObserved, met: readonly Threshold[], nowMs: number): LastObserved {
  return new Map([...before, ...met.map(({ resource }) => [resource, nowMs] as const)]);
}

/** The conditions that hold: observed within the transition period. */
export function pressuresSince(observed: LastObserved, nowMs: number, periodMs: number): readonly Pressure[] {
  return [...observed].filter(([, atMs]) => nowMs - atMs < periodMs).map(([resource]) => pressureOf[resource]);
}
