/**
 * The control plane: API servers, the controllers, the scheduler. With several control planes, API servers serve side by side, and one
 * controller manager and one scheduler lead, by Lease; with one there is nobody to elect.
 */
import { kinds } from '../api/index.ts';
import {
  type ApiServer,
  type CallWebhook,
  type Credentials,
  createApiServer,
  type NodeLogs,
  type NodeStreams,
} from '../apiserver/index.ts';
import { controllers as builtInControllers } from '../controllers/registry.ts';
import type { Etcd } from '../etcd/index.ts';
import { featuresOf } from '../extensions/registry.ts';
import { hash32, type Kernel } from '../kernel/index.ts';
import type { Handler, User } from '../meta/index.ts';
import { createScheduler, defaultPlugins } from '../scheduler/index.ts';
import { createClient, startController, startLeaderElection } from '../sdk/internal.ts';
import type { Controller, ControllerFactory } from '../sdk/types.ts';
import type { Components } from './components.ts';
import { createConnections, type Refuse, type Servers } from './connection.ts';
import type { NetworkTap } from './network-tap.ts';
import { type Profile, runsIn } from './profiles.ts';
import type { ChoosePlugins, ClusterOptions, LogLine } from './types.ts';
import { controllerManager, controllerUser, guestUser } from './users.ts';

export interface ControlPlaneOptions {
  readonly options: ClusterOptions;
  readonly profile: Profile;
  readonly kernel: Kernel;
  /** The kernel as each start of a component gets it. */
  readonly next: (component: string) => Kernel;
  readonly components: Components;
  /** What the API server with this number (from 0) keeps its state in. */
  readonly etcd: (server: number) => Etcd;
  readonly networkTap: NetworkTap | undefined;
  readonly refuse: Refuse;
  readonly callWebhook: CallWebhook;
  readonly credentials: Credentials;
  readonly nodeLogs: NodeLogs;
  readonly nodeStreams: NodeStreams | undefined;
  readonly onLog: (line: LogLine) => void;
}

export interface ControlPlanes {
  /** A component's line to an API server that is up; as `user`, or as its requests say. */
  connect(component: string, user?: User): Handler;
  swap(controller: Controller | ControllerFactory): void;
  unswap(name: string): void;
  usePlugins(choose: ChoosePlugins): void;
}

interface ServerSlot {
  readonly component: string;
  running: ApiServer | undefined;
}

/** Starts them all. `apiserver`, `controller/replicaset` …, `scheduler`; with several control planes `apiserver-0` … as well. */
export function startControlPlanes(given: ControlPlaneOptions): ControlPlanes {
  const { options, profile, kernel, components, next } = given;
  const count = options.controlPlanes ?? 1;
  const servers: ServerSlot[] = Array.from({ length: count }, (_, index) => ({
    component: count === 1 ? 'apiserver' : `apiserver-${index}`,
    running: undefined,
  }));
  const firstServer = count === 1 ? 'apiserver' : 'apiserver-0';
  const open = (to: Servers) => createConnections(kernel.network, to, given.refuse);
  const { networkTap } = given;
  const features = featuresOf(profile.extensions);
  const connections = networkTap?.connections(open, { choose, handler }) ?? open({ choose, handler });
  const running = new Map<string, Controller | ControllerFactory>();
  for (const controller of chooseControllers(options, profile)) running.set(controller.name, controller);
  const chosen = new Map(running);
  const ours = new Set<Controller | ControllerFactory>(builtInControllers);
  let managing = false;

  function handler(name: string): Handler | undefined {
    return servers.find(({ component }) => component === name)?.running?.handle;
  }

  /** Its own control plane's server; else one that is up, always the same for the same component. */
  function choose(component: string): string {
    const own = /^(?:controller-manager|scheduler)-(\d+)$/.exec(component)?.[1];
    if (own !== undefined) return servers[Number(own)]?.component ?? firstServer;
    const up = servers.filter((server) => server.running !== undefined);
    return up[hash32(component) % Math.max(1, up.length)]?.component ?? firstServer;
  }

  function startServer(slot: ServerSlot, index: number): { stop(): void } {
    const { clock, random } = next(slot.component);
    const started = createApiServer({
      clock,
      trace: kernel.trace,
      random,
      etcd: networkTap?.etcd(slot.component, given.etcd(index)) ?? given.etcd(index),
      kinds,
      credentials: given.credentials,
      freeze: options.freeze ?? true,
      ...(options.descriptions && { describe: options.descriptions }),
      serviceAccounts: chosen.has('serviceaccount'),
      callWebhook: given.callWebhook,
      nodeLogs: given.nodeLogs,
      nodeStreams: given.nodeStreams,
      features,
    });
    slot.running = started;
    return {
      stop() {
        started.stop();
        slot.running = undefined;
        connections.breakAll(slot.component);
      },
    };
  }

  function startOne(controller: Controller | ControllerFactory): void {
    const name = `controller/${controller.name}`;
    components.add(name, () => {
      const made = 'create' in controller ? controller.create(kinds) : controller;
      const own = ours.has(controller);
      const user = own ? controllerUser(controller.name) : guestUser(controller.name);
      const informerUser = own ? controllerManager : undefined;
      const handler = connections.connect(name);
      return startController(made, { kernel: next(name), handler, user, informerUser, onLog: given.onLog });
    });
  }

  const manager = {
    start() {
      managing = true;
      for (const controller of running.values()) startOne(controller);
    },
    stop() {
      managing = false;
      for (const name of running.keys()) components.remove(`controller/${name}`);
    },
  };
  let plugins = defaultPlugins;
  const scheduler = {
    start() {
      if (isLeftOut(options, 'scheduler')) return;
      components.add('scheduler', () =>
        createScheduler({
          kernel: next('scheduler'),
          handler: connections.connect('scheduler'),
          plugins: networkTap?.listen(plugins) ?? plugins,
        }),
      );
    },
    stop: () => components.remove('scheduler'),
  };
  /** A process that does its work only while it holds the Lease of that name. */
  function startCandidate(
    component: string,
    lease: string,
    work: { start(): void; stop(): void },
  ): void {
    components.add(component, () => {
      const { clock, random, unsettled } = next(component);
      const user = { name: `system:${lease}`, groups: ['system:authenticated'] };
      const handler = connections.connect(component);
      return startLeaderElection({
        client: createClient({ handler, clock, unsettled, user, userAgent: lease }),
        clock,
        random,
        lease: { namespace: 'kube-system', name: lease },
        identity: component,
        onStartedLeading: work.start,
        onStoppedLeading: work.stop,
      });
    });
  }

  servers.forEach((slot, index) => components.add(slot.component, () => startServer(slot, index)));
  if (count === 1) {
    manager.start();
    scheduler.start();
  } else {
    for (let index = 0; index < count; index += 1) {
      startCandidate(`controller-manager-${index}`, 'kube-controller-manager', manager);
      startCandidate(`scheduler-${index}`, 'kube-scheduler', scheduler);
    }
  }

  function replace(name: string, controller: Controller | ControllerFactory | undefined): void {
    components.remove(`controller/${name}`);
    if (controller === undefined) running.delete(name);
    else running.set(name, controller);
    if (controller !== undefined && managing) startOne(controller);
  }

  return {
    connect: connections.connect,
    swap: (controller) => replace(controller.name, controller),
    unswap: (name) => replace(name, chosen.get(name)),
    usePlugins(choose) {
      plugins = choose(plugins);
      // What waits is tried again with the new ones: a scheduler that starts knows no rejections.
      if (components.names().includes('scheduler')) components.crash('scheduler')();
    },
  };
}

function isLeftOut({ withoutControllers = [] }: ClusterOptions, name: string): boolean {
  return withoutControllers.includes('*') || withoutControllers.includes(name);
}

/** Built-in controllers, less those left out, with the caller's in the place of those of the same name. */
function chooseControllers(
  options: ClusterOptions,
  profile: Profile,
): readonly (Controller | ControllerFactory)[] {
  const own = options.controllers ?? [];
  const controllers = builtInControllers.filter(({ name }) => runsIn(profile, name));
  const named = new Set(own.map((controller) => controller.name));
  return [...controllers.filter(({ name }) => !named.has(name) && !isLeftOut(options, name)), ...own];
}
