/**
 * Takes the pods that are bound to a node in the order in which they come (upstream kubelet.go, HandlePodAdditions). Those that it lacks
 * resources for are refused; for a critical one it makes room first, and those after it wait (upstream pkg/kubelet/preemption/preemption.go).
 */
import type { Timer } from '../kernel/index.ts';
import { formatTime, hasEnded, type Node, type Pod, podRequests, type Resources } from '../sdk/index.ts';
import { type AdmissionFailure, admissionFailures, type Refusal, type Shortage } from './admission.ts';
import { isCriticalPod } from './critical-pods.ts';
import type { EvictablePod, Eviction, EvictionManager } from './eviction/types.ts';
import type { NodeContext } from './node-context.ts';
import type { NodeUsage } from './node-usage.ts';
import type { StatusWriter } from './status-writer.ts';

/** The kubelet, as its queue sees it. */
export interface AdmissionHost {
  readonly context: Pick<NodeContext, 'clock' | 'runtime' | 'features' | 'event' | 'trace' | 'cause' | 'because'>;
  /** The node, as the API server has it; until it is there, all pods are taken. */
  readonly self: Node | undefined;
  readonly allocatable: Resources | undefined;
  readonly usage: NodeUsage;
  /** By uid. */
  readonly workers: ReadonlyMap<string, EvictablePod>;
  readonly eviction: EvictionManager | undefined;
}

/** Begins to work for a pod that is taken, or refused. */
type Begin = (pod: Pod, refusal: Refusal | undefined, writer: StatusWriter | undefined) => void;

export interface AdmissionQueue {
  take(pod: Pod, writer?: StatusWriter): void;
  /** The API server has a newer state of a pod, which may be waiting. */
  update(pod: Pod): void;
  /** A pod is gone, which may be waiting. */
  leave(uid: string): void;
  /** A pod uses nothing of the node any more. */
  released(uid: string): void;
  stop(): void;
}

interface Arrival {
  readonly pod: Pod;
  readonly writer: StatusWriter | undefined;
  /** The trace event that brought it. */
  readonly cause: number;
}

interface Memory {
  readonly host: () => AdmissionHost;
  readonly begin: Begin;
  readonly arrivals: Arrival[];
  /** For the first arrival: one pod is being ended, the others are to follow. */
  makingRoom: { readonly arrival: Arrival; readonly victim: EvictablePod; readonly others: readonly EvictablePod[]; readonly timer: Timer } | undefined;
}

/** How long it waits for one victim at least, seconds (upstream pod_workers.go killPodNow). */
const leastWaitSeconds = 10;

export function createAdmissionQueue(host: () => AdmissionHost, begin: Begin): AdmissionQueue {
  const memory: Memory = { host, begin, arrivals: [], makingRoom: undefined };
  const { arrivals } = memory;
  const placeOf = (wanted: string): number => arrivals.findIndex(({ pod }) => pod.metadata.uid === wanted);
  return {
    take(pod, writer) {
      if (!needsRoom(host(), pod)) return begin(pod, undefined, writer);
      arrivals.push({ pod, writer, cause: host().context.cause() });
      takeNext(memory);
    },
    update(pod) {
      const place = placeOf(pod.metadata.uid);
      const found = arrivals[place];
      if (found !== undefined) arrivals[place] = { ...found, pod };
    },
    leave(uid) {
      const place = placeOf(uid);
      if (place >= 0) arrivals.splice(place, 1);
    },
    released(uid) {
      const { makingRoom } = memory;
      if (makingRoom?.victim.pod().metadata.uid === uid) preempt(memory, makingRoom.arrival, makingRoom.others);
    },
    stop: () => memory.makingRoom?.timer.cancel(),
  };
}

/** Not of a pod that runs already, has ended or is to be deleted: that is taken as it is. */
function needsRoom({ context, self, allocatable }: AdmissionHost, pod: Pod): boolean {
  if (self === undefined || allocatable === undefined || hasEnded(pod)) return false;
  return context.runtime.pod(pod.metadata.uid) === undefined && pod.metadata.deletionTimestamp === undefined;
}

function takeNext(memory: Memory): void {
  while (memory.makingRoom === undefined) {
    const next = memory.arrivals.shift();
    if (next === undefined) return;
    memory.host().context.because(next.cause, () => admit(memory, next));
  }
}

function admit(memory: Memory, arrival: Arrival): void {
  const { pod, writer } = arrival;
  const host = memory.host();
  const failures = needsRoom(host, pod) ? failuresOf(host, pod) : [];
  const [first] = failures;
  const { features } = host.context;
  const final = features !== undefined && isCriticalPod(pod) ? failures.find(({ shortage }) => shortage === undefined) : first;
  if (features === undefined || first === undefined || final !== undefined) return memory.begin(pod, final, writer);
  const active = new Map([...host.workers.values()].filter((each) => each.isActive()).map((each) => [each.pod(), each]));
  const missing = failures.map(({ shortage }) => shortage).filter((each) => each !== undefined);
  const choice = features.choosePods(pod, [...active.keys()], missing);
  if ('missing' in choice) return memory.begin(pod, noRoom(choice.missing), writer);
  memory.arrivals.unshift(arrival);
  preempt(memory, arrival, choice.victims.map((victim) => active.get(victim)).filter((each) => each !== undefined));
}

function failuresOf({ context, self, allocatable, usage, workers, eviction }: AdmissionHost, pod: Pod): readonly AdmissionFailure[] {
  const pressure = eviction?.refusal(pod);
  if (pressure !== undefined) return [pressure];
  if (self === undefined || allocatable === undefined) return [];
  const hostPorts = context.runtime.network.hostPorts?.refusal(pod, workers.values());
  return admissionFailures(pod, podRequests(pod), { node: self, allocatable, used: usage.sums, hostPorts });
}

function noRoom(missing: readonly Shortage[]): Refusal {
  const amounts = missing.map(({ resource, amount }) => `(res: ${resource}, q: ${amount}), `).join('');
  const why = `preemption: error finding a set of pods to preempt: no set of running pods found to reclaim resources: [${amounts}]`;
  return { reason: 'UnexpectedAdmissionError', message: `Unexpected error while attempting to recover from admission failure: ${why}` };
}

/** Ends one after the other; then the pod is taken, whatever else has come meanwhile. */
function preempt(memory: Memory, arrival: Arrival, victims: readonly EvictablePod[]): void {
  const { context } = memory.host();
  memory.makingRoom?.timer.cancel();
  const [victim, ...others] = victims.filter((each) => each.isActive());
  if (victim === undefined) return takeFirst(memory, arrival);
  const pod = victim.pod();
  const giveUp = (): void => {
    context.event('Warning', pod, 'ExceededGracePeriod', 'Container runtime did not kill the pod within specified grace period.');
    preempt(memory, arrival, others);
  };
  memory.makingRoom = { arrival, victim, others, timer: context.clock.after(waitSeconds(pod) * 1000, giveUp, { background: true }) };
  context.because(arrival.cause, () => {
    const { namespace, name } = arrival.pod.metadata;
    context.trace(pod, `preempted for ${namespace}/${name}`);
    const eviction = evictionAt(context.clock.now());
    context.event('Warning', pod, eviction.why.reason, eviction.why.message);
    victim.evict(eviction);
  });
}

function takeFirst(memory: Memory, { pod: { metadata } }: Arrival): void {
  const { host, begin, arrivals } = memory;
  memory.makingRoom = undefined;
  // Unless it has been deleted meanwhile, it is still the first.
  const [first] = arrivals;
  if (first !== undefined && first.pod.metadata.uid === metadata.uid) {
    arrivals.shift();
    host().context.because(first.cause, () => begin(first.pod, undefined, first.writer));
  }
  takeNext(memory);
}

function waitSeconds({ spec: { terminationGracePeriodSeconds: grace = 0 } }: Pod): number {
  return Math.max(leastWaitSeconds, grace + Math.floor(grace / 2));
}

function evictionAt(nowMs: number): Eviction {
  return {
    why: { reason: 'Preempting', message: 'Preempted in order to admit critical pod' },
    condition: {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'TerminationByKubelet',
      message: 'Pod was preempted by Kubelet to accommodate a critical pod.',
      lastTransitionTime: formatTime(nowMs),
    },
  };
}
