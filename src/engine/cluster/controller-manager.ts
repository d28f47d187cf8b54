/** The controllers: built-in ones, and others in their place or beside them, each a component `controller/…` of its own. */
import { kinds } from '../api/index.ts';
import { addonControllers, cloudControllers, controllers as clusterControllers } from '../controllers/registry.ts';
import type { Kernel } from '../kernel/index.ts';
import { engineParts } from '../parts/registry.ts';
import {
  createConnection,
  createSharedInformers,
  type RemoteController,
  type SharedInformers,
  startController,
} from '../sdk/internal.ts';
import type { Controller, ControllerFactory } from '../sdk/types.ts';
import type { Components } from './components.ts';
import type { Connections } from './connection.ts';
import { concernsLink } from './fault-links.ts';
import type { NetworkTap } from './network-tap.ts';
import type { ComponentMetrics } from './metrics/component-metrics.ts';
import { type Profile, runsIn } from './profiles.ts';
import type { ClusterOptions, Fault, LogLine } from './types.ts';
import type { CloudAccess } from './cloud.ts';
import { controllerManager, controllerUser, guestUser } from './users.ts';

const builtInControllers = [...clusterControllers, ...cloudControllers, ...addonControllers];

type AnyController = Controller | ControllerFactory | RemoteController;

export interface ControllerManagerParts {
  readonly options: ClusterOptions;
  readonly profile: Profile;
  readonly next: (component: string) => Kernel;
  readonly components: Components;
  readonly connections: Connections;
  readonly networkTap: NetworkTap | undefined;
  readonly cloud: CloudAccess | undefined;
  readonly metrics: ComponentMetrics | undefined;
  readonly onLog: (line: LogLine) => void;
}

export interface ControllerManager {
  start(): void;
  stop(): void;
  /** Runs this one in place of the one with its name, at once or from the next start on. */
  swap(controller: AnyController): void;
  /** Puts the one back that the cluster began with; without one, the name isn't run any more. */
  unswap(name: string): void;
  /** Called before a fault begins: a controller that it concerns follows its kinds by itself from then on. */
  expectFault(fault: Fault): void;
}

interface Manager extends ControllerManagerParts {
  /** Those that the cluster began with, by name. */
  readonly atBoot: ReadonlyMap<string, AnyController>;
  readonly current: Map<string, AnyController>;
  isRunning: boolean;
  /** What the controllers read that started with the manager. One that starts later lists and watches by itself. */
  sharedInformers: SharedInformers | undefined;
}

/** Whose watch it is to the network: the controllers' that share it. */
const sharedComponent = 'controller-manager';

/** Creates it, with no controller started. */
export function createControllerManager(
  parts: ControllerManagerParts,
  atBoot: ReadonlyMap<string, AnyController>,
): ControllerManager {
  const { components } = parts;
  const manager: Manager = { ...parts, atBoot, current: new Map(atBoot), isRunning: false, sharedInformers: undefined };
  return {
    start() {
      manager.isRunning = true;
      const sharedInformers = shareInformers(manager);
      for (const controller of manager.current.values()) startOne(manager, controller, sharedInformers);
    },
    stop() {
      manager.isRunning = false;
      for (const name of manager.current.keys()) manager.components.remove(`controller/${name}`);
    },
    swap: (controller) => replace(manager, controller.name, controller),
    unswap: (name) => replace(manager, name, manager.atBoot.get(name)),
    expectFault(fault) {
      if (concernsLink(fault, sharedComponent, 'apiserver')) return;
      for (const component of components.names()) {
        if (concernsLink(fault, component, 'apiserver')) manager.sharedInformers?.splitOff(component);
      }
    },
  };
}

/** Of several API servers each controller has its own, so that nothing can be shared. */
function shareInformers(manager: Manager): SharedInformers | undefined {
  const { options, connections, networkTap, next } = manager;
  if ((options.controlPlanes ?? 1) > 1) return undefined;
  const { clock, random, unsettled } = next(sharedComponent);
  const handler = connections.connect(sharedComponent);
  const user = controllerManager;
  const connection = createConnection({ handler, clock, unsettled, user, userAgent: 'kube-controller-manager' });
  const informers = createSharedInformers({ connection, clock, random });
  networkTap?.shareWatches(sharedComponent, informers.readersOf);
  manager.sharedInformers = informers;
  return informers;
}

function startOne(manager: Manager, controller: AnyController, sharedInformers?: SharedInformers): void {
  const { components, connections, next, onLog } = manager;
  const component = `controller/${controller.name}`;
  let shared = sharedInformers;
  components.add(component, () => {
    const isRemote = 'start' in controller;
    const isBuiltIn = builtInControllers.some((each) => each === controller);
    const user = isBuiltIn ? controllerUser(controller.name) : guestUser(controller.name);
    const informerUser = isBuiltIn ? controllerManager : undefined;
    const direct = connections.connect(component);
    const handler = manager.cloud?.beside(direct, component) ?? direct;
    const cloud = manager.cloud !== undefined;
    const withoutEvents = isBuiltIn && manager.options.withoutEvents === true;
    const environment = { kernel: next(component), parts: engineParts, handler, user, informerUser, cloud, withoutEvents, onLog };
    if (isRemote) return controller.start(environment);
    const made = 'create' in controller ? controller.create(kinds) : controller;
    const own = { ...engineParts, ...('create' in controller ? controller.parts : undefined) };
    const createWorkQueue = manager.metrics?.workQueues.measuring(own.createWorkQueue, controller.name) ?? own.createWorkQueue;
    const parts = { ...own, createWorkQueue };
    const started = startController(made, { ...environment, parts, sharedInformers: isBuiltIn ? shared : undefined });
    // After a crash it begins with a list, as a process of its own would.
    shared = undefined;
    return started;
  });
}

function replace(manager: Manager, name: string, controller: AnyController | undefined): void {
  manager.components.remove(`controller/${name}`);
  if (controller === undefined) manager.current.delete(name);
  else manager.current.set(name, controller);
  if (controller !== undefined && manager.isRunning) startOne(manager, controller);
}

/** @param name `replicaset`. Undefined: the engine has none of this name. */
export function builtInController(name: string): ControllerFactory | undefined {
  return builtInControllers.find((each) => each.name === name);
}

/** Whether the options leave out this controller, or the scheduler. */
export function isLeftOut({ withoutControllers = [] }: ClusterOptions, name: string): boolean {
  return withoutControllers.includes('*') || withoutControllers.includes(name);
}

/** The profile's controllers less those left out, and behind them the caller's, in place of those of the same name. */
export function chooseControllers(options: ClusterOptions, profile: Profile): ReadonlyMap<string, AnyController> {
  const own = options.controllers ?? [];
  const names = new Set(own.map(({ name }) => name));
  const ofCluster = clusterControllers.filter(({ name }) => runsIn(profile, name));
  const ofAddons = addonControllers.filter(({ name }) => options.addons?.includes(name));
  // One that takes another's place runs only where that would.
  const takesPlace = (name: string): boolean => clusterControllers.some((each) => each.name === name);
  const ofCloud = options.cloud === true ? cloudControllers.filter(({ name }) => runsIn(profile, name) || !takesPlace(name)) : [];
  const builtIn = [...ofCluster, ...ofAddons, ...ofCloud].filter(
    ({ name }) => !names.has(name) && !isLeftOut(options, name),
  );
  return new Map([...builtIn, ...own].map((controller) => [controller.name, controller]));
}
