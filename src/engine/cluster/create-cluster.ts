/** Puts the parts together. This is the one folder that sees all of them. */
import { kinds } from '../api/index.ts';
import type { Kind } from '../api/types.ts';
import { prefixEnd } from '../etcd/index.ts';
import { createKernel, type Kernel } from '../kernel/index.ts';
import type { ApiRequest, ApiResponse, Exchange, Json, KubeObject, Status, User } from '../meta/index.ts';
import { createClient } from '../sdk/internal.ts';
import { type CloudAccess, startCloud } from './cloud.ts';
import { type Components, createComponents } from './components.ts';
import { statusResponse } from './connection.ts';
import { type ControlPlanes, startControlPlanes } from './control-planes.ts';
import { type ClusterEtcd, startEtcd } from './etcd.ts';
import { engineParts } from '../parts/registry.ts';
import { createFaults, type FaultParts, type Faults } from './faults.ts';
import { createHistoryHash } from './history-hash.ts';
import { exposition } from '../extensions/metrics/index.ts';
import { createComponentMetrics } from './metrics/component-metrics.ts';
import { createNetworkTap, type NetworkTap } from './network-tap.ts';
import { createNodeLogs, createNodeStreams, type NodeStreamsOptions } from './node-streams.ts';
import { type Nodes, startNodes } from './nodes.ts';
import { peekObjects } from './objects.ts';
import { createProcessRestarts } from './process-restarts.ts';
import { profiles } from './profiles.ts';
import type { Answered, Cluster, ClusterOptions, LogLine } from './types.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

/** Who an outside client is: a cluster administrator. */
const admin: User = { name: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] };

type AnswerListener = (answer: Answered) => void;
type SendListener = (component: string, chunk: Json) => void;
type HistoryHash = ReturnType<typeof createHistoryHash>;

/** The parts of a cluster, started. */
interface Parts {
  readonly kernel: Kernel;
  readonly components: Components;
  readonly etcd: ClusterEtcd;
  readonly hash: HistoryHash;
  readonly faults: Faults;
  readonly networkTap: NetworkTap | undefined;
  readonly webhooks: Webhooks | undefined;
  readonly planes: ControlPlanes;
  readonly nodes: Nodes;
  readonly cloud: CloudAccess | undefined;
  readonly logListeners: Set<(line: LogLine) => void>;
  readonly answerListeners: Set<AnswerListener>;
  readonly sendListeners: Set<SendListener>;
}

/** Creates a cluster at the epoch, with every component started and nothing run yet. */
export function createCluster(options: ClusterOptions): Cluster {
  const parts = startParts(options);
  const { kernel, components, faults, planes, webhooks, logListeners } = parts;
  return {
    now: kernel.clock.now,
    run: kernel.run,
    interrupt: kernel.interrupt,
    quiet: kernel.quiet,
    trace: kernel.trace,
    after: kernel.clock.after,
    unsettled: kernel.unsettled,
    ...outsideClients(parts),
    swap: planes.swap,
    unswap: planes.unswap,
    pluginNames: planes.pluginNames,
    usePlugins: planes.usePlugins,
    useScheduler: planes.useScheduler,
    useParts(inUse) {
      planes.useParts(inUse);
      parts.etcd.useRules({ ...engineParts, ...inUse });
    },
    swapWebhook: (webhook) => there(webhooks, 'calls no webhooks').swap(webhook),
    unswapWebhook: (name) => there(webhooks, 'calls no webhooks').unswap(name),
    addFault(fault) {
      planes.expectFault(fault);
      return faults.add(fault);
    },
    manifests: parts.nodes.manifestsOf,
    rules: parts.nodes.proxyOf,
    cloud: parts.cloud?.webConsole,
    outside: parts.cloud?.outside,
    components: components.names,
    running: components.running,
    networkTap: parts.networkTap,
    onLog(callback) {
      logListeners.add(callback);
      return () => void logListeners.delete(callback);
    },
    onSend(callback) {
      parts.sendListeners.add(callback);
      return () => void parts.sendListeners.delete(callback);
    },
    onAnswer(callback) {
      parts.answerListeners.add(callback);
      return () => void parts.answerListeners.delete(callback);
    },
    ...storedState(parts),
  };
}

function startParts(options: ClusterOptions): Parts {
  const { profile: chosen = 'full' } = options;
  const profile = typeof chosen === 'string' ? profiles[chosen] : chosen;
  const kernel = createKernel(options);
  const { clock, network, random, trace, unsettled } = kernel;
  const components = createComponents(clock);
  const etcd = startEtcd({ options, kernel }, components, () => hash.value());
  const logListeners = new Set<(line: LogLine) => void>();
  const { kernelFor: next, setSkew } = createProcessRestarts(kernel);
  const { addDiskFault } = etcd;
  const revision = (): number => etcd.view.status().revision;
  const after = (delayMs: number, run: () => void): void => void clock.after(delayMs, run, { background: true });
  const forFaults = { network, random: random.fork('faults'), trace, components, after, revision };
  const addCloudFault: FaultParts['addCloudFault'] = (fault) => there(cloud, 'runs in no cloud').addFault(fault);
  const faults = createFaults({ ...forFaults, addDiskFault, addCloudFault, setSkew });
  const answerListeners = new Set<AnswerListener>();
  const sendListeners = new Set<SendListener>();
  const hash = createHistoryHash(etcd.view);
  const onLog = (line: LogLine): void => {
    for (const listener of logListeners) listener(line);
  };
  const networkTap = createNetworkTap(clock.now, options);
  const webhooks = profile.webhooks ? createWebhooks({ clock, unsettled, components, onLog, external: options.callWebhook }) : undefined;
  const metrics = options.addons?.includes('component-metrics') ? createComponentMetrics(clock, components, exposition) : undefined;
  const shared = { options, profile, kernel, next, components, metrics };
  const heard = (component: string, request: ApiRequest, response: ApiResponse): void => {
    for (const listener of answerListeners) listener({ component, request, response });
  };
  const answered = (component: string, request: ApiRequest, response: ApiResponse): void => {
    heard(component, request, response);
    faults.answered(component, request, response);
  };
  const cloud = options.cloud === true ? startCloud({ kernel, components, answered }) : undefined;
  const toNodes: NodeStreamsOptions = {
    clock,
    links: network,
    kubeletOf: (node) => nodes.kubeletOf(node),
    room: () => nodes.room,
    onDrop: (node, end) => nodes.onDrop(node, end),
  };
  const planes = startControlPlanes({
    ...shared,
    cloud,
    callWebhook: webhooks?.call,
    etcd: etcd.forServer,
    networkTap,
    interference: {
      ...faults,
      refuse: (component, request) => refuse(kernel, faults, component, request),
      answered(component, request, response) {
        const lost = response.code < 300 ? faults.loseAnswer(component, request) : undefined;
        const sent = lost === undefined ? response : statusResponse(lost);
        heard(component, request, sent);
        faults.answered(component, request, response);
        return sent;
      },
      sending(component, chunk, stream) {
        for (const listener of sendListeners) listener(component, chunk);
        return faults.sending(component, chunk, stream);
      },
    },
    credentials: { signingKey: signingKey(kernel), tokens: options.tokens ?? {} },
    nodeLogs: createNodeLogs(toNodes),
    nodeStreams: createNodeStreams(toNodes),
    onLog,
  });
  const nodes: Nodes = startNodes({ ...shared, connect: planes.connect, parts: planes.parts }, cloud, etcd.view);
  for (const webhook of options.webhooks ?? []) webhooks?.swap(webhook);
  return { kernel, components, etcd, hash, faults, networkTap, webhooks, planes, nodes, cloud, logListeners, answerListeners, sendListeners };
}

function there<T>(part: T | undefined, lack: string): T {
  if (part === undefined) throw new Error(`this cluster ${lack}`);
  return part;
}

/** What a fault refuses stands in the trace, with the reconcile that sent the request. */
function refuse({ trace }: Kernel, faults: Faults, component: string, request: ApiRequest): Status | undefined {
  const refused = faults.refuse(component, request);
  if (refused !== undefined) {
    const what = `refused ${request.method} ${request.path}`;
    trace.record({ component: 'apiserver', type: 'fault', what, cause: request.cause ?? trace.current });
  }
  return refused;
}

/** Clients from outside. */
function outsideClients({ kernel, planes }: Parts): Pick<Cluster, 'connect' | 'request' | 'client'> {
  const { clock, unsettled } = kernel;
  return {
    connect: (component, user = admin) => planes.connect(component, user),
    request(component, request) {
      unsettled();
      return new Promise<ApiResponse>((resolve) => {
        planes.connect(component, admin)({ ...request, user: admin }, resolveWith(kernel, resolve));
      });
    },
    client: (component) =>
      createClient({ handler: planes.connect(component, admin), clock, unsettled, user: admin, userAgent: component }),
  };
}

type StoredState =
  | 'objects'
  | 'onCommit'
  | 'etcd'
  | 'etcdMembers'
  | 'etcdMessages'
  | 'etcdGateway'
  | 'restoreEtcd'
  | 'historyHash';

/** What etcd holds and has held. */
function storedState({ etcd, hash }: Parts): Pick<Cluster, StoredState> {
  const everything = { key: '/registry/', rangeEnd: prefixEnd('/registry/'), startRevision: 1, previous: true };
  return {
    objects: <T extends KubeObject>(kind: Kind<T>) => peekObjects(etcd.view, kinds, kind),
    onCommit: (callback) => etcd.view.watch(everything, { events: callback, cancelled() {} }),
    etcd: etcd.view.status,
    etcdMembers: etcd.members,
    etcdMessages: etcd.messages,
    etcdGateway: etcd.gateway,
    restoreEtcd(snapshot, restoring) {
      etcd.restore(snapshot, restoring);
      hash.restored();
    },
    historyHash: hash.value,
  };
}

/** The same in every restart of every API server of the cluster. */
function signingKey(kernel: Kernel): string {
  const random = kernel.random.fork('service-account-key');
  return Array.from({ length: 8 }, () => random.int(4294967296).toString(16).padStart(8, '0')).join('');
}

/** An exchange whose first answer resolves a promise. */
function resolveWith(kernel: Kernel, resolve: (response: ApiResponse) => void): Exchange {
  return {
    respond(response) {
      kernel.unsettled();
      resolve(response);
    },
    write() {},
    end() {},
  };
}
