/** The scheduler: one pod a cycle, a cycle a millisecond, bindings on their way meanwhile (upstream schedule_one.go). */
import type { Kernel, Timer, TraceId } from '../kernel/index.ts';
import { type Handler, type KubeObject, Node, Pod, type PodInfo, type SchedulerPlugin } from '../sdk/index.ts';
import { clientOver, createConnection, createEventRecorder, createInformer, type Informer } from '../sdk/internal.ts';
import { createBindingCycle } from './binding.ts';
import { createSchedulerCache } from './cache.ts';
import { createSelector } from './cycle.ts';
import { createFramework } from './framework.ts';
import { eventNote, notScheduledPatch } from './outcome.ts';
import { createSchedulingQueue, type QueuedPod } from './queue.ts';
import { nodeHandlers, podHandlers, type WatchTargets } from './watch-handlers.ts';

export interface SchedulerOptions {
  readonly kernel: Kernel;
  /** The way to the API server. */
  readonly handler: Handler;
  /** In the order they run. */
  readonly plugins: readonly SchedulerPlugin[];
  /** Pods that name another are left alone; `default-scheduler` unless told. */
  readonly schedulerName?: string;
}

export interface Scheduler {
  /** The pods in its queue and its caches, for views. */
  status(): SchedulerStatus;
  /** Hangs up and forgets; nothing it has begun is finished. */
  stop(): void;
}

export interface SchedulerStatus {
  /** By uid. */
  readonly pods: ReadonlyMap<string, QueuedPod>;
  readonly informers: readonly Informer<KubeObject>[];
}

/** Virtual time of one cycle, milliseconds. */
export const cycleMs = 1;

/** Starts a scheduler. It works once it knows all nodes and pods. */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { kernel, handler, plugins, schedulerName = 'default-scheduler' } = options;
  const { clock, trace, unsettled } = kernel;
  const random = kernel.random.fork('scheduler');
  const user = { name: 'system:kube-scheduler', groups: ['system:authenticated'] };
  const connection = createConnection({ handler, clock, unsettled, user, userAgent: 'kube-scheduler/v1.33.0' });
  const events = createEventRecorder({ connection, clock, random, source: { component: schedulerName } });
  const cache = createSchedulerCache();
  const framework = createFramework(plugins);
  const selector = createSelector(framework, random.fork('ties'));
  const cause = (): TraceId => trace.current;
  const queue = createSchedulingQueue({
    clock,
    gated: (info) => framework.preEnqueue(info) !== undefined,
    hint: framework.hint,
    ready: arm,
    cause,
  });
  let unsynced = 2;
  let timer: Timer | undefined;
  let stopped = false;

  function arm(): void {
    if (timer !== undefined || unsynced > 0 || stopped || queue.isEmpty()) return;
    timer = clock.after(cycleMs, () => {
      timer = undefined;
      const pod = queue.pop();
      if (pod !== undefined) schedule(pod);
      arm();
    });
  }

  function schedule(pod: QueuedPod): void {
    const { info } = pod;
    if (info.pod.metadata.deletionTimestamp !== undefined) {
      queue.done(pod);
      warn(pod, `skip schedule deleting pod: ${info.key}`, pod.cause);
      return;
    }
    if (cache.isAssumed(info.uid)) {
      queue.done(pod);
      return;
    }
    const choice = selector.select(info, cache.nodes());
    if (choice.type === 'node') bindings.start(pod, choice.nodeName);
    else reject(pod, choice.message, choice.rejectedBy);
  }

  function reject(pod: QueuedPod, message: string, rejectedBy: readonly string[]): void {
    report(pod, 'Unschedulable', message);
    queue.unschedulable(pod, rejectedBy);
  }

  /** What became of an attempt, in the trace. */
  function note(pod: QueuedPod, what: string): TraceId {
    const object = `pods/${pod.info.key}`;
    return trace.record({ component: 'scheduler', type: 'bind', what, object, cause: pod.cause, also: pod.woken });
  }

  function warn(pod: QueuedPod, message: string, cause: TraceId): void {
    events.record('Warning', pod.info.pod, 'FailedScheduling', eventNote(message), { cause });
  }

  /** Event and condition of a failed attempt. */
  function report(pod: QueuedPod, reason: 'Unschedulable' | 'SchedulerError', message: string): void {
    const cause = note(pod, message);
    warn(pod, message, cause);
    const patch = notScheduledPatch(pod.info.pod, reason, message, clock.now());
    if (patch === undefined) return;
    const written = clientOver(connection, cause).patch(Pod, pod.info.key, patch, { subresource: 'status' });
    // The pod may be gone meanwhile; the next attempt says it again.
    written.catch(() => {});
  }

  const bindings = createBindingCycle({
    framework,
    cache,
    client: (cause) => clientOver(connection, cause),
    unsettled,
    bound(pod, nodeName, cause) {
      queue.done(pod);
      const message = `Successfully assigned ${pod.info.key} to ${nodeName}`;
      events.record('Normal', pod.info.pod, 'Scheduled', message, { cause });
    },
    rejected: (pod, { plugin, rejection }) => reject(pod, rejection.reasons.join(', '), [plugin]),
    failed(pod, error) {
      if (stopped) return;
      const booked: PodInfo = pod.info;
      const live = pods.lister.get(booked.key);
      const waits = live?.metadata.uid === booked.uid && (live.spec.nodeName ?? '') === '';
      if (waits) report(pod, 'SchedulerError', error.message);
      if (waits) queue.failed(pod);
      else queue.done(pod);
      queue.wake({ type: 'assigned-pod-delete', pod: booked });
    },
    began: (pod, nodeName) => note(pod, `bind ${pod.info.key} to ${nodeName}`),
  });

  function onSynced(): void {
    unsynced -= 1;
    arm();
  }
  const targets: WatchTargets = { cache, queue, schedulerName, cause };
  const common = { connection, clock, random, onSynced };
  const nodes = createInformer({ ...common, kind: Node });
  nodes.onEvent(nodeHandlers(targets));
  const pods = createInformer({ ...common, kind: Pod });
  pods.onEvent(podHandlers(targets));

  return {
    status: () => ({ pods: queue.all, informers: [nodes, pods] }),
    stop() {
      stopped = true;
      timer?.cancel();
      queue.stop();
      nodes.stop();
      pods.stop();
      connection.close();
    },
  };
}
