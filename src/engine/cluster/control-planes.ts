/**
 * The control plane: API servers, the controllers, the scheduler. With several control planes, API servers serve side by side, and one
 * controller manager and one scheduler lead, by Lease; with one there is no election.
 */
import { featuresOf } from '../extensions/registry.ts';
import type { Handler, User } from '../meta/index.ts';
import { engineParts } from '../parts/registry.ts';
import { componentsOf, configure, createScheduler, pluginsOf, type SchedulerConfiguration, schedulerAgent, schedulerUser } from '../scheduler/index.ts';
import type { RemoteController } from '../sdk/internal.ts';
import type { EngineParts } from '../sdk/parts.ts';
import type { SchedulerPlugin } from '../sdk/scheduling.ts';
import type { Controller, ControllerFactory } from '../sdk/types.ts';
import { type ApiServerParts, createApiServers } from './api-servers.ts';
import { startCandidates, type Work } from './candidates.ts';
import type { Running } from './components.ts';
import { type Connections, createConnections, type Interference, type Servers } from './connection.ts';
import { chooseControllers, createControllerManager, isLeftOut } from './controller-manager.ts';
import type { CloudAccess } from './cloud.ts';
import type { ComponentMetrics } from './metrics/component-metrics.ts';
import type { Profile } from './profiles.ts';
import { startRepositories } from './repositories.ts';
import { validateByParts } from './part-validation.ts';
import type { ChoosePlugins, Fault, LogLine, ServedParts } from './types.ts';

export interface ControlPlaneOptions extends Omit<ApiServerParts, 'features' | 'validateAlso' | 'stepUpdate'> {
  readonly profile: Profile;
  readonly interference: Interference;
  readonly cloud: CloudAccess | undefined;
  readonly metrics: ComponentMetrics | undefined;
  readonly onLog: (line: LogLine) => void;
}

export interface ControlPlanes {
  /** A component's line to an API server that is up; as `user`, or as its requests say. */
  connect(component: string, user?: User): Handler;
  swap(controller: Controller | ControllerFactory | RemoteController): void;
  unswap(name: string): void;
  readonly pluginNames: readonly string[];
  usePlugins(choose: ChoosePlugins): void;
  useScheduler(remote: RemoteController | undefined): void;
  useParts(parts: ServedParts): void;
  /** Those in use now. */
  parts(): EngineParts;
  /** Called before a fault begins. */
  expectFault(fault: Fault): void;
}

/** Starts them all. `apiserver`, `controller/replicaset` …, `scheduler`; with several control planes `apiserver-0` … as well. */
export function startControlPlanes(given: ControlPlaneOptions): ControlPlanes {
  const { options, profile, kernel, networkTap, components } = given;
  const count = options.controlPlanes ?? 1;
  let inUse: EngineParts = engineParts;
  const validateAlso = validateByParts(() => inUse);
  const stepUpdate: EngineParts['stepUpdate'] = (attempt, event) => inUse.stepUpdate(attempt, event);
  const servers = createApiServers({ ...given, features: featuresOf(profile.extensions), validateAlso, stepUpdate }, count);
  const open = (to: Servers) => createConnections(kernel.network, to, given.interference);
  const reached: Servers = options.repositories === true ? startRepositories(servers, components) : servers;
  const connections = networkTap?.connections(open, reached) ?? open(reached);
  const controllers = chooseControllers(options, profile);
  const manager = createControllerManager({ ...given, connections }, controllers);
  const scheduler = schedulerWork(given, connections);

  servers.start(connections, controllers.has('serviceaccount'));
  if (count === 1) {
    manager.start();
    scheduler.start();
  } else {
    const decide: EngineParts['decideLease'] = (candidacy) => inUse.decideLease(candidacy);
    const candidates = { count, components, connections, next: given.next, decide };
    startCandidates(candidates, 'controller-manager', manager);
    startCandidates(candidates, 'scheduler', scheduler);
  }
  /** What waits is tried again: a scheduler that starts knows no rejections. */
  function restartScheduler(): void {
    for (const name of scheduler.names) if (components.names().includes(name)) components.crash(name)();
  }
  /** They find what runs, and go on by the part that is in use now. */
  function restartKubelets(): void {
    for (const name of components.names()) if (name.startsWith('kubelet/')) components.crash(name)();
  }
  return {
    connect: connections.connect,
    swap: manager.swap,
    unswap: manager.unswap,
    expectFault: manager.expectFault,
    parts: () => inUse,
    useParts(parts) {
      const { syncPod } = inUse;
      inUse = { ...engineParts, ...parts };
      if (inUse.syncPod !== syncPod) restartKubelets();
    },
    pluginNames: profile.plugins,
    usePlugins(choose) {
      scheduler.plugins = choose(scheduler.plugins);
      restartScheduler();
    },
    useScheduler(remote) {
      scheduler.remote = remote;
      restartScheduler();
    },
  };
}

interface SchedulerWork extends Work {
  /** Of its components. */
  readonly names: readonly string[];
  /** Those of the next start. */
  plugins: readonly SchedulerPlugin[];
  /** Runs in place of the built-in one from the next start on. */
  remote?: RemoteController | undefined;
}

function schedulerWork(given: ControlPlaneOptions, to: Connections): SchedulerWork {
  const { options, profile, components, networkTap, next, onLog } = given;
  const { schedulers } = options;
  const names = schedulers === undefined ? ['scheduler'] : componentsOf(schedulers);
  const work: SchedulerWork = { plugins: pluginsOf(profile.plugins), names, start, stop: () => names.forEach(components.remove) };
  function start(): void {
    if (isLeftOut(options, 'scheduler')) return;
    for (const [index, name] of names.entries()) components.add(name, () => run(name, schedulers?.[index]));
  }
  function run(name: string, configuration: SchedulerConfiguration | undefined): Running {
    const environment = { kernel: next(name), handler: to.connect(name), withoutEvents: options.withoutEvents };
    if (work.remote !== undefined && name === 'scheduler') {
      const { stop } = work.remote.start({ ...environment, parts: engineParts, user: schedulerUser, userAgent: schedulerAgent, onLog });
      return { stop };
    }
    const configured = configuration === undefined ? { plugins: work.plugins } : configure(work.plugins, configuration);
    const { plugins } = configured;
    const observed = networkTap?.listen(plugins) ?? plugins;
    const { preemption } = profile;
    const metrics = given.metrics?.scheduling(name);
    const run = metrics === undefined ? observed : [...observed, metrics.plugin];
    return createScheduler({ ...environment, ...configured, plugins: run, unobserved: plugins, preemption, moved: metrics?.moved });
  }
  return work;
}
