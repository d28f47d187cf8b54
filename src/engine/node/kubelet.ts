/** The kubelet of one node: follows its pods and works for each, registers the node and keeps it alive. */
import type { Kernel, Random } from '../kernel/index.ts';
import {
  type EngineParts,
  type Exchange,
  type Handler,
  hasEnded,
  mirrorPodAnnotation,
  Node,
  Pod,
  podRequests,
  type Resources,
  resourcesOf,
  type Service,
  type Taint,
} from '../sdk/index.ts';
import {
  type Connection,
  clientOver,
  createConnection,
  createEventRecorder,
  createInformer,
  noEvents,
  type ObjectEventRecorder,
} from '../sdk/internal.ts';
import type { Refusal } from './admission.ts';
import { type AdmissionQueue, createAdmissionQueue } from './admission-queue.ts';
import { createBackOff } from './back-off.ts';
import type { CreateEvictionManager, EvictionManager } from './eviction/types.ts';
import type { RegisterDriver } from './driver-registration.ts';
import type { NodeFeatures } from './features.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';
import { answerLog } from './kubelet-logs.ts';
import type { createKubeletStreams, KubeletStreams, PodIdentity } from './kubelet-streams.ts';
import type { LogOptions } from './logs.ts';
import type { Manifests } from './manifests.ts';
import type { NodeContext } from './node-context.ts';
import type { NodeCapacity } from './node-object.ts';
import { createNodeUsage, type NodeUsage } from './node-usage.ts';
import { createPodWorker, type PodWorker } from './pod-worker.ts';
import type { StaticPods } from './static-pods.ts';
import type { StatusWriter } from './status-writer.ts';
import type { ContainerRuntime } from './runtime.ts';

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
  readonly syncPod: EngineParts['syncPod'];
  /** Services of a namespace, for the variables of containers. */
  readonly services?: (namespace: string) => readonly Service[];
  /** What makes its way into containers; without it there is none. */
  readonly createStreams?: typeof createKubeletStreams | undefined;
  readonly manifests?: Manifests | undefined;
  readonly features?: NodeFeatures | undefined;
  /** Beyond those every node has. */
  readonly labels?: Readonly<Record<string, string>>;
  /** See NodeFacts. */
  readonly taints?: readonly Taint[] | undefined;
  /** What tells of the node's driver for volumes; without it the node has none. */
  readonly registerDriver?: RegisterDriver | undefined;
  /** What evicts pods when the node is short of something; without it, nothing does. */
  readonly createEvictionManager?: CreateEvictionManager | undefined;
  /** It writes no Events. */
  readonly withoutEvents?: boolean | undefined;
}

export interface Kubelet {
  readonly streams: KubeletStreams | undefined;
  /** Ends the kubelet; what it has started runs on. */
  stop(): void;
  /** Its node is to be switched off: ends its pods first, where it is configured to, and then calls back. */
  shutDown(done: () => void): void;
  /** Answers with a container's log; returns what ends a follow. */
  logs(pod: PodIdentity, container: string, options: LogOptions, exchange: Exchange): () => void;
}

/** What one kubelet remembers. */
interface Running {
  readonly options: KubeletOptions;
  readonly component: string;
  readonly random: Random;
  readonly connection: Connection;
  readonly events: ObjectEventRecorder;
  readonly usage: NodeUsage;
  readonly context: NodeContext;
  /** By the pod's uid. */
  readonly workers: Map<string, PodWorker>;
  /** Pods that are gone from the API and whose containers are still being stopped. */
  readonly leaving: Map<string, PodWorker>;
  readonly admission: AdmissionQueue;
  /** Informers and heartbeat, to be stopped. */
  readonly started: { stop(): void }[];
  /** The node as the API server has it. */
  self: Node | undefined;
  allocatable: Resources | undefined;
  staticPods: StaticPods | undefined;
  eviction: EvictionManager | undefined;
}

/**
 * Starts a kubelet. It takes pods once its node is registered.
 *
 * No union of states: a kubelet is a map of pod workers, and each pod's life is the machine of pod-machine.ts.
 */
export function createKubelet(options: KubeletOptions): Kubelet {
  const { kernel, handler, name, runtime } = options;
  const { clock } = kernel;
  const component = `kubelet/${name}`;
  const random = kernel.random.fork(component);
  const user = { name: `system:node:${name}`, groups: ['system:nodes', 'system:authenticated'] };
  const unsettled = () => kernel.unsettled();
  const connection = createConnection({ handler, clock, unsettled, user, userAgent: 'kubelet/v1.33.0' });
  const source = { component: 'kubelet', host: name };
  const usage = createNodeUsage();
  const resizer = options.features?.createPodResizer({ clock, usage, allocatable: () => kubelet.allocatable });
  const kubelet: Running = {
    options,
    component,
    random,
    connection,
    events: options.withoutEvents === true ? noEvents : createEventRecorder({ connection, clock, random: random.fork('events'), source }),
    usage,
    context: contextOf(options, random, resizer, () => kubelet),
    workers: new Map(),
    leaving: new Map(),
    admission: createAdmissionQueue(() => kubelet, (pod, refusal, writer) => begin(kubelet, pod, refusal, writer)),
    started: [],
    self: undefined,
    allocatable: undefined,
    staticPods: undefined,
    eviction: undefined,
  };
  const { workers, leaving, started } = kubelet;
  const containerEnded = (uid: string, container: string): void => {
    const worker = workers.get(uid) ?? leaving.get(uid);
    worker?.containerEnded(container);
  };
  runtime.onEnded = containerEnded;
  if (options.manifests !== undefined) {
    kubelet.staticPods = options.features?.createStaticPods({
      context: kubelet.context,
      manifests: options.manifests,
      node: () => kubelet.self,
      take: (pod, writer) => kubelet.admission.take(pod, writer),
      leave: (pod) => leave(kubelet, pod),
    });
  }
  register(kubelet);
  return {
    stop() {
      kubelet.staticPods?.stop();
      runtime.onEnded = undefined;
      kubelet.admission.stop();
      for (const each of started) each.stop();
      for (const worker of [...workers.values(), ...leaving.values()]) worker.stop();
      connection.close();
    },
    shutDown(done) {
      if (kubelet.eviction?.shutDown === undefined) done();
      else kubelet.eviction.shutDown(done);
    },
    streams: options.createStreams?.(runtime, (uid, ready) => {
      const worker = workers.get(uid);
      if (worker === undefined) ready();
      else worker.prepare(ready);
    }),
    logs(pod, container, logOptions, exchange) {
      const instances = runtime.pod(pod.metadata.uid)?.containers.get(container);
      const waiting = workers.get(pod.metadata.uid)?.waiting(container);
      return answerLog({ pod, container, options: logOptions, instances, waiting, nowMs: clock.now() }, exchange);
    },
  };
}

/** What pod workers see of the node. */
function contextOf(options: KubeletOptions, random: Random, resizer: NodeContext['resizer'], kubelet: () => Running): NodeContext {
  const { clock, trace } = options.kernel;
  return {
    clock,
    random,
    runtime: options.runtime,
    nodeName: options.name,
    hostIP: options.address,
    syncPod: options.syncPod,
    starts: new Map(),
    pullBackOff: createBackOff(),
    features: options.features,
    resizer,
    allocatable: () => kubelet().self?.status.allocatable ?? {},
    services: options.services ?? (() => []),
    client: (cause) => clientOver(kubelet().connection, cause),
    event(type, object, reason, message, fieldPath) {
      const cause = trace.current;
      kubelet().events.record(type, object, reason, message, fieldPath === undefined ? { cause } : { cause, fieldPath });
    },
    trace(pod, what) {
      const { component } = kubelet();
      const { namespace = '', name } = pod.metadata;
      const id = trace.record({ component, type: 'container', what, object: `pods/${namespace}/${name}` });
      // What follows (status, events) is because of this.
      trace.current = id;
      return id;
    },
    released(uid) {
      kubelet().leaving.delete(uid);
      kubelet().usage.release(uid);
      resizer?.roomCame();
      kubelet().admission.released(uid);
      kubelet().staticPods?.released(uid);
    },
    cause: () => trace.current,
    because(cause, run) {
      const before = trace.current;
      trace.current = cause;
      run();
      trace.current = before;
    },
  };
}

/** Registers the node; pods are followed once it is there. */
function register(kubelet: Running): void {
  const { options, random, connection, events, started } = kubelet;
  const { name, capacity, address, podCIDR, labels = {}, taints = [] } = options;
  const { plugin } = options.runtime.network;
  const heartbeat = startHeartbeat({
    clock: options.kernel.clock,
    random: random.fork('heartbeat'),
    client: clientOver(connection, 0),
    facts: { name, capacity, address, podCIDR, labels, taints },
    node: () => kubelet.self,
    pressures: () => kubelet.eviction?.pressures() ?? [],
    images: options.features?.createImageList(options.runtime.images.present),
    problem: () => kubelet.eviction?.problem?.() ?? plugin?.problem(address),
    registered(node) {
      setSelf(kubelet, node);
      watchPressure(kubelet, heartbeat);
      followSelf(kubelet);
      followPods(kubelet);
      const drivers = options.registerDriver?.({ client: clientOver(connection, 0), clock: options.kernel.clock, node });
      const ready = plugin?.onReady(address, heartbeat.report);
      started.push(...[drivers, ready].filter((each) => each !== undefined));
    },
    event: (node, reason, message) => events.record('Normal', node, reason, message),
  });
  started.push(heartbeat);
}

function watchPressure(kubelet: Running, heartbeat: Heartbeat): void {
  kubelet.eviction = kubelet.options.createEvictionManager?.(kubelet, heartbeat.report);
  if (kubelet.eviction !== undefined) kubelet.started.push(kubelet.eviction);
}

function setSelf(kubelet: Running, node: Node): void {
  const known = kubelet.self?.status.allocatable;
  if (known !== node.status.allocatable) kubelet.allocatable = resourcesOf(node.status.allocatable);
  kubelet.self = node;
}

function followSelf(kubelet: Running): void {
  const { options, connection, random } = kubelet;
  const informer = createInformer({
    connection,
    clock: options.kernel.clock,
    random,
    kind: Node,
    selection: { fieldSelector: `metadata.name=${options.name}` },
  });
  informer.onEvent({ added: (node) => setSelf(kubelet, node), updated: (_before, now) => setSelf(kubelet, now) });
  kubelet.started.push(informer);
}

function followPods(kubelet: Running): void {
  const { options, connection, random, workers, admission } = kubelet;
  const informer = createInformer({
    connection,
    clock: options.kernel.clock,
    random,
    kind: Pod,
    selection: { fieldSelector: `spec.nodeName=${options.name}` },
    onSynced() {
      dropOrphans(kubelet);
      kubelet.staticPods?.synced();
    },
  });
  const mirrors = (pod: Pod): StaticPods | undefined => (isMirror(pod) ? kubelet.staticPods : undefined);
  informer.onEvent({
    added(pod) {
      const owner = mirrors(pod);
      if (owner === undefined) admission.take(pod);
      else owner.seen(pod);
    },
    updated(before, now) {
      const owner = mirrors(now);
      if (owner !== undefined) return owner.seen(now);
      if (before.metadata.uid === now.metadata.uid) {
        kubelet.eviction?.podChanged();
        admission.update(now);
        return workers.get(now.metadata.uid)?.update(now);
      }
      leave(kubelet, before);
      admission.take(now);
    },
    deleted(pod) {
      const owner = mirrors(pod);
      if (owner === undefined) leave(kubelet, pod);
      else owner.gone(pod);
    },
  });
  kubelet.started.push(informer);
}

/** It stands for a pod of a manifest. */
const isMirror = ({ metadata }: Pod): boolean => metadata.annotations?.[mirrorPodAnnotation] !== undefined;

/** Removes pods that were deleted while no kubelet was there to see it. */
function dropOrphans({ options, workers, leaving }: Running): void {
  const { runtime } = options;
  for (const { uid } of [...runtime.pods()]) if (!workers.has(uid) && !leaving.has(uid)) runtime.removePod(uid);
}

/** Starts to work for a pod that is bound to this node. A refusal makes it Failed. */
function begin({ context, usage, workers, eviction }: Running, pod: Pod, refusal: Refusal | undefined, writer: StatusWriter | undefined): void {
  const { uid } = pod.metadata;
  if (refusal === undefined && !hasEnded(pod)) usage.take(uid, podRequests(pod));
  if (refusal !== undefined) context.event('Warning', pod, refusal.reason, refusal.message);
  const shown = refusal && { reason: refusal.reason, message: `Pod was rejected: ${refusal.message}` };
  workers.set(uid, createPodWorker(context, pod, shown, writer));
  eviction?.podChanged();
}

/** The pod is gone from the API: its containers are stopped all the same. */
function leave({ workers, leaving, admission, options }: Running, pod: Pod): void {
  const { uid } = pod.metadata;
  admission.leave(uid);
  const worker = workers.get(uid);
  workers.delete(uid);
  if (worker === undefined) return;
  leaving.set(uid, worker);
  worker.gone();
  if (options.runtime.pod(uid) === undefined) leaving.delete(uid);
}
