/** Keeps a node from running out of memory and disk by evicting pods (upstream pkg/kubelet/eviction/eviction_manager.go). */
import { hash32, type Timer } from '../../kernel/index.ts';
import { formatTime, type Node, type Pod, type PodCondition, tolerates } from '../../sdk/index.ts';
import type { Refusal } from '../admission.ts';
import { isCriticalPod } from '../critical-pods.ts';
import { createOutOfMemoryKiller, type OutOfMemoryKiller } from './out-of-memory.ts';
import { rankForEviction } from './rank.ts';
import { addUsage, bytesIn, createPodFacts, type MemoryOf, type PodFacts, type PodStats, statsOf, type UsageSums, usageOf } from './stats.ts';
import { type EvictionPolicy, hardPolicy, immediateGraceSeconds } from './policy.ts';
import { type LastObserved, type Observation, type Observations, observe, pressuresSince, type Signal, type Threshold } from './thresholds.ts';
import type { EvictablePod, EvictionHost, EvictionManager, Pressure } from './types.ts';
import { evicted, evictionMessage, exceededStorage } from './words.ts';

/** Where its figures come from. */
export interface NodeMeter {
  readonly memoryOf: MemoryOf;
  /** What the node needs itself, bytes. */
  readonly overhead: number;
  /** Default: hard thresholds alone. */
  readonly policy?: EvictionPolicy | undefined;
}

/** evictionMonitoringPeriod */
const monitoringMs = 10_000;
/** How often, and how long, it waits for an evicted pod to be gone (podCleanupPollFreq, podCleanupTimeout). */
const cleanupPollMs = 1_000;
const cleanupTimeoutMs = 30_000;
/** So many processes a node can have (kernel.pid_max), and what has the others. */
const mostProcesses = 32_768;
const ownProcesses = 150;

interface Running {
  readonly host: EvictionHost;
  readonly meter: NodeMeter;
  readonly policy: EvictionPolicy;
  readonly factsOf: (pod: Pod) => PodFacts;
  /** The node's status is to be written. */
  readonly changed: () => void;
  readonly killer: OutOfMemoryKiller;
  observed: LastObserved;
  pressures: readonly Pressure[];
  timer: Timer | undefined;
  /** What the last round had found calm; undefined where it hadn't. */
  calm: { readonly usageGeneration: number; readonly self: Node | undefined } | undefined;
}

/** Starts at once. No union of states: a round follows the other, and what it remembers is when a shortage was last observed. */
export function createEvictionManager(host: EvictionHost, meter: NodeMeter, changed: () => void): EvictionManager {
  const killer = createOutOfMemoryKiller(host.context);
  const factsOf = createPodFacts(meter.memoryOf);
  const { policy = hardPolicy } = meter;
  const running: Running = { host, meter, policy, factsOf, changed, killer, observed: new Map(), pressures: [], timer: undefined, calm: undefined };
  later(running, monitoringMs);
  return {
    pressures: () => running.pressures,
    refusal: (pod) => pressureRefusal(pod, running.pressures),
    podChanged: () => {
      running.calm = undefined;
    },
    stop: () => running.timer?.cancel(),
  };
}

function later(running: Running, delayMs: number): void {
  running.timer = running.host.context.clock.after(delayMs, () => round(running), { background: true });
}

function round(running: Running): void {
  const gone = synchronize(running);
  if (gone.length === 0) later(running, monitoringMs);
  else awaitCleanup(running, gone, running.host.context.clock.now() + cleanupTimeoutMs);
}

/** The next round begins when they are gone, or haven't gone for too long. */
function awaitCleanup(running: Running, pods: readonly EvictablePod[], untilMs: number): void {
  const { clock } = running.host.context;
  const check = (): void => {
    if (clock.now() < untilMs && pods.some((each) => each.isActive())) awaitCleanup(running, pods, untilMs);
    else round(running);
  };
  running.timer = clock.after(cleanupPollMs, check, { background: true });
}

/** Nothing can have changed since the last calm round, or all is looked at. Pods that have ended use less. */
function isStillCalm(running: Running): boolean {
  const { runtime } = running.host.context;
  const { self } = running.host;
  const usageGeneration = runtime.usageGeneration();
  const { calm } = running;
  if (calm?.usageGeneration === usageGeneration && calm.self === self) return true;
  running.calm = isCalm(running) ? { usageGeneration, self } : undefined;
  return running.calm !== undefined;
}

/** What almost every round finds: nothing was short lately, nothing is, and nobody is over a limit. Soft thresholds remember rounds. */
function isCalm({ host, meter, policy, factsOf, observed }: Running): boolean {
  if (policy !== hardPolicy || observed.size > 0) return false;
  const sums: UsageSums = { memory: 0, disk: 0, processes: 0 };
  for (const each of host.workers.values()) {
    if (!each.isActive()) continue;
    const pod = each.pod();
    const sandbox = host.context.runtime.pod(pod.metadata.uid);
    if (sandbox !== undefined && !addUsage(sums, factsOf(pod), pod, sandbox)) return false;
  }
  return policy.unresolved(observationsOf(host, meter, sums)).length === 0;
}

/** One round; returns what it has evicted. */
function synchronize(running: Running): readonly EvictablePod[] {
  const { host, policy } = running;
  if (host.self === undefined || isStillCalm(running)) return [];
  const nowMs = host.context.clock.now();
  const active = new Map([...host.workers.values()].filter((each) => each.isActive()).map((each) => [each.pod(), each]));
  const stats = new Map([...active.keys()].map((pod) => [pod, measureWithin(running, pod)]));
  killOnNode(running, stats);
  const observations = observeNode(running, stats.values());
  const { met, due } = policy.step(observations, nowMs);
  running.observed = observe(running.observed, met, nowMs);
  report(running, pressuresSince(running.observed, nowMs, policy.transitionMs));
  const spilling = [...active].filter(([pod, each]) => endForStorage(running, pod, each, stats.get(pod)));
  if (spilling.length > 0) return spilling.map(([, each]) => each);
  const [first] = due;
  if (first === undefined) return [];
  nodeEvent(host, 'Warning', 'EvictionThresholdMet', `Attempting to reclaim ${first.resource}`);
  if (first.resource === 'ephemeral-storage' && removeUnusedImages(running, stats)) return [];
  for (const pod of rankForEviction([...active.keys()], (each) => stats.get(each), first.resource)) {
    const each = active.get(pod);
    if (each === undefined || isCriticalPod(pod)) continue;
    const message = evictionMessage(first.resource, pod, stats.get(pod), due, observations);
    const condition = { type: 'DisruptionTarget', status: 'True', reason: 'TerminationByKubelet', message, lastTransitionTime: formatTime(nowMs) };
    evict(running, pod, each, message, policy.graceSeconds(first, pod), condition);
    return [each];
  }
  return [];
}

/** After those have ended that use more than their limit. */
function measureWithin(running: Running, pod: Pod): PodStats | undefined {
  const stats = measure(running, pod);
  return running.killer.kill(pod, running.factsOf(pod), stats) ? measure(running, pod) : stats;
}

/** The node has no memory left: the kernel doesn't wait for evictions (upstream oom_watcher_linux.go tells of it). */
function killOnNode(running: Running, stats: Map<Pod, PodStats | undefined>): void {
  const { host, killer } = running;
  const capacity = bytesIn(host.self?.status.capacity?.['memory']) ?? Infinity;
  const used = [...stats.values()].reduce((sum, each) => sum + (each === undefined ? 0 : usageOf(each, 'memory')), running.meter.overhead);
  if (used <= capacity) return;
  for (const { pod, processName } of killer.makeRoom(used - capacity, stats, capacity)) {
    const pid = 1000 + (hash32(`${pod.metadata.uid}/${processName}/${host.context.clock.now()}`) % 30_000);
    nodeEvent(host, 'Warning', 'SystemOOM', `System OOM encountered, victim process: ${processName}, pid: ${pid}`);
    stats.set(pod, measure(running, pod));
  }
}

function measure({ host, factsOf }: Running, pod: Pod): PodStats | undefined {
  const sandbox = host.context.runtime.pod(pod.metadata.uid);
  return sandbox && statsOf(factsOf(pod), pod, sandbox);
}

function observeNode({ host, meter }: Running, all: Iterable<PodStats | undefined>): Observations {
  const stats = [...all].filter((each) => each !== undefined);
  const used = (resource: Threshold['resource']): number => stats.reduce((sum, each) => sum + usageOf(each, resource), 0);
  return observationsOf(host, meter, { memory: used('memory'), disk: used('ephemeral-storage'), processes: used('pids') });
}

/** What is left of the node. Images, and all that pods write, are on one disk. */
function observationsOf(host: EvictionHost, meter: NodeMeter, used: UsageSums): Observations {
  const images = [...host.context.runtime.images.present.values()].reduce((sum, { image }) => sum + image.sizeBytes, 0);
  const { memory, 'ephemeral-storage': storage } = host.self?.status.capacity ?? {};
  const left = (capacity: number, taken: number): Observation => ({ capacity, available: Math.max(0, capacity - taken) });
  const disk = left(bytesIn(storage) ?? 0, images + used.disk);
  const observations: readonly (readonly [Signal, Observation])[] = [
    ['memory.available', left(bytesIn(memory) ?? 0, meter.overhead + used.memory)],
    ['nodefs.available', disk],
    ['imagefs.available', disk],
    ['pid.available', left(mostProcesses, ownProcesses + used.processes)],
  ];
  return new Map(observations.filter(([, { capacity }]) => capacity > 0));
}

function nodeEvent({ self, events }: EvictionHost, type: 'Normal' | 'Warning', reason: string, message: string): void {
  if (self !== undefined) events.record(type, self, reason, message);
}

/** Tells of conditions that have come and gone (upstream nodestatus/setters.go). */
function report(running: Running, now: readonly Pressure[]): void {
  const { host, pressures: before } = running;
  running.pressures = now;
  const tell = (word: string): void => nodeEvent(host, 'Normal', word, `Node ${host.self?.metadata.name} status is now: ${word}`);
  const come = now.filter((each) => !before.includes(each));
  const over = before.filter((each) => !now.includes(each));
  for (const { reason } of come) tell(reason.replace('Kubelet', 'Node'));
  for (const { whenOver } of over) tell(whenOver);
  if (come.length + over.length > 0) running.changed();
}

function endForStorage(running: Running, pod: Pod, each: EvictablePod, stats: PodStats | undefined): boolean {
  const message = stats && running.factsOf(pod).limitsStorage ? exceededStorage(pod, stats) : undefined;
  if (message === undefined || isCriticalPod(pod)) return false;
  evict(running, pod, each, message, immediateGraceSeconds);
  return true;
}

function evict({ host }: Running, pod: Pod, each: EvictablePod, message: string, graceSeconds: number, condition?: PodCondition): void {
  host.context.trace(pod, `evicted: ${message.trim()}`);
  host.context.event('Warning', pod, evicted, message);
  each.evict({ why: { reason: evicted, message }, graceSeconds, ...(condition !== undefined && { condition }) });
}

/** Images that no container on the node is of. Whether that was enough. */
function removeUnusedImages(running: Running, stats: ReadonlyMap<Pod, PodStats | undefined>): boolean {
  const { images, pods } = running.host.context.runtime;
  const used = new Set([...pods()].flatMap(({ containers }) => [...containers.values()].flat().map(({ image }) => image)));
  for (const [name, each] of [...images.present]) if (!used.has(each)) images.present.delete(name);
  return running.policy.unresolved(observeNode(running, stats.values())).length === 0;
}

/** A node that is short of memory alone takes pods that request something (upstream Admit). */
export function pressureRefusal(pod: Pod, pressures: readonly Pressure[]): Refusal | undefined {
  if (pressures.length === 0 || isCriticalPod(pod)) return undefined;
  const types = pressures.map(({ type }) => type);
  if (types.length === 1 && types[0] === 'MemoryPressure') {
    const taint = { key: 'node.kubernetes.io/memory-pressure', effect: 'NoSchedule' };
    if (pod.status.qosClass !== 'BestEffort' || tolerates(pod.spec.tolerations, taint)) return undefined;
  }
  return { reason: evicted, message: `The node had condition: [${types.join(' ')}]. ` };
}
