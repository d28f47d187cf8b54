/** The scheduler. */
export { defaultPluginNames } from './default-plugins.ts';
export { plugins, pluginsOf } from './registry.ts';
export { createScheduler, type Scheduler, type SchedulerOptions, type SchedulerStatus } from './scheduler.ts';
