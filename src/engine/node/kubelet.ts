/** The kubelet of one node: follows its pods and works for each, registers the node and keeps it alive. */
import type { Kernel } from '../kernel/index.ts';
import {
  type Exchange,
  type Handler,
  Node,
  Pod,
  podRequests,
  type Resources,
  resourcesOf,
  type Service,
} from '../sdk/index.ts';
import { clientOver, createConnection, createEventRecorder, createInformer } from '../sdk/internal.ts';
import { admissionRefusal } from './admission.ts';
import { createBackOff } from './back-off.ts';
import { startHeartbeat } from './heartbeat.ts';
import type { createKubeletStreams, KubeletStreams, PodIdentity } from './kubelet-streams.ts';
import { type ContainerLog, type LogOptions, serveLog } from './logs.ts';
import type { NodeContext } from './node-context.ts';
import type { NodeCapacity } from './node-object.ts';
import { createPodWorker, type PodWorker } from './pod-worker.ts';
import type { ContainerRuntime, RuntimeContainer } from './runtime.ts';

export interface KubeletOptions {
  readonly kernel: Kernel;
  /** The way to the API server. */
  readonly handler: Handler;
  readonly name: string;
  readonly capacity: NodeCapacity;
  /** The node's container runtime. Give a restarted kubelet the same one: containers live on without a kubelet. */
  readonly runtime: ContainerRuntime;
  /** The node's own address: `172.18.0.2`. */
  readonly address: string;
  /** `10.244.0.0/24` */
  readonly podCIDR: string;
  /** Services of a namespace, for the variables of containers. */
  readonly services?: (namespace: string) => readonly Service[];
  /** What makes its way into containers; without it there is none. */
  readonly createStreams?: typeof createKubeletStreams | undefined;
  /** Beyond those every node has. */
  readonly labels?: Readonly<Record<string, string>>;
}

export interface Kubelet {
  readonly streams: KubeletStreams | undefined;
  /** Ends the kubelet; what it has started runs on. */
  stop(): void;
  /** Answers with a container's log; returns what ends a follow. */
  logs(pod: PodIdentity, container: string, options: LogOptions, exchange: Exchange): () => void;
}

interface Sums {
  milliCpu: number;
  memoryBytes: number;
  ephemeralBytes: number;
  pods: number;
  extended: Map<string, number>;
}

/** Starts a kubelet. It takes pods once its node is registered. */
export function createKubelet(options: KubeletOptions): Kubelet {
  const { kernel, handler, name, runtime, address } = options;
  const { clock, trace } = kernel;
  const random = kernel.random.fork(`kubelet/${name}`);
  const component = `kubelet/${name}`;
  const user = { name: `system:node:${name}`, groups: ['system:nodes', 'system:authenticated'] };
  const unsettled = () => kernel.unsettled();
  const connection = createConnection({ handler, clock, unsettled, user, userAgent: 'kubelet/v1.33.0' });
  const source = { component: 'kubelet', host: name };
  const events = createEventRecorder({ connection, clock, random: random.fork('events'), source });
  const workers = new Map<string, PodWorker>();
  /** Pods that are gone from the API and whose containers are still being stopped. */
  const leaving = new Map<string, PodWorker>();
  const taken = new Map<string, Resources>();
  const used: Sums = { milliCpu: 0, memoryBytes: 0, ephemeralBytes: 0, pods: 0, extended: new Map() };
  const common = { connection, clock, random };
  const started: { stop(): void }[] = [];
  let self: Node | undefined;
  let allocatable: Resources | undefined;

  const context: NodeContext = {
    clock,
    random,
    runtime,
    nodeName: name,
    hostIP: address,
    crashBackOff: createBackOff(),
    pullBackOff: createBackOff(),
    allocatable: () => self?.status.allocatable ?? {},
    services: options.services ?? (() => []),
    client: (cause) => clientOver(connection, cause),
    event(type, pod, reason, message, fieldPath) {
      const cause = trace.current;
      events.record(type, pod, reason, message, fieldPath === undefined ? { cause } : { cause, fieldPath });
    },
    trace(pod, what) {
      const { namespace = '', name: podName } = pod.metadata;
      const id = trace.record({ component, type: 'container', what, object: `pods/${namespace}/${podName}` });
      // What follows (status, events) is because of this.
      trace.current = id;
      return id;
    },
    released(uid) {
      leaving.delete(uid);
      const requests = taken.get(uid);
      if (requests === undefined) return;
      taken.delete(uid);
      count(requests, -1);
    },
    cause: () => trace.current,
  };

  function count(requests: Resources, sign: 1 | -1): void {
    used.milliCpu += sign * requests.milliCpu;
    used.memoryBytes += sign * requests.memoryBytes;
    used.ephemeralBytes += sign * requests.ephemeralBytes;
    used.pods += sign;
    for (const [each, amount] of requests.extended ?? []) {
      used.extended.set(each, (used.extended.get(each) ?? 0) + sign * amount);
    }
  }

  function take(pod: Pod): void {
    const { uid } = pod.metadata;
    const finished = pod.status.phase === 'Succeeded' || pod.status.phase === 'Failed';
    const runs = runtime.pod(uid) !== undefined;
    const deleted = pod.metadata.deletionTimestamp !== undefined;
    const asks = !finished && !runs && !deleted && self !== undefined && allocatable !== undefined;
    const requests = podRequests(pod);
    const refusal = asks && self && allocatable ? admissionRefusal(pod, requests, self, allocatable, used) : undefined;
    if (refusal === undefined && !finished) {
      taken.set(uid, requests);
      count(requests, 1);
    } else if (refusal !== undefined) {
      context.event('Warning', pod, refusal.reason, refusal.message);
    }
    const shown = refusal && { reason: refusal.reason, message: `Pod was rejected: ${refusal.message}` };
    workers.set(uid, createPodWorker(context, pod, shown));
  }

  function leave(pod: Pod): void {
    const worker = workers.get(pod.metadata.uid);
    workers.delete(pod.metadata.uid);
    if (worker === undefined) return;
    leaving.set(pod.metadata.uid, worker);
    worker.gone();
    if (runtime.pod(pod.metadata.uid) === undefined) leaving.delete(pod.metadata.uid);
  }
  function containerEnded(uid: string, container: string): void {
    const worker = workers.get(uid) ?? leaving.get(uid);
    worker?.containerEnded(container);
  }
  runtime.onEnded = containerEnded;

  function followPods(): void {
    const informer = createInformer({
      ...common,
      kind: Pod,
      selection: { fieldSelector: `spec.nodeName=${name}` },
      onSynced: dropOrphans,
    });
    informer.onEvent({
      added: take,
      updated(before, now) {
        if (before.metadata.uid !== now.metadata.uid) {
          leave(before);
          take(now);
        } else workers.get(now.metadata.uid)?.update(now);
      },
      deleted: leave,
    });
    started.push(informer);
  }

  /** Pods that were deleted while no kubelet was there to see it. */
  function dropOrphans(): void {
    for (const { uid } of [...runtime.pods()]) if (!workers.has(uid) && !leaving.has(uid)) runtime.removePod(uid);
  }

  started.push(
    startHeartbeat({
      clock,
      random: random.fork('heartbeat'),
      client: clientOver(connection, 0),
      facts: { name, capacity: options.capacity, address, podCIDR: options.podCIDR, labels: options.labels ?? {} },
      node: () => self,
      registered(node) {
        setSelf(node);
        const nodes = createInformer({ ...common, kind: Node, selection: { fieldSelector: `metadata.name=${name}` } });
        nodes.onEvent({ added: setSelf, updated: (_before, now) => setSelf(now) });
        started.push(nodes);
        followPods();
      },
      event: (node, reason, message) => events.record('Normal', node, reason, message),
    }),
  );

  function setSelf(node: Node): void {
    if (self?.status.allocatable !== node.status.allocatable) allocatable = resourcesOf(node.status.allocatable);
    self = node;
  }

  return {
    stop() {
      runtime.onEnded = undefined;
      for (const each of started) each.stop();
      for (const worker of [...workers.values(), ...leaving.values()]) worker.stop();
      connection.close();
    },
    streams: options.createStreams?.(runtime, (uid, ready) => {
      const worker = workers.get(uid);
      if (worker === undefined) ready();
      else worker.prepare(ready);
    }),
    logs(pod, container, logOptions, exchange) {
      const waiting = workers.get(pod.metadata.uid)?.waiting(container);
      const found = logOf(runtime.pod(pod.metadata.uid)?.containers.get(container), waiting, logOptions.previous);
      if (typeof found !== 'string') return serveLog(found, logOptions, clock.now(), exchange);
      const subject = `container "${container}" in pod "${pod.metadata.name}"`;
      const body = badRequest(
        found === 'previous' ? `previous terminated ${subject} not found` : `${subject} ${found}`,
      );
      exchange.respond({ code: 400, headers: {}, body });
      return () => {};
    },
  };
}

/** The log to be read, or why there is none (upstream validateContainerLogStatus). */
function logOf(
  instances: readonly RuntimeContainer[] | undefined,
  waiting: string | undefined,
  previous: boolean,
): ContainerLog | string {
  const latest = instances?.at(-1);
  // One that waits to be started again is its own predecessor.
  const before = waiting !== undefined && latest?.ended !== undefined ? latest : instances?.at(-2);
  if (previous) return before?.log ?? 'previous';
  if (latest !== undefined) return latest.log;
  if (waiting === 'ErrImagePull') return "is waiting to start: image can't be pulled";
  if (waiting === 'ImagePullBackOff') return 'is waiting to start: trying and failing to pull image';
  return waiting === undefined ? 'is waiting to start: ContainerCreating' : `is waiting to start: ${waiting}`;
}

function badRequest(message: string) {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason: 'BadRequest',
    code: 400,
  };
}
