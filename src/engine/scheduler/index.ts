/** The scheduler. */
export { defaultPluginNames, minimalPluginNames } from './default-plugins.ts';
export { componentsOf, configure, type PluginSet, type SchedulerConfiguration, type SchedulerProfile } from './profiles.ts';
export { type PluginEntry, plugins, pluginsOf } from './registry.ts';
export type { PodMoved, QueuedPod } from './queue.ts';
export { createScheduler, schedulerAgent, schedulerUser, type Scheduler, type SchedulerOptions, type SchedulerStatus } from './scheduler.ts';
