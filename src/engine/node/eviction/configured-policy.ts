/**
 * Evictions as a KubeletConfiguration says them: hard thresholds of one's own, soft ones with the time that they have to be met, and what has to be
 * reclaimed beyond a threshold. (upstream pkg/kubelet/eviction/helpers.go, ParseThresholdConfig and what `synchronize` makes of it)
 */
import { type Pod, parseQuantity } from '../../sdk/index.ts';
import { formatQuantity, parseGoDuration } from '../../sdk/internal.ts';
import { type EvictionPolicy, immediateGraceSeconds } from './policy.ts';
import { type Amount, defaultThresholds, type Observations, type Signal, type StarvedResource, type Threshold, thresholdsMet, transitionMs } from './thresholds.ts';
import type { KubeletConfiguration } from './types.ts';

/** Undefined: a signal that is known and never observed here. In the order in which they are looked at: memory comes first. */
const resources: Readonly<Record<string, StarvedResource | undefined>> = {
  'memory.available': 'memory',
  'allocatableMemory.available': undefined,
  'nodefs.available': 'ephemeral-storage',
  'nodefs.inodesFree': undefined,
  'imagefs.available': 'ephemeral-storage',
  'imagefs.inodesFree': undefined,
  'containerfs.available': undefined,
  'containerfs.inodesFree': undefined,
  'pid.available': 'pids',
};

/** A soft one has a time that it has to be met; 0 for hard ones. */
interface TimedThreshold extends Threshold {
  readonly graceMs: number;
}

interface Memory {
  /** Since when those that are met are. */
  since: ReadonlyMap<Threshold, number>;
  /** For which pods were evicted last. */
  due: readonly Threshold[];
}

/** @throws Error for a configuration that a kubelet refuses to start with. */
export function createEvictionPolicy(configuration: KubeletConfiguration): EvictionPolicy {
  const thresholds = thresholdsOf(configuration);
  const reclaims = new Map(statements(configuration.evictionMinimumReclaim).map(([signal, text]) => [signal, reclaimOf(signal, text)]));
  const { evictionMaxPodGracePeriod = 0, evictionPressureTransitionPeriod } = configuration;
  const reclaim = (signal: Signal): Amount | undefined => reclaims.get(signal);
  const memory: Memory = { since: new Map(), due: [] };
  return {
    step(observations, nowMs) {
      const met = metOrUnresolved(thresholds, memory.due, observations, reclaim);
      memory.since = new Map(met.map((each) => [each, memory.since.get(each) ?? nowMs]));
      memory.due = met.filter((each) => nowMs - (memory.since.get(each) ?? nowMs) >= each.graceMs);
      return { met, due: memory.due };
    },
    unresolved: (observations) => thresholdsMet(thresholds, observations, reclaim),
    graceSeconds(threshold, { spec }: Pod) {
      const isHard = thresholds.some((each) => each === threshold && each.graceMs === 0);
      return isHard ? immediateGraceSeconds : Math.min(evictionMaxPodGracePeriod, spec.terminationGracePeriodSeconds ?? Infinity);
    },
    transitionMs: evictionPressureTransitionPeriod === undefined ? transitionMs : durationMs(evictionPressureTransitionPeriod),
  };
}

/** Those that are met, and those for which pods were evicted and which aren't resolved yet: in the order of `thresholds`. */
function metOrUnresolved(
  thresholds: readonly TimedThreshold[],
  due: readonly Threshold[],
  observations: Observations,
  reclaim: (signal: Signal) => Amount | undefined,
): readonly TimedThreshold[] {
  const met = new Set([...thresholdsMet(thresholds, observations), ...thresholdsMet(due, observations, reclaim)]);
  return thresholds.filter((each) => met.has(each));
}

function thresholdsOf({ evictionHard, evictionSoft, evictionSoftGracePeriod }: KubeletConfiguration): readonly TimedThreshold[] {
  const periods = new Map(statements(evictionSoftGracePeriod).map(([signal, text]) => [signal, gracePeriodOf(text)]));
  const hard = evictionHard === undefined ? defaultThresholds : statements(evictionHard).flatMap(([signal, text]) => thresholdOf(signal, text));
  const soft = statements(evictionSoft).flatMap(([signal, text]) => {
    const graceMs = periods.get(signal);
    if (graceMs === undefined) throw new Error(`grace period must be specified for the soft eviction threshold ${signal}`);
    return thresholdOf(signal, text).map((each) => ({ ...each, graceMs }));
  });
  const all = [...hard.map((each) => ({ ...each, graceMs: 0 })), ...soft];
  const order = Object.keys(resources);
  return all.sort((a, b) => Number(b.resource === 'memory') - Number(a.resource === 'memory') || order.indexOf(a.signal) - order.indexOf(b.signal));
}

/** By signal, in the order of the table. */
function statements(texts: Readonly<Record<string, string>> = {}): readonly (readonly [Signal, string])[] {
  const unknown = Object.keys(texts).find((signal) => !Object.hasOwn(resources, signal));
  if (unknown !== undefined) throw new Error(`unsupported eviction signal ${unknown}`);
  return Object.entries(texts) as [Signal, string][];
}

/** None for `0%` and `100%`, and for a signal that isn't observed. */
function thresholdOf(signal: Signal, text: string): readonly Threshold[] {
  if (text === '0%' || text === '100%') return [];
  const least = amountIn(text);
  if ('part' in least && least.part < 0) throw new Error(`eviction percentage threshold ${signal} must be >= 0%: ${text}`);
  if ('part' in least && least.part > 1) throw new Error(`eviction percentage threshold ${signal} must be <= 100%: ${text}`);
  if ('bytes' in least && least.bytes <= 0) throw new Error(`eviction threshold ${signal} must be positive: ${text}`);
  const resource = resources[signal];
  return resource === undefined ? [] : [{ signal, resource, least }];
}

function reclaimOf(signal: Signal, text: string): Amount {
  const amount = amountIn(text);
  if ('part' in amount && amount.part <= 0) throw new Error(`eviction percentage minimum reclaim ${signal} must be positive: ${text}`);
  if ('bytes' in amount && amount.bytes < 0) throw new Error(`negative eviction minimum reclaim specified for ${signal}`);
  return amount;
}

function amountIn(text: string): Amount {
  if (text.endsWith('%')) {
    const percent = Number(text.replace(/%+$/, ''));
    if (Number.isNaN(percent)) throw new Error(`strconv.ParseFloat: parsing ${JSON.stringify(text.replace(/%+$/, ''))}: invalid syntax`);
    return { part: percent / 100 };
  }
  const quantity = parseQuantity(text);
  if ('error' in quantity) throw new Error(quantity.error);
  return { bytes: Number(quantity.nanos / 1_000_000_000n), text: formatQuantity(quantity) };
}

function gracePeriodOf(text: string): number {
  const ms = durationMs(text);
  if (ms < 0) throw new Error(`invalid eviction grace period specified: ${text}, must be a positive value`);
  return ms;
}

/** To the millisecond. */
function durationMs(text: string): number {
  const duration = parseGoDuration(text);
  if ('error' in duration) throw new Error(duration.error);
  return Math.round(Number(duration.nanos) / 1e6);
}
