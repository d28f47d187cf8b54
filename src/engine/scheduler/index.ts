/** The scheduler. */
export { defaultPlugins } from './registry.ts';
export { createScheduler, type Scheduler, type SchedulerLook, type SchedulerOptions } from './scheduler.ts';
