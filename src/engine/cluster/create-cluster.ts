/** Puts the parts together. This is the one folder that sees all of them. */
import { kinds } from '../api/index.ts';
import type { Kind } from '../api/types.ts';
import { type ApiServer, createApiServer, createKeyNamer } from '../apiserver/index.ts';
import { controllers as builtInControllers } from '../controllers/registry.ts';
import { createEtcd, type Etcd, prefixEnd } from '../etcd/index.ts';
import { createKernel, type Kernel } from '../kernel/index.ts';
import type { ApiRequest, ApiResponse, Exchange, Handler, KubeObject, Status, User } from '../meta/index.ts';
import { createScheduler } from '../scheduler/index.ts';
import { createClient, startController } from '../sdk/machinery.ts';
import type { Controller, ControllerFactory } from '../sdk/types.ts';
import { createComponents } from './components.ts';
import { createConnections } from './connection.ts';
import { createFaults } from './faults.ts';
import { createHistoryHash } from './history-hash.ts';
import { createIncarnations } from './incarnations.ts';
import { startNodes } from './nodes.ts';
import { peekObjects } from './objects.ts';
import { createOpenApi } from './openapi.ts';
import type { Cluster, ClusterOptions, LogLine } from './types.ts';

/** Who an outside client is: a cluster administrator. */
const admin: User = { name: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] };

/** Creates a cluster at the epoch, with every component started and nothing run yet. */
export function createCluster(options: ClusterOptions): Cluster {
  const kernel = createKernel(options);
  const { clock, network, random, trace } = kernel;
  const etcd = createEtcd({ clock, trace, describeKey: createKeyNamer(kinds) });
  const components = createComponents(clock);
  const faults = createFaults(network, random.fork('faults'), () => components);
  const logListeners = new Set<(line: LogLine) => void>();
  const next = createIncarnations(kernel);
  const hash = createHistoryHash(etcd);
  let server: ApiServer | undefined;
  const connections = createConnections(network, () => server?.handle, refuse);

  /** What a fault refuses stands in the trace, with the reconcile that asked for it. */
  function refuse(component: string, request: ApiRequest): Status | undefined {
    const refused = faults.refuse(component, request);
    if (refused !== undefined) {
      const what = `refused ${request.method} ${request.path}`;
      trace.record({ component: 'apiserver', type: 'fault', what, cause: request.cause ?? trace.current });
    }
    return refused;
  }

  // Components say who they are themselves; their connection carries it.
  const connect = (component: string): Handler => connections.connect(component);
  function onLog(line: LogLine): void {
    for (const listener of logListeners) listener(line);
  }

  components.add('apiserver', () => {
    server = createApiServer({
      clock,
      trace,
      random: next('apiserver').random,
      etcd: foldBeforeCompaction(etcd, hash),
      kinds,
      freeze: options.freeze ?? true,
      openapi: createOpenApi(options.descriptions ?? (() => '')),
      nodeLogs: (...request) => nodes.logs(...request),
    });
    return {
      stop() {
        server?.stop();
        server = undefined;
        connections.breakAll();
      },
    };
  });

  function addController(controller: Controller | ControllerFactory): void {
    const name = `controller/${controller.name}`;
    components.add(name, () => {
      const made = 'create' in controller ? controller.create() : controller;
      return startController(made, { kernel: next(name), handler: connect(name), onLog });
    });
  }
  const chosen = chooseControllers(options);
  chosen.forEach(addController);
  if (!isLeftOut(options, 'scheduler')) {
    components.add('scheduler', () => createScheduler({ kernel: next('scheduler'), handler: connect('scheduler') }));
  }
  const nodes = startNodes(options, components, next, connect);

  return {
    now: clock.now,
    run: kernel.run,
    interrupt: kernel.interrupt,
    get quiet() {
      return kernel.quiet;
    },
    trace,
    connect: (component) => connections.connect(component, admin),
    request(component, request) {
      kernel.unsettled();
      return new Promise<ApiResponse>((resolve) => {
        connections.connect(component, admin)({ ...request, user: admin }, resolveWith(kernel, resolve));
      });
    },
    client: (component) =>
      createClient({
        handler: connections.connect(component, admin),
        clock,
        unsettled: kernel.unsettled,
        user: admin,
        userAgent: component,
      }),
    after: clock.after,
    unsettled: kernel.unsettled,
    swap(controller) {
      components.remove(`controller/${controller.name}`);
      addController(controller);
    },
    unswap(name) {
      components.remove(`controller/${name}`);
      const builtIn = chosen.find((each) => each.name === name);
      if (builtIn !== undefined) addController(builtIn);
    },
    addFault: faults.add,
    get components() {
      return components.names;
    },
    objects: <T extends KubeObject>(kind: Kind<T>) => peekObjects(etcd, kind),
    onCommit(callback) {
      return etcd.watch(
        { key: '/registry/', rangeEnd: prefixEnd('/registry/'), startRevision: 1, previous: true },
        { events: callback, cancelled() {} },
      );
    },
    onLog(callback) {
      logListeners.add(callback);
      return () => void logListeners.delete(callback);
    },
    etcd: etcd.status,
    historyHash: hash,
  };
}

function isLeftOut({ withoutControllers = [] }: ClusterOptions, name: string): boolean {
  return withoutControllers.includes('*') || withoutControllers.includes(name);
}

/** Built-in controllers, less those left out, with the caller's in the place of those of the same name. */
function chooseControllers(options: ClusterOptions): readonly (Controller | ControllerFactory)[] {
  const own = options.controllers ?? [];
  const named = new Set(own.map((controller) => controller.name));
  return [...builtInControllers.filter(({ name }) => !named.has(name) && !isLeftOut(options, name)), ...own];
}

/** History that is about to be compacted is counted in the hash first. */
function foldBeforeCompaction(etcd: Etcd, hash: () => string): Etcd {
  return {
    ...etcd,
    compact(revision, done) {
      hash();
      etcd.compact(revision, done);
    },
  };
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
