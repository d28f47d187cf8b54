/** Puts the parts together. This is the one folder that sees all of them. */
import { kinds } from '../api/index.ts';
import type { Kind } from '../api/types.ts';
import { prefixEnd } from '../etcd/index.ts';
import { createKernel, type Kernel } from '../kernel/index.ts';
import type { ApiRequest, ApiResponse, Exchange, KubeObject, Status, User } from '../meta/index.ts';
import { createClient } from '../sdk/internal.ts';
import { createComponents } from './components.ts';
import { startControlPlanes } from './control-planes.ts';
import { startEtcd } from './etcd.ts';
import { createFaults } from './faults.ts';
import { createHistoryHash } from './history-hash.ts';
import { createProcessRestarts } from './process-restarts.ts';
import { createNodeStreams } from './node-streams.ts';
import { startNodes } from './nodes.ts';
import { peekObjects } from './objects.ts';
import { createNetworkTap } from './network-tap.ts';
import { profiles } from './profiles.ts';
import type { Cluster, ClusterOptions, LogLine } from './types.ts';
import { createWebhooks } from './webhooks.ts';

/** Who an outside client is: a cluster administrator. */
const admin: User = { name: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] };

/** Creates a cluster at the epoch, with every component started and nothing run yet. */
export function createCluster(options: ClusterOptions): Cluster {
  const profile = profiles[options.profile ?? 'full'];
  const kernel = createKernel(options);
  const { clock, network, random, trace } = kernel;
  const components = createComponents(clock);
  const etcd = startEtcd({ options, kernel }, components, () => hash.value());
  const logListeners = new Set<(line: LogLine) => void>();
  const restarts = createProcessRestarts(kernel);
  const faults = createFaults({
    network,
    random: random.fork('faults'),
    trace,
    components,
    addDiskFault: etcd.addDiskFault,
    setSkew: restarts.setSkew,
  });
  const hash = createHistoryHash(etcd.view);
  /** What a fault refuses stands in the trace, with the reconcile that asked for it. */
  function refuse(component: string, request: ApiRequest): Status | undefined {
    const refused = faults.refuse(component, request);
    if (refused !== undefined) {
      const what = `refused ${request.method} ${request.path}`;
      trace.record({ component: 'apiserver', type: 'fault', what, cause: request.cause ?? trace.current });
    }
    return refused;
  }

  const onLog = (line: LogLine): void => {
    for (const listener of logListeners) listener(line);
  };
  const { unsettled } = kernel;
  const networkTap = createNetworkTap(clock.now, options);
  const webhooks = createWebhooks({ clock, unsettled, components, onLog, external: options.callWebhook });
  const planes = startControlPlanes({
    options,
    profile,
    callWebhook: webhooks.call,
    kernel,
    next: restarts.kernelFor,
    components,
    etcd: etcd.forServer,
    networkTap,
    refuse,
    credentials: { signingKey: signingKey(kernel), tokens: options.tokens ?? {} },
    nodeLogs: (...request) => nodes.logs(...request),
    nodeStreams: createNodeStreams({
      clock,
      links: network,
      kubeletOf: (node) => nodes.kubeletOf(node),
      onDrop: (node, end) => nodes.onDrop(node, end),
    }),
    onLog,
  });
  const nodes = startNodes({ options, profile, kernel }, components, restarts.kernelFor, planes.connect, etcd.view);
  for (const webhook of options.webhooks ?? []) webhooks.swap(webhook);

  return {
    now: clock.now,
    run: kernel.run,
    interrupt: kernel.interrupt,
    quiet: kernel.quiet,
    trace,
    connect: (component, user = admin) => planes.connect(component, user),
    request(component, request) {
      kernel.unsettled();
      return new Promise<ApiResponse>((resolve) => {
        planes.connect(component, admin)({ ...request, user: admin }, resolveWith(kernel, resolve));
      });
    },
    client: (component) =>
      createClient({
        handler: planes.connect(component, admin),
        clock,
        unsettled: kernel.unsettled,
        user: admin,
        userAgent: component,
      }),
    after: clock.after,
    unsettled: kernel.unsettled,
    swap: planes.swap,
    unswap: planes.unswap,
    usePlugins: planes.usePlugins,
    swapWebhook: (webhook) => webhooks.swap(webhook),
    unswapWebhook: (name) => webhooks.unswap(name),
    addFault: faults.add,
    components: components.names,
    running: components.running,
    networkTap,
    objects: <T extends KubeObject>(kind: Kind<T>) => peekObjects(etcd.view, kinds, kind),
    onCommit(callback) {
      return etcd.view.watch(
        { key: '/registry/', rangeEnd: prefixEnd('/registry/'), startRevision: 1, previous: true },
        { events: callback, cancelled() {} },
      );
    },
    onLog(callback) {
      logListeners.add(callback);
      return () => void logListeners.delete(callback);
    },
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
