import { type Controller, defineController, Job, Pod } from 'converge/sdk';
import { createReconcile } from './reconcile.ts';
import { keysOfStray } from './stray-pods.ts';

/** Runs Pods to their end: as many as must succeed, no more at once than may run, each counted once. (upstream pkg/controller/job) */
export function createJobController(): Controller<Job> {
  return defineController<Job>({
    name: 'job',
    for: Job,
    owns: [Pod],
    watches: [{ kind: Pod, keys: (pod: Pod, reading) => keysOfStray(pod, reading) }],
    reconcile: createReconcile(),
  });
}
