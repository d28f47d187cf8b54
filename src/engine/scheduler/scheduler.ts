/** The scheduler: one pod a cycle, a cycle a millisecond, bindings on their way meanwhile (upstream schedule_one.go). */
import type { Kernel, Timer, TraceId } from '../kernel/index.ts';
import { type Handler, type Kind, type KubeObject, Node, Pod, type PodInfo, type SchedulerPlugin } from '../sdk/index.ts';
import {
  type Connection,
  clientOver,
  createConnection,
  createEventRecorder,
  createInformer,
  type Informer,
  noEvents,
  type ObjectEventRecorder,
} from '../sdk/internal.ts';
import { type BindingCycle, type BindingOptions, createBindingCycle } from './binding.ts';
import { createSchedulerCache, type SchedulerCache } from './cache.ts';
import { createSelector, type Selector } from './cycle.ts';
import { createFramework } from './framework.ts';
import { eventNote, notScheduledPatch } from './outcome.ts';
import { createPreemption, type PodPreemption } from './preemption/index.ts';
import type { PreemptionOptions } from './preemption/options.ts';
import { createSchedulingQueue, type PodMoved, type QueuedPod, type SchedulingQueue } from './queue.ts';
import { toolsOver } from './tools.ts';
import { nodeHandlers, objectHandlers, podHandlers, type WatchTargets } from './watch-handlers.ts';

export interface SchedulerOptions {
  readonly kernel: Kernel;
  /** The way to the API server. */
  readonly handler: Handler;
  /** In the order they run. */
  readonly plugins: readonly SchedulerPlugin[];
  /** Pods that name another scheduler are left alone. `default-scheduler` alone by default. */
  readonly schedulerNames?: readonly string[];
  /** Of Events. By default they are those of `default-scheduler`. */
  readonly createRecorder?: typeof createEventRecorder;
  /** The same plugins without an observer, for trial runs: what preemption asks is no decision. `plugins` where absent. */
  readonly unobserved?: readonly SchedulerPlugin[] | undefined;
  /** It evicts less important pods where that makes room. */
  readonly preemption?: boolean | undefined;
  /** Sees pods go through its queue. */
  readonly moved?: PodMoved | undefined;
  /** It writes no Events. */
  readonly withoutEvents?: boolean | undefined;
}

export interface Scheduler {
  /** The pods in its queue and its caches, for views. */
  status(): SchedulerStatus;
  /** Closes its connection and forgets all; nothing it has begun is finished. */
  stop(): void;
}

export interface SchedulerStatus {
  /** By uid. */
  readonly pods: ReadonlyMap<string, QueuedPod>;
  readonly informers: readonly Informer<KubeObject>[];
}

/** Virtual time of one cycle, milliseconds. */
export const cycleMs = 1;

/** What one scheduler remembers. */
interface Running {
  readonly kernel: Kernel;
  readonly connection: Connection;
  readonly events: ObjectEventRecorder;
  readonly cache: SchedulerCache;
  readonly queue: SchedulingQueue;
  readonly selector: Selector;
  readonly bindings: BindingCycle;
  readonly preemption: PodPreemption | undefined;
  readonly pods: Informer<Pod>;
  /** Caches whose first list hasn't come. */
  unsynced: number;
  /** The next cycle. */
  timer: Timer | undefined;
  stopped: boolean;
}

/** Whose its requests are. */
export const schedulerUser = { name: 'system:kube-scheduler', groups: ['system:authenticated'] };
export const schedulerAgent = 'kube-scheduler/v1.33.0';
const defaultName = 'default-scheduler';

/**
 * Starts a scheduler. It works once it knows all nodes and pods.
 *
 * No union of states: where a pod stands is the queue's machine (queue-place.ts), and the scheduler takes one pod from it a cycle.
 */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { kernel, handler, plugins, schedulerNames = [defaultName] } = options;
  const { clock, trace, unsettled } = kernel;
  const random = kernel.random.fork('scheduler');
  const connection = createConnection({ handler, clock, unsettled, user: schedulerUser, userAgent: schedulerAgent });
  const source = { component: defaultName };
  const { createRecorder = createEventRecorder } = options;
  const events = options.withoutEvents === true ? noEvents : createRecorder({ connection, clock, random, source });
  const cache = createSchedulerCache();
  const read = new Map<string, Informer<KubeObject>>();
  const listerOf = (kind: Kind) => read.get(nameOf(kind))?.lister;
  const self = (): Running => scheduler;
  const evictor = { random: random.fork('preemption'), cache, listerOf, events, ...preemptionOutcomes(self) };
  const preemption =
    options.preemption === true
      ? createPreemption({ plugins: options.unobserved ?? plugins, now: clock.now, ...evictor })
      : undefined;
  const framework = createFramework(plugins, toolsOver(cache, listerOf, preemption));
  const selector = createSelector(framework, random.fork('ties'), preemption);
  const cause = (): TraceId => trace.current;
  const queue = createSchedulingQueue({
    clock,
    gated: (info) => framework.preEnqueue(info) !== undefined || preemption?.isEvicting(info.uid) === true,
    hint: framework.hint,
    ready: () => arm(scheduler),
    cause,
    moved: options.moved,
  });
  const onSynced = (): void => {
    scheduler.unsynced -= 1;
    arm(scheduler);
  };
  const targets: WatchTargets = { cache, queue, schedulerNames, cause };
  const nodes = createInformer({ connection, clock, random, onSynced, kind: Node });
  nodes.onEvent(nodeHandlers(targets));
  const pods = createInformer({ connection, clock, random, onSynced, kind: Pod });
  pods.onEvent(podHandlers(targets));
  if (preemption !== undefined) pods.onEvent(preemption.podHandlers);
  for (const kind of new Set([...plugins, preemption].flatMap((reader) => reader?.reads ?? []))) {
    const informer = createInformer({ connection, clock, random, onSynced, kind });
    informer.onEvent(objectHandlers(targets, kind));
    read.set(nameOf(kind), informer);
  }
  const scheduler: Running = {
    kernel,
    connection,
    events,
    cache,
    queue,
    selector,
    bindings: createBindingCycle({ framework, cache, clock, unsettled, ...bindingOutcomes(self) }),
    preemption,
    pods,
    unsynced: 2 + read.size,
    timer: undefined,
    stopped: false,
  };
  const informers = [nodes, pods, ...read.values()];
  return {
    status: () => ({ pods: queue.all, informers }),
    stop() {
      scheduler.stopped = true;
      scheduler.timer?.cancel();
      queue.stop();
      for (const informer of informers) informer.stop();
      connection.close();
    },
  };
}

const nameOf = ({ plural, group }: Kind): string => `${plural}.${group}`;

/** The next cycle, where a pod waits for one. */
function arm(scheduler: Running): void {
  const { timer, unsynced, stopped, queue, kernel } = scheduler;
  if (timer !== undefined || unsynced > 0 || stopped || queue.isEmpty()) return;
  scheduler.timer = kernel.clock.after(cycleMs, () => {
    scheduler.timer = undefined;
    const pod = queue.pop();
    if (pod !== undefined) schedule(scheduler, pod);
    arm(scheduler);
  });
}

function schedule(scheduler: Running, pod: QueuedPod): void {
  const { queue, cache, selector, bindings, preemption } = scheduler;
  const { info } = pod;
  if (info.pod.metadata.deletionTimestamp !== undefined) {
    queue.done(pod);
    warn(scheduler, pod, `skip schedule deleting pod: ${info.key}`, pod.cause);
    return;
  }
  if (cache.isAssumed(info.uid)) {
    queue.done(pod);
    return;
  }
  const choice = selector.select(info, cache.nodes());
  if (choice.type === 'node') {
    preemption?.forget(info.uid);
    return bindings.start(pod, choice.nodeName);
  }
  if (choice.nominated !== undefined) preemption?.nominate(info, choice.nominated);
  reject(scheduler, pod, choice.message, choice.rejectedBy, choice.nominated);
}

function preemptionOutcomes(
  self: () => Running,
): Pick<PreemptionOptions, 'evicting' | 'client' | 'ended' | 'failed'> {
  return {
    evicting: (uid, what) => noteOf(self(), uid, what),
    client: (cause) => clientOver(self().connection, cause),
    ended(uid) {
      const { queue } = self();
      const info = queue.get(uid);
      if (info !== undefined) queue.update(info, true);
    },
    failed: (victim) => self().queue.wake({ type: 'assigned-pod-delete', pod: victim }),
  };
}

function bindingOutcomes(
  self: () => Running,
): Pick<BindingOptions, 'client' | 'began' | 'bound' | 'rejected' | 'failed'> {
  return {
    client: (cause) => clientOver(self().connection, cause),
    began: (pod, nodeName) => note(self(), pod, `bind ${pod.info.key} to ${nodeName}`),
    bound(pod, nodeName, cause) {
      const { queue, events } = self();
      queue.done(pod);
      const message = `Successfully assigned ${pod.info.key} to ${nodeName}`;
      events.record('Normal', pod.info.pod, 'Scheduled', message, { cause });
    },
    rejected: (pod, { plugin, rejection }) => reject(self(), pod, rejection.reasons.join(', '), [plugin]),
    failed: (pod, error) => bindingFailed(self(), pod, error),
  };
}

/** The pod is tried again, unless it is gone or bound after all. */
function bindingFailed(scheduler: Running, pod: QueuedPod, error: Error): void {
  const { queue, pods, stopped } = scheduler;
  if (stopped) return;
  const booked: PodInfo = pod.info;
  const live = pods.lister.get(booked.key);
  const waits = live?.metadata.uid === booked.uid && (live.spec.nodeName ?? '') === '';
  if (waits) report(scheduler, pod, 'SchedulerError', error.message);
  if (waits) queue.failed(pod);
  else queue.done(pod);
  queue.wake({ type: 'assigned-pod-delete', pod: booked });
}

function reject(
  scheduler: Running,
  pod: QueuedPod,
  message: string,
  rejectedBy: readonly string[],
  nominated?: string,
): void {
  report(scheduler, pod, 'Unschedulable', message, nominated);
  scheduler.queue.unschedulable(pod, rejectedBy);
}

/** The outcome of an attempt, in the trace. */
function note({ kernel }: Running, pod: QueuedPod, what: string): TraceId {
  const object = `pods/${pod.info.key}`;
  return kernel.trace.record({ component: 'scheduler', type: 'bind', what, object, cause: pod.cause, also: pod.woken });
}

/** The same, of a pod in the queue. */
function noteOf(scheduler: Running, uid: string, what: string): TraceId {
  const pod = scheduler.queue.all.get(uid);
  return pod === undefined ? scheduler.kernel.trace.current : note(scheduler, pod, what);
}

function warn({ events }: Running, pod: QueuedPod, message: string, cause: TraceId): void {
  events.record('Warning', pod.info.pod, 'FailedScheduling', eventNote(message), { cause });
}

/** Event and condition of a failed attempt. */
function report(
  scheduler: Running,
  pod: QueuedPod,
  reason: 'Unschedulable' | 'SchedulerError',
  message: string,
  nominated?: string,
): void {
  const { connection, kernel } = scheduler;
  const cause = note(scheduler, pod, message);
  warn(scheduler, pod, message, cause);
  const patch = notScheduledPatch(pod.info.pod, reason, message, kernel.clock.now(), nominated);
  if (patch === undefined) return;
  const written = clientOver(connection, cause).patch(Pod, pod.info.key, patch, { subresource: 'status' });
  // The pod may be gone meanwhile; the next attempt says it again.
  written.catch(() => {});
}
