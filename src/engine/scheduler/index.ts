/** The scheduler. */
export { defaultPluginNames } from './default-plugins.ts';
export { plugins, pluginsOf } from './registry.ts';
export { createScheduler, schedulerAgent, schedulerUser, type Scheduler, type SchedulerOptions, type SchedulerStatus } from './scheduler.ts';
