/**
 * How many replicas a metric asks for. Pods that aren't ready or that have no value are taken to use as much as makes the change smaller.
 * Reads only. (upstream podautoscaler/replica_calculator.go)
 */
import { conditionOf, type Pod, timeMsOf } from 'converge/sdk';
import { milliOf, type Refusal, type Sample, type Samples } from './metrics.ts';

/** Within a tenth of the target nothing changes. */
export const tolerance = 0.1;
/** A Pod that has just started may use CPU for its start alone. */
const cpuInitializationMs = 5 * 60_000;
/** When it became ready so soon after its start, it has been ready from the beginning. */
const initialReadinessDelayMs = 30_000;

export interface Workload {
  readonly replicas: number;
  /** Those that the target's selector selects. */
  readonly pods: readonly Pod[];
  readonly samples: Samples;
  readonly resource: string;
  readonly container: string | undefined;
  readonly nowMs: number;
}

export interface Proposal {
  readonly replicas: number;
  /** Used of what is requested, in percent. */
  readonly utilization?: number;
  /** Used by a Pod on average, in thousandths. */
  readonly averageMilli: number;
}

/** How far the use is from the target: 2 is twice as much. */
interface Demand {
  readonly ratio: number;
  readonly utilization?: number;
  readonly averageMilli: number;
}

/** For a target in percent of what Pods request. */
export function replicasByUtilization(workload: Workload, percent: number): Proposal | Refusal {
  const counted = withoutUncounted(workload);
  if ('error' in counted) return counted;
  const requests = requestsOf(workload);
  if ('error' in requests) return requests;
  const measure = (samples: Samples): Demand | Refusal => utilizationOf(samples, requests.milli, percent);
  const whenMissing = (pod: string): number =>
    Math.trunc(((requests.milli.get(pod) ?? 0) * Math.max(100, percent)) / 100);
  return propose(workload, counted, measure, whenMissing);
}

/** For a target that each Pod should use, in thousandths. */
export function replicasByAverage(workload: Workload, targetMilli: number): Proposal | Refusal {
  const counted = withoutUncounted(workload);
  if ('error' in counted) return counted;
  const measure = (samples: Samples): Demand => {
    const averageMilli = Math.trunc(sumOf(samples.values()) / samples.size);
    return { ratio: averageMilli / targetMilli, averageMilli };
  };
  return propose(workload, counted, measure, () => targetMilli);
}

interface Counted extends Groups {
  /** Without those of Pods that aren't ready or don't count. */
  readonly samples: Map<string, Sample>;
}

function withoutUncounted(workload: Workload): Counted | Refusal {
  if (workload.pods.length === 0) return { error: 'no pods returned by selector while calculating replica count' };
  const groups = groupPods(workload);
  const samples = new Map(workload.samples);
  for (const name of [...groups.ignored, ...groups.unready]) samples.delete(name);
  if (samples.size === 0) return { error: 'did not receive metrics for targeted pods (pods might be unready)' };
  return { ...groups, samples };
}

function propose(
  { replicas }: Workload,
  { ready, unready, missing, samples }: Counted,
  measure: (samples: Samples) => Demand | Refusal,
  whenMissing: (pod: string) => number,
): Proposal | Refusal {
  const demand = measure(samples);
  if ('error' in demand) return demand;
  const { ratio, ...shown } = demand;
  const growsWithUnready = unready.size > 0 && ratio > 1;
  if (!growsWithUnready && missing.size === 0) {
    return { ...shown, replicas: isTolerable(ratio) ? replicas : Math.ceil(ratio * ready) };
  }
  for (const name of ratio === 1 ? [] : missing) samples.set(name, guess(ratio < 1 ? whenMissing(name) : 0));
  for (const name of growsWithUnready ? unready : []) samples.set(name, guess(0));
  const corrected = measure(samples);
  if ('error' in corrected) return corrected;
  const wanted = Math.ceil(corrected.ratio * samples.size);
  const turns = (ratio < 1 && corrected.ratio > 1) || (ratio > 1 && corrected.ratio < 1);
  const goesBack = (corrected.ratio < 1 && wanted > replicas) || (corrected.ratio > 1 && wanted < replicas);
  return { ...shown, replicas: isTolerable(corrected.ratio) || turns || goesBack ? replicas : wanted };
}

const guess = (milli: number): Sample => ({ milli, atMs: 0, windowMs: 0 });

function isTolerable(ratio: number): boolean {
  return Math.abs(1 - ratio) <= tolerance;
}

function utilizationOf(samples: Samples, requests: ReadonlyMap<string, number>, percent: number): Demand | Refusal {
  const known = [...samples].filter(([name]) => requests.has(name));
  const used = sumOf(known.map(([, sample]) => sample));
  const requested = known.reduce((sum, [name]) => sum + (requests.get(name) ?? 0), 0);
  if (requested === 0) return { error: 'no metrics returned matched known pods' };
  const utilization = Math.trunc((used * 100) / requested);
  return { ratio: utilization / percent, utilization, averageMilli: Math.trunc(used / known.length) };
}

function sumOf(samples: Iterable<Sample>): number {
  let sum = 0;
  for (const { milli } of samples) sum += milli;
  return sum;
}

/** What Pods request, in thousandths. Sidecars run as long as the others. */
function requestsOf({
  pods,
  resource,
  container,
}: Workload): { readonly milli: ReadonlyMap<string, number> } | Refusal {
  const milli = new Map<string, number>();
  for (const { metadata, spec } of pods) {
    const sidecars = spec.initContainers?.filter(({ restartPolicy }) => restartPolicy === 'Always') ?? [];
    let sum = 0;
    for (const { name, resources } of [...spec.containers, ...sidecars]) {
      if (container !== undefined && name !== container) continue;
      const request = resources?.requests?.[resource];
      if (request === undefined)
        return { error: `missing request for ${resource} in container ${name} of Pod ${metadata.name}` };
      sum += milliOf(request);
    }
    milli.set(metadata.name, sum);
  }
  return { milli };
}

interface Groups {
  readonly ready: number;
  readonly unready: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
  /** Those that are going or have failed. */
  readonly ignored: ReadonlySet<string>;
}

function groupPods({ pods, samples, resource, nowMs }: Workload): Groups {
  const [unready, missing, ignored] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let ready = 0;
  for (const pod of pods) {
    const { name, deletionTimestamp } = pod.metadata;
    const sample = samples.get(name);
    if (deletionTimestamp !== undefined || pod.status.phase === 'Failed') ignored.add(name);
    else if (pod.status.phase === 'Pending') unready.add(name);
    else if (sample === undefined) missing.add(name);
    else if (resource === 'cpu' && isStarting(pod, sample, nowMs)) unready.add(name);
    else ready += 1;
  }
  return { ready, unready, missing, ignored };
}

/** Its CPU says nothing yet: it isn't ready, or was measured in part before it was. */
function isStarting({ status }: Pod, { atMs, windowMs }: Sample, nowMs: number): boolean {
  const ready = conditionOf(status.conditions, 'Ready');
  if (ready === undefined || status.startTime === undefined) return true;
  const startMs = timeMsOf(status.startTime);
  const changeMs = timeMsOf(ready.lastTransitionTime);
  const isUnready = ready.status === 'False';
  if (startMs + cpuInitializationMs > nowMs) return isUnready || atMs < changeMs + windowMs;
  return isUnready && startMs + initialReadinessDelayMs > changeMs;
}
