/** Runs a controller: caches, queue, workers, and a fresh set of tools for each reconcile. */

import type { Kind } from '../api/types.ts';
import {
  type ConnectedClient,
  type Connection,
  clientOver,
  createConnection,
  createEventRecorder,
  defaultRateLimits,
  type Informer,
  noEvents,
  type ObjectEventRecorder,
  type RateLimiter,
  type SharedInformers,
} from '../client/index.ts';
import type { Kernel } from '../kernel/index.ts';
import type { Handler, KubeObject, ObjectKey, User } from '../meta/index.ts';
import { withCheckedCounts } from './checked-counts.ts';
import { cloudClientOver } from './cloud-client.ts';
import { createInformers, type Informers } from './controller-informers.ts';
import { definitions, followDefinedKinds } from './defined-kinds.ts';
import { formatLog, type LogLine } from './log-line.ts';

import { createReadCost, type ReadCost } from './read-cost.ts';
import { routeEvents } from './routing.ts';
import type { EngineParts, WorkQueue } from './parts.ts';
import type { ExpectationStore } from './expectations.ts';
import type { Controller, Requeue, Tools } from './types.ts';

export interface ControllerEnvironment {
  readonly kernel: Kernel;
  readonly parts: EngineParts;
  /** Where requests to the API server go. */
  readonly handler: Handler;
  /** The controller's own service account in kube-system if absent. */
  readonly user?: User;
  /** The user that lists and watches: upstream's controllers share the informers of their manager. `user` if absent. */
  readonly informerUser?: User | undefined;
  /** Informers of the controllers it is started with. Absent: it has its own. */
  readonly sharedInformers?: SharedInformers | undefined;
  /** `kube-controller-manager` if absent. */
  readonly userAgent?: string;
  /** `handler` leads to a cloud, too. */
  readonly cloud?: boolean | undefined;
  /** It writes no Events. */
  readonly withoutEvents?: boolean | undefined;
  readonly onLog?: (line: LogLine) => void;
}

export interface RunningController {
  /** Its queue, expectations and caches, for views. */
  status(): ControllerStatus;
  /** Makes it inert at once: nothing is sent any more, also by reconciles that are still waiting for an answer. */
  stop(): void;
}

/** A controller that runs somewhere else: it speaks to the cluster only through its environment. */
export interface RemoteController {
  readonly name: string;
  start(environment: ControllerEnvironment): RunningController;
}

export interface ControllerStatus {
  readonly queue: Pick<WorkQueue, 'status' | 'failures'>;
  readonly expectations: Pick<ExpectationStore, 'all'>;
  readonly informers: readonly Informer<KubeObject>[];
  /** Timers that its code has set itself and that wait, where that is known: `clocks` come again and again, `waits` once. */
  readonly timers?: { readonly clocks: number; readonly waits: number };
}

const defaultWorkers = 5;
/** A key that requests another pass this often in a row without an event is polling: the cluster counts as quiet while it waits. */
const awaitedPolls = 3;
/** A reconcile's trace names at most this many of the events that caused it. */
const causesKept = 4;

type Outcome =
  | { readonly ok: true; readonly requeue: Requeue | void }
  | { readonly ok: false; readonly error: unknown };

/** What one running controller remembers. */
interface Running {
  readonly controller: Controller;
  readonly environment: ControllerEnvironment;
  /** Its name in the trace: `controller/replicaset`. */
  readonly component: string;
  readonly queue: WorkQueue;
  readonly informers: Informers;
  readonly expectations: ExpectationStore;
  readonly recorder: ObjectEventRecorder;
  readonly client: ConnectedClient;
  readonly connection: Connection;
  /** What is the same in the tools of every reconcile. */
  readonly sharedTools: Pick<Tools, 'parts' | 'expect' | 'now' | 'random'>;
  /** Which events put a key into the queue. */
  readonly causes: Map<ObjectKey, Set<number>>;
  /** How often in a row a key was processed only because it had requested that. */
  readonly polls: Map<ObjectKey, number>;
  readonly workers: number;
  /** Workers that have a key. */
  active: number;
  /** Workers are about to take keys. */
  woken: boolean;
  stopped: boolean;
}

/**
 * Starts following the kinds the controller names; the first reconcile comes when all caches are filled.
 *
 * No union of states: a controller is a pool of workers that each run through `work` from its first line to its last, and what is
 * remembered of a key is the work queue's. The two flags say only whether workers are about to start, and whether it has ended.
 */
export function startController(controller: Controller, environment: ControllerEnvironment): RunningController {
  const { kernel, informerUser, sharedInformers: shared } = environment;
  const { clock } = kernel;
  const component = `controller/${controller.name}`;
  const random = kernel.random.fork(component);
  const connection = connect(controller, environment);
  const expectations = environment.parts.createExpectations(clock);
  const source = { component: controller.eventSource ?? `${controller.name}-controller` };
  const recorder =
    environment.withoutEvents === true
      ? noEvents
      : createEventRecorder({ connection, clock, random: random.fork('events'), source });
  const wakeUp = (): void => wake(running);
  const reading = informerUser === undefined ? connection : connect(controller, { ...environment, user: informerUser });
  const running: Running = {
    controller,
    environment,
    component,
    queue: environment.parts.createWorkQueue({ clock, onAvailable: wakeUp, rateLimiter: rateLimiterOf(controller, environment) }),
    informers: createInformers({
      connection: reading,
      kernel,
      component,
      onSynced: wakeUp,
      shared,
      step: environment.parts.stepReflector,
    }),
    expectations,
    recorder,
    client: clientOver(connection, 0),
    connection,
    sharedTools: { parts: environment.parts, expect: withCheckedCounts(expectations), now: clock.now, random: () => random.next() },
    causes: new Map(),
    polls: new Map(),
    workers: controller.workers ?? defaultWorkers,
    active: 0,
    woken: false,
    stopped: false,
  };
  followKinds(running);
  tick(running);
  const { queue, informers } = running;
  return {
    status: () => ({ queue, expectations, informers: informers.all() }),
    stop() {
      running.stopped = true;
      queue.shutDown();
      informers.stop();
      connection.close();
      reading.close();
    },
  };
}

/** By client-go's limits, or the controller's own longest wait. */
function rateLimiterOf({ longestBackOffMs: maxMs = defaultRateLimits.maxMs }: Controller, { kernel, parts }: ControllerEnvironment): RateLimiter {
  return parts.createRateLimiter(kernel.clock, { ...defaultRateLimits, maxMs });
}

function followKinds(running: Running): void {
  const { controller, informers, expectations } = running;
  for (const kind of kindsOf(controller)) informers.start(kind);
  const router = {
    informers,
    lister: informers.lister,
    parts: running.environment.parts,
    expectations,
    enqueue: (key: ObjectKey) => enqueue(running, key),
    failed: (error: unknown, key?: ObjectKey) => failed(running, error, key),
  };
  routeEvents(controller, router);
  if (controller.watchesDefined !== undefined) followDefinedKinds(controller.watchesDefined, informers, router);
}

function enqueue({ causes, queue, environment }: Running, key: ObjectKey): void {
  const known = causes.get(key) ?? new Set();
  causes.set(key, known);
  if (known.size < causesKept) known.add(environment.kernel.trace.current);
  queue.add(key);
}

/** Workers begin after everything that is due now has been delivered: one pass for many events. */
function wake(running: Running): void {
  const { woken, stopped, active, workers, queue, informers } = running;
  if (woken || stopped || active >= workers || queue.length() === 0 || !informers.synced()) return;
  running.woken = true;
  running.environment.kernel.clock.after(0, () => {
    running.woken = false;
    while (!running.stopped && running.active < workers) {
      const key = queue.get();
      if (key === undefined) return;
      running.active += 1;
      void work(running, key);
    }
  });
}

async function work(running: Running, key: ObjectKey): Promise<void> {
  const { kernel } = running.environment;
  const cause = recordReconcile(running, key);
  kernel.unsettled();
  const readCost = createReadCost(running.informers.lister);
  const outcome = await attempt(running.controller, key, toolsFor(running, key, cause, readCost));
  if (running.stopped) return;
  kernel.trace.current = cause;
  if (outcome.ok) succeeded(running, key, outcome.requeue);
  else retry(running, key, outcome.error);
  // Busy for as long as reading took: what happens meanwhile is handled by one further pass.
  const busyMs = readCost.ms();
  if (busyMs > 0) kernel.clock.after(busyMs, () => finish(running, key));
  else finish(running, key);
  kernel.trace.current = 0;
}

function recordReconcile({ controller, component, causes, polls, environment }: Running, key: ObjectKey): number {
  const { trace } = environment.kernel;
  const [first = trace.current, ...also] = causes.get(key) ?? [];
  const cause = trace.record({
    component,
    type: 'reconcile',
    what: `reconcile ${key}`,
    object: objectOf(controller, key),
    cause: first,
    also,
  });
  if (causes.delete(key)) polls.delete(key);
  return cause;
}

async function attempt(controller: Controller, key: ObjectKey, tools: Tools): Promise<Outcome> {
  try {
    return { ok: true, requeue: await controller.reconcile(key, tools) };
  } catch (error) {
    return { ok: false, error };
  }
}

function finish(running: Running, key: ObjectKey): void {
  running.active -= 1;
  if (running.stopped) return;
  running.queue.done(key);
  wake(running);
}

function succeeded({ queue, polls }: Running, key: ObjectKey, requeue: Requeue | void): void {
  queue.forget(key);
  if (!requeue) {
    polls.delete(key);
    return;
  }
  const times = (polls.get(key) ?? 0) + 1;
  polls.set(key, times);
  queue.addAfter(key, requeue.afterMs, times > awaitedPolls ? { background: true } : {});
}

function retry(running: Running, key: ObjectKey, error: unknown): void {
  const { controller, queue } = running;
  failed(running, error, key);
  if (controller.maxRetries !== undefined && queue.failures(key) >= controller.maxRetries) queue.forget(key);
  else queue.addRateLimited(key);
}

function failed(running: Running, error: unknown, key?: ObjectKey): void {
  const { controller, component, environment } = running;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : formatLog([error]);
  const object = key === undefined ? {} : { object: objectOf(controller, key) };
  environment.kernel.trace.record({ component, type: 'error', what: text, ...object });
  const stack = error instanceof Error ? error.stack : undefined;
  log(running, {
    level: 'error',
    text,
    ...(stack === undefined ? {} : { stack }),
    ...(key === undefined ? {} : { key }),
  });
}

function log(running: Running, line: Pick<LogLine, 'level' | 'text' | 'stack' | 'key'>): void {
  const { environment, component } = running;
  if (!running.stopped) environment.onLog?.({ time: environment.kernel.clock.now(), component, ...line });
}

function toolsFor(running: Running, key: ObjectKey, cause: number, readCost: ReadCost): Tools {
  const { sharedTools, client, recorder, component, environment } = running;
  return {
    ...sharedTools,
    lister: readCost.lister,
    client: client.withCause(cause),
    cloud() {
      if (environment.cloud !== true) throw new Error('this cluster runs in no cloud');
      return cloudClientOver(running.connection, cause);
    },
    events: eventsFor(recorder, cause),
    log(...values) {
      const text = formatLog(values);
      environment.kernel.trace.record({ component, type: 'note', what: text, cause });
      log(running, { level: 'info', text, key });
    },
  };
}

/** Enqueues the controller's own key, where it wants one every so often. */
function tick(running: Running): void {
  const { every } = running.controller;
  if (running.stopped || every === undefined) return;
  enqueue(running, every.key);
  running.environment.kernel.clock.after(every.periodMs, () => tick(running), { background: true });
}

function connect(controller: Controller, environment: ControllerEnvironment): Connection {
  const account = `system:serviceaccount:kube-system:${controller.name}-controller`;
  const groups = ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'];
  return createConnection({
    handler: environment.handler,
    clock: environment.kernel.clock,
    unsettled: environment.kernel.unsettled,
    user: environment.user ?? { name: account, groups },
    userAgent: environment.userAgent ?? 'kube-controller-manager',
  });
}

/** The object a key is about, for the trace. Keys of a controller's own making name the resource themselves. */
function objectOf(controller: Controller, key: ObjectKey): string {
  return controller.keyFor === undefined ? `${controller.for.plural}/${key}` : key;
}

function kindsOf(controller: Controller): readonly Kind[] {
  const defining = controller.watchesDefined === undefined ? [] : [definitions];
  return [
    controller.for,
    ...(controller.owns ?? []),
    ...(controller.watches ?? []).map((watch) => watch.kind),
    ...defining,
  ];
}

function eventsFor(recorder: ObjectEventRecorder, cause: number): Tools['events'] {
  return {
    normal: (object, reason, message) => recorder.record('Normal', object, reason, message, { cause }),
    warning: (object, reason, message) => recorder.record('Warning', object, reason, message, { cause }),
  };
}
