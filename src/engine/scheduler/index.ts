/** The scheduler. */
export { defaultPlugins } from './registry.ts';
export { createScheduler, type Scheduler, type SchedulerOptions, type SchedulerStatus } from './scheduler.ts';
