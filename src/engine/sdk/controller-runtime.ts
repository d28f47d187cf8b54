/** Runs a controller: caches, queue, workers, and a fresh set of tools for each reconcile. */

import type { Kind } from '../api/types.ts';
import {
  type ConnectedClient,
  type Connection,
  clientOver,
  createConnection,
  createEventRecorder,
  createExpectations,
  createInformer,
  createWorkQueue,
  type ExpectationStore,
  type Informer,
  type Lister,
  type ObjectEventRecorder,
  type WorkQueue,
} from '../client/index.ts';
import type { Kernel } from '../kernel/index.ts';
import type { Handler, KubeObject, ObjectKey, User } from '../meta/index.ts';
import { definitions, followDefinedKinds, type LateInformers } from './defined-kinds.ts';
import { formatLog, type LogLine } from './log-line.ts';

import { createReadCost, type ReadCost } from './read-cost.ts';
import { routeEvents } from './routing.ts';
import type { Controller, Requeue, Tools } from './types.ts';

export interface ControllerEnvironment {
  readonly kernel: Kernel;
  /** Where requests to the API server go. */
  readonly handler: Handler;
  /** The controller's own service account in kube-system if absent. */
  readonly user?: User;
  /** The user that lists and watches: upstream's controllers share the informers of their manager. `user` if absent. */
  readonly informerUser?: User | undefined;
  /** `kube-controller-manager` if absent. */
  readonly userAgent?: string;
  readonly onLog?: (line: LogLine) => void;
}

export interface RunningController {
  /** Its queue, expectations and caches, for views. */
  status(): ControllerStatus;
  /** Makes it inert at once: nothing is sent any more, also by reconciles that are still waiting for an answer. */
  stop(): void;
}

export interface ControllerStatus {
  readonly queue: WorkQueue;
  readonly expectations: ExpectationStore;
  readonly informers: readonly Informer<KubeObject>[];
}

const defaultWorkers = 5;
/** A key that requests another pass this often in a row without an event is polling: the cluster counts as quiet while it waits. */
const awaitedPolls = 3;
/** A reconcile's trace names at most this many of the events that caused it. */
const causesKept = 4;

type Outcome =
  | { readonly ok: true; readonly requeue: Requeue | void }
  | { readonly ok: false; readonly error: unknown };

/** Starts following the kinds the controller names; the first reconcile comes when all caches are filled. */
export function startController(controller: Controller, environment: ControllerEnvironment): RunningController {
  const { kernel } = environment;
  const { clock, trace } = kernel;
  const component = `controller/${controller.name}`;
  const workers = controller.workers ?? defaultWorkers;
  const random = kernel.random.fork(component);
  const connection = connect(controller, environment);
  const expectations = createExpectations(clock);
  const recorder = createEventRecorder({
    connection,
    clock,
    random: random.fork('events'),
    source: { component: controller.eventSource ?? `${controller.name}-controller` },
  });
  const queue = createWorkQueue({ clock, onAvailable: wake });
  /** Which events put a key into the queue. */
  const causes = new Map<ObjectKey, Set<number>>();
  /** How often in a row a key was processed only because it had requested that. */
  const polls = new Map<ObjectKey, number>();
  let active = 0;
  let woken = false;
  let stopped = false;

  const { informerUser } = environment;
  const reading = informerUser === undefined ? connection : connect(controller, { ...environment, user: informerUser });
  const informers = createInformers(reading, environment, component, wake);
  for (const kind of kindsOf(controller)) informers.start(kind);
  const router = { informers, lister: informers.lister, expectations, enqueue, failed };
  routeEvents(controller, router);
  if (controller.watchesDefined !== undefined) followDefinedKinds(controller.watchesDefined, informers, router);

  function enqueue(key: ObjectKey): void {
    const known = causes.get(key) ?? new Set();
    causes.set(key, known);
    if (known.size < causesKept) known.add(trace.current);
    queue.add(key);
  }

  /** Workers begin after everything that is due now has been delivered: one pass for many events. */
  function wake(): void {
    if (woken || stopped || active >= workers || queue.length() === 0 || !informers.synced()) return;
    woken = true;
    clock.after(0, () => {
      woken = false;
      while (!stopped && active < workers) {
        const key = queue.get();
        if (key === undefined) return;
        active += 1;
        void work(key);
      }
    });
  }

  async function work(key: ObjectKey): Promise<void> {
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
    kernel.unsettled();
    const readCost = createReadCost(informers.lister);
    const outcome = await attempt(key, toolsFor(key, cause, readCost));
    if (stopped) return;
    trace.current = cause;
    if (outcome.ok) succeeded(key, outcome.requeue);
    else retry(key, outcome.error);
    // Busy for as long as reading took: what happens meanwhile is handled by one further pass.
    const busyMs = readCost.ms();
    if (busyMs > 0) clock.after(busyMs, () => finish(key));
    else finish(key);
    trace.current = 0;
  }

  async function attempt(key: ObjectKey, tools: Tools): Promise<Outcome> {
    try {
      return { ok: true, requeue: await controller.reconcile(key, tools) };
    } catch (error) {
      return { ok: false, error };
    }
  }

  function finish(key: ObjectKey): void {
    active -= 1;
    if (stopped) return;
    queue.done(key);
    wake();
  }

  function succeeded(key: ObjectKey, requeue: Requeue | void): void {
    queue.forget(key);
    if (!requeue) {
      polls.delete(key);
      return;
    }
    const times = (polls.get(key) ?? 0) + 1;
    polls.set(key, times);
    queue.addAfter(key, requeue.afterMs, times > awaitedPolls ? { background: true } : {});
  }

  function retry(key: ObjectKey, error: unknown): void {
    failed(error, key);
    if (controller.maxRetries !== undefined && queue.failures(key) >= controller.maxRetries) queue.forget(key);
    else queue.addRateLimited(key);
  }

  function failed(error: unknown, key?: ObjectKey): void {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : formatLog([error]);
    trace.record({
      component,
      type: 'error',
      what: text,
      ...(key === undefined ? {} : { object: objectOf(controller, key) }),
    });
    const stack = error instanceof Error ? error.stack : undefined;
    log({ level: 'error', text, ...(stack === undefined ? {} : { stack }), ...(key === undefined ? {} : { key }) });
  }

  function log(line: Pick<LogLine, 'level' | 'text' | 'stack' | 'key'>): void {
    if (!stopped) environment.onLog?.({ time: clock.now(), component, ...line });
  }

  const root = clientOver(connection, 0);
  const shared = {
    expect: expectations satisfies ExpectationStore,
    now: clock.now,
    random: () => random.next(),
  };
  function toolsFor(key: ObjectKey, cause: number, readCost: ReadCost): Tools {
    return {
      ...shared,
      lister: readCost.lister,
      client: root.withCause(cause) satisfies ConnectedClient,
      events: eventsFor(recorder, cause),
      log(...values) {
        const text = formatLog(values);
        trace.record({ component, type: 'note', what: text, cause });
        log({ level: 'info', text, key });
      },
    };
  }

  function tick(): void {
    if (stopped || controller.every === undefined) return;
    enqueue(controller.every.key);
    clock.after(controller.every.periodMs, tick, { background: true });
  }
  tick();

  return {
    status: () => ({ queue, expectations, informers: informers.all() }),
    stop() {
      stopped = true;
      queue.shutDown();
      informers.stop();
      connection.close();
      reading.close();
    },
  };
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

interface Informers extends LateInformers {
  start(kind: Kind): void;
  of(kind: Kind): Informer<KubeObject>;
  readonly lister: Tools['lister'];
  synced(): boolean;
  all(): readonly Informer<KubeObject>[];
  stop(): void;
}

/** One informer a kind, however often the kind is named. */
function createInformers(
  connection: Connection,
  { kernel }: ControllerEnvironment,
  component: string,
  onSynced: () => void,
): Informers {
  const started = new Map<string, Informer<KubeObject>>();
  /** The same, found without making up a name. */
  const byKind = new Map<Kind, Informer<KubeObject>>();
  const random = kernel.random.fork(`${component}/watch`);
  /** Kinds whose first list no reconcile waits for. */
  const late = new Map<string, Informer<KubeObject>>();
  const all = () => [...started.values(), ...late.values()];

  function of(kind: Kind): Informer<KubeObject> {
    const informer =
      byKind.get(kind) ?? started.get(`${kind.plural}.${kind.group}`) ?? late.get(`${kind.plural}.${kind.group}`);
    if (informer !== undefined) {
      byKind.set(kind, informer);
      return informer;
    }
    throw new Error(`${component} reads ${kind.plural}, which it names neither in for nor in owns or watches`);
  }

  return {
    of,
    start(kind) {
      const name = `${kind.plural}.${kind.group}`;
      if (started.has(name)) return;
      started.set(name, createInformer({ connection, clock: kernel.clock, random, kind, onSynced }));
    },
    startLate(kind) {
      const informer = createInformer({ connection, clock: kernel.clock, random, kind, onSynced });
      late.set(`${kind.plural}.${kind.group}`, informer);
      return informer;
    },
    stopLate(kind) {
      const name = `${kind.plural}.${kind.group}`;
      late.get(name)?.stop();
      late.delete(name);
      for (const known of [...byKind.keys()]) if (`${known.plural}.${known.group}` === name) byKind.delete(known);
    },
    // The map holds under a kind's name only what an informer of that kind has parsed.
    lister: <T extends KubeObject>(kind: Kind<T>) => of(kind).lister as Lister<T>,
    synced() {
      for (const informer of started.values()) if (!informer.synced) return false;
      return true;
    },
    all,
    stop() {
      for (const informer of all()) informer.stop();
    },
  };
}

function eventsFor(recorder: ObjectEventRecorder, cause: number): Tools['events'] {
  return {
    normal: (object, reason, message) => recorder.record('Normal', object, reason, message, { cause }),
    warning: (object, reason, message) => recorder.record('Warning', object, reason, message, { cause }),
  };
}
