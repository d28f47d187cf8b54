/** The scheduling queue: active, backing off, unschedulable, gated, in flight (upstream backend/queue). */
import type { Clock, Timer } from '../kernel/index.ts';
import type { ClusterEvent, PodInfo } from '../sdk/index.ts';
import { backoffMs, maxBackoffMs } from './backoff.ts';
import { createHeap, type Heap } from './heap.ts';
import { createMissedEvents, type MissedEvents } from './missed-events.ts';
import { type PlaceEvent, placeAfter, type QueuePlace } from './queue-place.ts';

export interface QueuedPod {
  info: PodInfo;
  /** Times it was popped. */
  attempts: number;
  /** When it last entered the queue or failed: what its order and back-off count from. Milliseconds. */
  timestampMs: number;
  /** Names of the plugins that rejected it last. */
  rejectedBy: readonly string[];
  /** Trace event that brought it. */
  readonly cause: number;
  /** Trace event that made it worth another try. */
  woken?: readonly number[];
  state: QueuePlace;
}

export type PodMoved = (pod: QueuedPod, event: PlaceEvent, why?: ClusterEvent) => void;

export interface QueueOptions {
  readonly clock: Clock;
  /** Whether plugins keep the pod from becoming active. */
  gated(info: PodInfo): boolean;
  /** Whether an event may let in a pod that this plugin has rejected (queueing hint). */
  hint(plugin: string, event: ClusterEvent, info: PodInfo): boolean;
  /** Something can be popped. */
  ready(): void;
  /** The trace event on whose behalf code runs now. */
  cause(): number;
  /** A pod has got to another place; `why`: what woke it. */
  readonly moved?: PodMoved | undefined;
}

export interface SchedulingQueue {
  add(info: PodInfo, cause: number): void;
  /** The pod's new state. `helps`: more than its status has changed, which may make it active. */
  update(info: PodInfo, helps: boolean): void;
  remove(uid: string): void;
  get(uid: string): PodInfo | undefined;
  /** The next pod to try; it is in flight until `done`, `unschedulable` or `failed`. */
  pop(): QueuedPod | undefined;
  isEmpty(): boolean;
  done(pod: QueuedPod): void;
  /** Rejected by plugins; none named: any event wakes it. */
  unschedulable(pod: QueuedPod, rejectedBy: readonly string[]): void;
  /** Not rejected but failed (a refused binding): tried again after its back-off. */
  failed(pod: QueuedPod): void;
  /** Every pod it has, by uid; for views. */
  readonly all: ReadonlyMap<string, QueuedPod>;
  /** Something happened: wakes the pods whose rejecting plugins care. */
  wake(event: ClusterEvent): void;
  stop(): void;
}

/** An unschedulable pod is tried again after this even when nothing happened (flushed every 30 s upstream). */
export const leftoverMs = 5 * 60_000;
const leftoverCheckMs = 30_000;

/** The memory of one queue. */
interface Queue {
  readonly options: QueueOptions;
  readonly clock: Clock;
  readonly known: Map<string, QueuedPod>;
  /** Those that are unschedulable. */
  readonly waiting: Map<string, QueuedPod>;
  readonly missed: MissedEvents;
  readonly active: Heap<QueuedPod>;
  readonly backoff: Heap<QueuedPod>;
  readonly errorBackoff: Heap<QueuedPod>;
  backoffTimer: { readonly at: number; readonly timer: Timer } | undefined;
  leftoverTimer: Timer | undefined;
}

/** Creates an empty queue. It sets timers only while something waits. Where a pod goes is decided by `placeAfter`. */
export function createSchedulingQueue(options: QueueOptions): SchedulingQueue {
  const queue: Queue = {
    options,
    clock: options.clock,
    known: new Map(),
    waiting: new Map(),
    missed: createMissedEvents(),
    active: createHeap<QueuedPod>(moreUrgent, (pod) => pod.state === 'active'),
    backoff: createHeap<QueuedPod>(soonerReady, (pod) => pod.state === 'backoff'),
    errorBackoff: createHeap<QueuedPod>(soonerReady, (pod) => pod.state === 'error-backoff'),
    backoffTimer: undefined,
    leftoverTimer: undefined,
  };
  const { known, missed, active, backoff, clock } = queue;
  return {
    add: (info, cause) => add(queue, info, cause),
    update: (info, helps) => update(queue, info, helps),
    remove: (uid) => remove(queue, uid),
    get: (uid) => known.get(uid)?.info,
    all: known,
    pop() {
      const pod = active.pop() ?? backoff.pop();
      if (pod === undefined) return undefined;
      move(queue, pod, 'popped');
      pod.attempts += 1;
      missed.begin(pod.info.uid);
      return pod;
    },
    isEmpty: () => active.peek() === undefined && backoff.peek() === undefined,
    done(pod) {
      missed.end(pod.info.uid);
      if (isKnown(queue, pod)) known.delete(pod.info.uid);
    },
    unschedulable(pod, rejectedBy) {
      pod.rejectedBy = rejectedBy;
      const helped = missed.some(pod.info.uid, (event) => concerns(event, pod) && mayHelp(queue, pod, event));
      missed.end(pod.info.uid);
      if (!isKnown(queue, pod)) return;
      pod.timestampMs = clock.now();
      move(queue, pod, helped ? 'rejected, helped' : 'rejected');
    },
    failed(pod) {
      missed.end(pod.info.uid);
      if (!isKnown(queue, pod)) return;
      pod.timestampMs = clock.now();
      move(queue, pod, 'failed');
    },
    wake: (event) => wake(queue, event),
    stop() {
      queue.backoffTimer?.timer.cancel();
      queue.leftoverTimer?.cancel();
    },
  };
}

function add(queue: Queue, info: PodInfo, cause: number): void {
  if (queue.known.has(info.uid)) return;
  const timestampMs = queue.clock.now();
  const pod: QueuedPod = { info, attempts: 0, timestampMs, rejectedBy: [], cause, state: 'gone' };
  queue.known.set(info.uid, pod);
  move(queue, pod, 'added');
}

function update(queue: Queue, info: PodInfo, helps: boolean): void {
  const pod = queue.known.get(info.uid);
  if (pod === undefined) return;
  const before = pod.info;
  pod.info = info;
  if (!helps) return;
  const event: ClusterEvent = { type: 'pod-update', before, pod: info };
  if (pod.state === 'in-flight') queue.missed.record(event);
  else if (pod.state === 'gated') move(queue, pod, 'improved');
  else if (pod.state === 'unschedulable' && mayHelp(queue, pod, event)) move(queue, pod, 'improved');
}

function remove(queue: Queue, uid: string): void {
  const pod = queue.known.get(uid);
  if (pod === undefined) return;
  queue.known.delete(uid);
  move(queue, pod, 'removed');
}

function wake(queue: Queue, event: ClusterEvent): void {
  const { missed, waiting, options } = queue;
  if (missed.anyInFlight()) missed.record(event);
  for (const pod of [...waiting.values()]) {
    if (!mayHelp(queue, pod, event)) continue;
    pod.woken = [options.cause()];
    move(queue, pod, 'woken', event);
  }
}

/** Brings a pod to the place where an event puts it. */
function move(queue: Queue, pod: QueuedPod, event: PlaceEvent, why?: ClusterEvent): void {
  const { options, clock, waiting } = queue;
  const next = placeAfter(pod.state, event, {
    gated: () => options.gated(pod.info),
    backoffOver: () => readyAtMs(pod) <= clock.now(),
  });
  if (next === pod.state) return;
  if (pod.state === 'unschedulable') waiting.delete(pod.info.uid);
  pod.state = next;
  options.moved?.(pod, event, why);
  enter(queue, pod);
}

function enter(queue: Queue, pod: QueuedPod): void {
  switch (pod.state) {
    case 'active':
      queue.active.push(pod);
      return queue.options.ready();
    case 'backoff':
      queue.backoff.push(pod);
      // Popped early when nothing else is active (SchedulerPopFromBackoffQ, on since 1.33).
      return queue.options.ready();
    case 'error-backoff':
      queue.errorBackoff.push(pod);
      return armBackoff(queue);
    case 'unschedulable':
      queue.waiting.set(pod.info.uid, pod);
      return armLeftovers(queue);
    case 'gated':
    case 'in-flight':
    case 'gone':
      return;
  }
}

function armBackoff(queue: Queue): void {
  const { errorBackoff, backoffTimer, clock } = queue;
  const next = errorBackoff.peek();
  if (next === undefined) return;
  const at = readyAtMs(next);
  if (backoffTimer !== undefined && backoffTimer.at <= at) return;
  backoffTimer?.timer.cancel();
  // Retries keep the cluster busy until they have become rare.
  const background = backoffMs(next.attempts) >= maxBackoffMs;
  queue.backoffTimer = { at, timer: clock.after(at - clock.now(), () => flushBackoff(queue), { background }) };
}

function flushBackoff(queue: Queue): void {
  const { errorBackoff, clock } = queue;
  queue.backoffTimer = undefined;
  for (let pod = errorBackoff.peek(); pod !== undefined && readyAtMs(pod) <= clock.now(); pod = errorBackoff.peek()) {
    errorBackoff.pop();
    move(queue, pod, 'ready');
  }
  armBackoff(queue);
}

function armLeftovers(queue: Queue): void {
  if (queue.leftoverTimer !== undefined || queue.waiting.size === 0) return;
  queue.leftoverTimer = queue.clock.after(leftoverCheckMs, () => flushLeftovers(queue), { background: true });
}

function flushLeftovers(queue: Queue): void {
  queue.leftoverTimer = undefined;
  for (const pod of [...queue.waiting.values()]) {
    if (queue.clock.now() - pod.timestampMs > leftoverMs) move(queue, pod, 'woken');
  }
  armLeftovers(queue);
}

/** Whether an event may let in a pod: one of the plugins that rejected it says so, or none did reject it. */
function mayHelp({ options }: Queue, pod: QueuedPod, event: ClusterEvent): boolean {
  if (pod.rejectedBy.length === 0) return event.type !== 'object';
  return pod.rejectedBy.some((plugin) => options.hint(plugin, event, pod.info));
}

function isKnown({ known }: Queue, pod: QueuedPod): boolean {
  return known.get(pod.info.uid) === pod;
}

/** Priority, then time in the queue, then uid. */
function moreUrgent(a: QueuedPod, b: QueuedPod): boolean {
  if (a.info.priority !== b.info.priority) return a.info.priority > b.info.priority;
  if (a.timestampMs !== b.timestampMs) return a.timestampMs < b.timestampMs;
  return a.info.uid < b.info.uid;
}

function readyAtMs(pod: QueuedPod): number {
  return pod.timestampMs + backoffMs(pod.attempts);
}

/** Ends of back-offs are cut to whole seconds, and within a second priority decides (upstream's backoff windows). */
function soonerReady(a: QueuedPod, b: QueuedPod): boolean {
  const windowA = Math.floor(readyAtMs(a) / 1000);
  const windowB = Math.floor(readyAtMs(b) / 1000);
  return windowA === windowB ? moreUrgent(a, b) : windowA < windowB;
}

/** Another pod's own update says nothing about this one. */
function concerns(event: ClusterEvent, pod: QueuedPod): boolean {
  return event.type !== 'pod-update' || event.pod.uid === pod.info.uid;
}
