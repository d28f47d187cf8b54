/** The scheduling queue: active, backing off, unschedulable, gated, in flight (upstream backend/queue). */
import type { Clock, Timer } from '../kernel/index.ts';
import type { ClusterEvent, PodInfo } from '../sdk/index.ts';
import { backoffMs, maxBackoffMs } from './backoff.ts';
import { createHeap } from './heap.ts';

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
  state: 'active' | 'backoff' | 'error-backoff' | 'unschedulable' | 'gated' | 'in-flight' | 'gone';
}

export interface QueueOptions {
  readonly clock: Clock;
  /** Asked whenever a pod would become active. True: it is gated. */
  gated(info: PodInfo): boolean;
  /** Whether an event may let in a pod that this plugin has rejected (queueing hint). */
  hint(plugin: string, event: ClusterEvent, info: PodInfo): boolean;
  /** Something can be popped. */
  ready(): void;
  /** The trace event on whose behalf code runs now. */
  cause(): number;
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

/** Creates an empty queue. It sets timers only while something waits. */
export function createSchedulingQueue(options: QueueOptions): SchedulingQueue {
  const { clock } = options;
  const known = new Map<string, QueuedPod>();
  const waiting = new Map<string, QueuedPod>();
  const inFlight = new Map<string, number>();
  /** Events since the oldest pod in flight was popped; `eventsBase` is the number of the first. */
  let events: ClusterEvent[] = [];
  let eventsBase = 0;
  let backoffTimer: { readonly at: number; readonly timer: Timer } | undefined;
  let leftoverTimer: Timer | undefined;

  const active = createHeap<QueuedPod>(moreUrgent, (pod) => pod.state === 'active');
  const backoff = createHeap<QueuedPod>(soonerReady, (pod) => pod.state === 'backoff');
  const errorBackoff = createHeap<QueuedPod>(soonerReady, (pod) => pod.state === 'error-backoff');

  function activate(pod: QueuedPod): void {
    waiting.delete(pod.info.uid);
    if (options.gated(pod.info)) {
      pod.state = 'gated';
      return;
    }
    pod.state = 'active';
    active.push(pod);
    options.ready();
  }

  function activateOrBackOff(pod: QueuedPod): void {
    if (readyAtMs(pod) <= clock.now() || options.gated(pod.info)) {
      activate(pod);
      return;
    }
    waiting.delete(pod.info.uid);
    pod.state = 'backoff';
    backoff.push(pod);
    // Popped early when nothing else is active (SchedulerPopFromBackoffQ, on since 1.33).
    options.ready();
  }

  function armBackoff(): void {
    const next = errorBackoff.peek();
    if (next === undefined) return;
    const at = readyAtMs(next);
    if (backoffTimer !== undefined && backoffTimer.at <= at) return;
    backoffTimer?.timer.cancel();
    // Retries keep the cluster busy until they have become rare.
    const background = backoffMs(next.attempts) >= maxBackoffMs;
    backoffTimer = { at, timer: clock.after(at - clock.now(), flushBackoff, { background }) };
  }

  function flushBackoff(): void {
    backoffTimer = undefined;
    for (let pod = errorBackoff.peek(); pod !== undefined && readyAtMs(pod) <= clock.now(); pod = errorBackoff.peek()) {
      errorBackoff.pop();
      activate(pod);
    }
    armBackoff();
  }

  function armLeftovers(): void {
    if (leftoverTimer !== undefined || waiting.size === 0) return;
    leftoverTimer = clock.after(leftoverCheckMs, flushLeftovers, { background: true });
  }

  function flushLeftovers(): void {
    leftoverTimer = undefined;
    for (const pod of [...waiting.values()]) {
      if (clock.now() - pod.timestampMs > leftoverMs) activateOrBackOff(pod);
    }
    armLeftovers();
  }

  function cares(pod: QueuedPod, event: ClusterEvent): boolean {
    if (pod.rejectedBy.length === 0) return true;
    return pod.rejectedBy.some((plugin) => options.hint(plugin, event, pod.info));
  }

  /** Whether an event that this pod has missed in flight may let it in. */
  function missedHelp(pod: QueuedPod): boolean {
    const from = inFlight.get(pod.info.uid) ?? eventsBase;
    for (let index = from - eventsBase; index < events.length; index += 1) {
      const event = events[index];
      if (event !== undefined && concerns(event, pod) && cares(pod, event)) return true;
    }
    return false;
  }

  /** Ends a flight; events that nobody in flight can have missed are dropped. */
  function land(uid: string): void {
    if (!inFlight.delete(uid)) return;
    const oldest = inFlight.values().next();
    if (oldest.done === true) {
      eventsBase += events.length;
      events = [];
    } else if (oldest.value - eventsBase > 1024) {
      events = events.slice(oldest.value - eventsBase);
      eventsBase = oldest.value;
    }
  }

  function isKnown(pod: QueuedPod): boolean {
    return known.get(pod.info.uid) === pod;
  }

  return {
    add(info, cause) {
      if (known.has(info.uid)) return;
      const pod: QueuedPod = { info, attempts: 0, timestampMs: clock.now(), rejectedBy: [], cause, state: 'active' };
      known.set(info.uid, pod);
      activate(pod);
    },
    update(info, helps) {
      const pod = known.get(info.uid);
      if (pod === undefined) return;
      const before = pod.info;
      pod.info = info;
      if (!helps) return;
      const event: ClusterEvent = { type: 'pod-update', before, pod: info };
      if (pod.state === 'in-flight') events.push(event);
      else if (pod.state === 'gated') activate(pod);
      else if (pod.state === 'unschedulable' && cares(pod, event)) activateOrBackOff(pod);
    },
    remove(uid) {
      const pod = known.get(uid);
      if (pod === undefined) return;
      known.delete(uid);
      waiting.delete(uid);
      if (pod.state !== 'in-flight') pod.state = 'gone';
    },
    get: (uid) => known.get(uid)?.info,
    all: known,
    pop() {
      const pod = active.pop() ?? backoff.pop();
      if (pod === undefined) return undefined;
      pod.state = 'in-flight';
      pod.attempts += 1;
      inFlight.set(pod.info.uid, eventsBase + events.length);
      return pod;
    },
    isEmpty: () => active.peek() === undefined && backoff.peek() === undefined,
    done(pod) {
      land(pod.info.uid);
      if (isKnown(pod)) known.delete(pod.info.uid);
    },
    unschedulable(pod, rejectedBy) {
      pod.rejectedBy = rejectedBy;
      const helped = missedHelp(pod);
      land(pod.info.uid);
      if (!isKnown(pod)) return;
      pod.timestampMs = clock.now();
      if (helped) {
        activateOrBackOff(pod);
        return;
      }
      pod.state = 'unschedulable';
      waiting.set(pod.info.uid, pod);
      armLeftovers();
    },
    failed(pod) {
      land(pod.info.uid);
      if (!isKnown(pod)) return;
      pod.timestampMs = clock.now();
      pod.state = 'error-backoff';
      errorBackoff.push(pod);
      armBackoff();
    },
    wake(event) {
      if (inFlight.size > 0) events.push(event);
      for (const pod of [...waiting.values()]) {
        if (!cares(pod, event)) continue;
        pod.woken = [options.cause()];
        activateOrBackOff(pod);
      }
    },
    stop() {
      backoffTimer?.timer.cancel();
      leftoverTimer?.cancel();
    },
  };
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
