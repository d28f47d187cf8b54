/**
 * CPU and memory of running pods, changed in place (upstream pkg/kubelet/allocation, 1.33): what a spec asks for newly is given if the node has
 * room for it; until then the pod goes on with what it had.
 */
import type { Clock } from '../kernel/index.ts';
import { type Container, type ContainerStatus, deepEqual, formatTime, type Pod, type PodCondition, podRequests, type Resources, type ResourceRequirements } from '../sdk/index.ts';
import { outOf } from './admission.ts';
import type { NodeUsage } from './node-usage.ts';

/** What a resize needs to know of its node. */
export interface ResizingNode {
  readonly clock: Clock;
  readonly usage: NodeUsage;
  /** Undefined until the node is registered. */
  allocatable(): Resources | undefined;
}

/** What the pod's worker does for it. */
export interface ResizedPod {
  /** Writes the status as it is now. */
  report(): void;
  /** Takes over a container that is given something else. `restarts`: it ends, and starts again with that. */
  resize(container: Container, restarts: boolean): void;
  /** Which of its instances runs; undefined where none does. */
  running(container: string): string | undefined;
  /** Looks again at what the pod asks for. */
  take(pod: Pod): void;
}

/** The resizes of one pod. */
export interface PodResize {
  /** Decides what a newer state of the pod gets; the pod as its worker is to have it: with the resources that it is given. */
  given(desired: Pod): Pod;
  /** Does what was decided, once the worker has the pod. */
  carryOut(): void;
  /** PodResizePending and PodResizeInProgress, where they hold. */
  conditions(): readonly PodCondition[];
  /** What a container of the pod was given, and what it runs with. */
  resources(container: Container): Pick<ContainerStatus, 'allocatedResources' | 'resources'>;
  stop(): void;
}

export interface PodResizer {
  follow(pod: Pod, worker: ResizedPod): PodResize;
  /** The node has more room: what had to wait for it is tried again. */
  roomCame(): void;
}

/** A container that still runs with what it had. */
interface Late {
  readonly resources: ResourceRequirements;
  readonly instance: string;
}

interface Memory {
  readonly node: ResizingNode;
  readonly uid: string;
  readonly worker: ResizedPod;
  /** As the API server has it. */
  desired: Pod;
  /** By container. */
  readonly given: Map<string, ResourceRequirements>;
  readonly late: Map<string, Late>;
  pending: PodCondition | undefined;
  inProgress: PodCondition | undefined;
  /** Decided, and still to be done. */
  toDo: (() => void)[];
}

/** Until the kubelet has seen what the runtime made of a change, milliseconds (upstream: the next relist). */
const seenAfterMs = 1_000;

export function createPodResizer(node: ResizingNode): PodResizer {
  const waiting = new Set<Memory>();
  const roomCame = (by?: Memory): void => {
    for (const each of [...waiting]) if (each !== by) each.worker.take(each.desired);
  };
  return {
    follow(pod, worker) {
      const memory: Memory = { node, uid: pod.metadata.uid, worker, desired: pod, given: givenBefore(pod), late: new Map(), pending: undefined, inProgress: undefined, toDo: [] };
      return {
        given(desired) {
          const result = give(memory, desired);
          if (memory.pending?.reason === 'Deferred') waiting.add(memory);
          else waiting.delete(memory);
          return result;
        },
        carryOut() {
          const { toDo } = memory;
          memory.toDo = [];
          for (const run of toDo) run();
          // It may have become smaller.
          if (toDo.length > 0) roomCame(memory);
        },
        conditions: () => conditionsOf(memory),
        resources: ({ name }) => shown(memory, name),
        stop: () => void waiting.delete(memory),
      };
    },
    roomCame: () => roomCame(),
  };
}

/** What an earlier kubelet has given it, or else what it asks for. */
function givenBefore({ spec, status }: Pod): Map<string, ResourceRequirements> {
  const known = [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])];
  return new Map(resizable(spec).map(({ name, resources = {} }) => [name, known.find((each) => each.name === name)?.resources ?? resources]));
}

const resizable = ({ containers, initContainers = [] }: Pod['spec']): readonly Container[] => [...containers, ...initContainers];

function give(memory: Memory, desired: Pod): Pod {
  memory.desired = desired;
  const changed = resizable(desired.spec).filter(({ name, resources = {} }) => !deepEqual(resources, memory.given.get(name) ?? {}));
  const { pending } = memory;
  memory.pending = changed.length === 0 ? undefined : refusalOf(memory, desired);
  if (changed.length > 0 && memory.pending === undefined) allocate(memory, desired, changed);
  else if (pending !== memory.pending) memory.toDo.push(() => memory.worker.report());
  return memory.pending === undefined ? desired : withGiven(desired, memory.given);
}

/** Why the node can't give it so much, now or ever; undefined: it can. */
function refusalOf({ node, uid, pending }: Memory, desired: Pod): PodCondition | undefined {
  const allocatable = node.allocatable();
  if (allocatable === undefined) return undefined;
  const requests = podRequests({ ...desired, status: {} });
  const asked = [
    ['memory', 'memoryBytes'],
    ['cpu', 'milliCpu'],
  ] as const;
  for (const [name, unit] of asked) {
    if (requests[unit] <= allocatable[unit]) continue;
    return pendingFor('Infeasible', `Node didn't have enough capacity: ${name}, requested: ${requests[unit]}, capacity: ${allocatable[unit]}`, node, pending);
  }
  const own = node.usage.of(uid);
  for (const [name, unit] of asked.toReversed()) {
    const short = outOf(name, requests[unit], node.usage.sums[unit] - (own?.[unit] ?? 0), allocatable[unit]);
    if (short !== undefined) return pendingFor('Deferred', short.message, node, pending);
  }
  return undefined;
}

function pendingFor(reason: 'Infeasible' | 'Deferred', message: string, { clock }: ResizingNode, before: PodCondition | undefined): PodCondition {
  if (before?.reason === reason && before.message === message) return before;
  const now = formatTime(clock.now());
  return { type: 'PodResizePending', status: 'True', reason, message, lastProbeTime: now, lastTransitionTime: before?.reason === reason ? (before.lastTransitionTime ?? now) : now };
}

/** The pod has it from now on; its containers do as soon as the runtime has changed them, or has started them anew. */
function allocate(memory: Memory, desired: Pod, changed: readonly Container[]): void {
  const { node, uid, worker, given, late, toDo } = memory;
  node.usage.take(uid, podRequests({ ...desired, status: {} }));
  toDo.push(() => worker.report());
  for (const container of changed) {
    const { name, resources = {} } = container;
    const before = given.get(name) ?? {};
    given.set(name, resources);
    const instance = worker.running(name);
    const restarts = instance !== undefined && mustRestart(container, before);
    toDo.push(() => worker.resize(container, restarts));
    if (instance === undefined) continue;
    if (!late.has(name)) late.set(name, { resources: before, instance });
    if (!restarts) node.clock.after(seenAfterMs, () => changedInPlace(memory, name, resources));
  }
  if (late.size > 0) {
    const now = formatTime(node.clock.now());
    memory.inProgress = { type: 'PodResizeInProgress', status: 'True', lastProbeTime: now, lastTransitionTime: now };
  }
}

/** Unless something else was given meanwhile. */
function changedInPlace(memory: Memory, name: string, resources: ResourceRequirements): void {
  if (memory.given.get(name) !== resources || !memory.late.delete(name)) return;
  memory.worker.report();
}

/** By the policy of each resource whose cgroup changes. A request of memory has none. */
function mustRestart({ resources = {}, resizePolicy = [] }: Container, before: ResourceRequirements): boolean {
  const differs = (list: 'limits' | 'requests', name: string): boolean => resources[list]?.[name] !== before[list]?.[name];
  return resizePolicy.some(({ resourceName: name, restartPolicy }) => restartPolicy === 'RestartContainer' && (differs('limits', name) || (name === 'cpu' && differs('requests', name))));
}

function withGiven(desired: Pod, given: ReadonlyMap<string, ResourceRequirements>): Pod {
  const sized = (container: Container): Container => ({ ...container, resources: given.get(container.name) ?? {} });
  const { containers, initContainers } = desired.spec;
  return { ...desired, spec: { ...desired.spec, containers: containers.map(sized), ...(initContainers !== undefined && { initContainers: initContainers.map(sized) }) } };
}

function conditionsOf(memory: Memory): readonly PodCondition[] {
  for (const [name, { instance }] of memory.late) if (memory.worker.running(name) !== instance) memory.late.delete(name);
  if (memory.late.size === 0) memory.inProgress = undefined;
  return [memory.pending, memory.inProgress].filter((each) => each !== undefined);
}

function shown({ given, late }: Memory, name: string): Pick<ContainerStatus, 'allocatedResources' | 'resources'> {
  const own = given.get(name) ?? {};
  if (own.requests === undefined && own.limits === undefined) return {};
  return { ...(own.requests !== undefined && { allocatedResources: own.requests }), resources: late.get(name)?.resources ?? own };
}
