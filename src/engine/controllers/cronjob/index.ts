import { type Controller, CronJob, defineController, Job } from 'converge/sdk';
import { createReconcile } from './reconcile.ts';

/** Makes a Job whenever a schedule says so. (upstream pkg/controller/cronjob) */
export function createCronJobController(): Controller<CronJob> {
  return defineController<CronJob>({ name: 'cronjob', for: CronJob, owns: [Job], reconcile: createReconcile() });
}
