/**
 * How many replicas a metric asks for: sorts the Pods and their values, which the part `recommendReplicas` decides by. Reads only.
 * (upstream podautoscaler/replica_calculator.go)
 */
import { conditionOf, isTrue, type Pod, type PodUse, timeMsOf, type Tools } from 'converge/sdk';
import { milliOf, type Refusal, type Sample, type Samples } from './metrics.ts';

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

/** What decides. */
type Parts = Pick<Tools['parts'], 'recommendReplicas'>;

/** For a target in percent of what Pods request. */
export function replicasByUtilization(workload: Workload, percent: number, parts: Parts): Proposal | Refusal {
  const counted = countedOf(workload);
  if ('error' in counted) return counted;
  const requests = requestsOf(workload);
  if ('error' in requests) return requests;
  const known = [...counted.samples].filter(([name]) => requests.milli.has(name));
  const used = sumOf(known.map(([, sample]) => sample));
  const requested = known.reduce((sum, [name]) => sum + (requests.milli.get(name) ?? 0), 0);
  if (requested === 0) return { error: 'no metrics returned matched known pods' };
  const pods = usesOf(workload, counted, (name) => requests.milli.get(name) ?? 0);
  const replicas = parts.recommendReplicas({ replicas: workload.replicas, target: percent, pods });
  return { replicas, utilization: Math.trunc((used * 100) / requested), averageMilli: Math.trunc(used / known.length) };
}

/**
 * For a target that each Pod should use, in thousandths. To the part it is a percentage of a request that all Pods share. Of 100 thousandths
 * that is the average itself; of fewer, where the target is smaller, it is a finer one.
 */
export function replicasByAverage(workload: Workload, targetMilli: number, parts: Parts): Proposal | Refusal {
  const counted = countedOf(workload);
  if ('error' in counted) return counted;
  const request = Math.min(100, targetMilli);
  const pods = usesOf(workload, counted, () => request);
  const replicas = parts.recommendReplicas({ replicas: workload.replicas, target: (100 * targetMilli) / request, pods });
  return { replicas, averageMilli: Math.trunc(sumOf(counted.samples.values()) / counted.samples.size) };
}

/** A value that stands for all Pods, as a multiple of what it should be: 2 is twice as much. Zero replicas become as many as that. */
export function replicasByRatio(
  { replicas, pods }: Pick<Workload, 'replicas' | 'pods'>,
  ratio: number,
): { readonly replicas: number } | Refusal {
  if (replicas === 0) return { replicas: Math.ceil(ratio) };
  if (isWithinTolerance(ratio)) return { replicas };
  if (pods.length === 0) {
    return { error: 'unable to calculate ready pods: no pods returned by selector while calculating replica count' };
  }
  const ready = pods.filter(({ status }) => status.phase === 'Running' && isTrue(status.conditions, 'Ready'));
  return { replicas: Math.min(mostReplicas, Math.ceil(ratio * ready.length)) };
}

/** For a value of which each of the replicas there are should have so much; both in thousandths. */
export function replicasByShare(replicas: number, valueMilli: number, targetMilli: number): number {
  if (isWithinTolerance(valueMilli / (targetMilli * replicas))) return replicas;
  return Math.min(mostReplicas, Math.ceil(valueMilli / targetMilli));
}

/** What a count of 32 bits holds. */
const mostReplicas = 2_147_483_647;

const isWithinTolerance = (ratio: number): boolean => ratio >= 0.9 && ratio <= 1.1;

interface Counted extends Groups {
  /** Without those of Pods that aren't ready or don't count. */
  readonly samples: ReadonlyMap<string, Sample>;
}

function countedOf(workload: Workload): Counted | Refusal {
  if (workload.pods.length === 0) return { error: 'no pods returned by selector while calculating replica count' };
  const groups = groupPods(workload);
  const samples = new Map(workload.samples);
  for (const name of [...groups.ignored, ...groups.unready]) samples.delete(name);
  if (samples.size === 0) return { error: 'did not receive metrics for targeted pods (pods might be unready)' };
  return { ...groups, samples };
}

/** The Pods as the part sees them. */
function usesOf({ pods, samples }: Workload, { unready, ignored }: Groups, requestOf: (name: string) => number): readonly PodUse[] {
  return pods
    .filter(({ metadata }) => !ignored.has(metadata.name))
    .map(({ metadata: { name } }) => {
      const uses = samples.get(name)?.milli;
      return { requests: requestOf(name), ready: !unready.has(name), ...(uses === undefined ? {} : { uses }) };
    });
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
  readonly unready: ReadonlySet<string>;
  /** Those that are going or have failed. */
  readonly ignored: ReadonlySet<string>;
}

function groupPods({ pods, samples, resource, nowMs }: Workload): Groups {
  const [unready, ignored] = [new Set<string>(), new Set<string>()];
  for (const pod of pods) {
    const { name, deletionTimestamp } = pod.metadata;
    const sample = samples.get(name);
    if (deletionTimestamp !== undefined || pod.status.phase === 'Failed') ignored.add(name);
    else if (pod.status.phase === 'Pending') unready.add(name);
    else if (sample !== undefined && resource === 'cpu' && isStarting(pod, sample, nowMs)) unready.add(name);
  }
  return { unready, ignored };
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
