/** Deletes Jobs a while after they have ended, when they say so. (upstream pkg/controller/ttlafterfinished) */
import { type Controller, defineController, isNotFound, Job, type Reconcile, type Tools } from 'converge/sdk';
import { timeLeftMs } from './time-left.ts';

export const ttlAfterFinishedController: Controller<Job> = defineController<Job>({
  name: 'ttl-after-finished',
  for: Job,
  reconcile: (key, tools) => reconcile(key, tools),
});

const reconcile: Reconcile = async (key, tools) => {
  const cached = tools.lister(Job).get(key);
  const leftMs = cached === undefined ? undefined : timeLeftMs(cached, tools.now());
  if (leftMs === undefined) return;
  if (leftMs > 0) return { afterMs: leftMs };
  // The cache may be old: somebody may have given the Job more time, or another may have its name.
  const job = await live(key, tools);
  const liveLeftMs = job === undefined ? undefined : timeLeftMs(job, tools.now());
  if (job === undefined || liveLeftMs === undefined) return;
  if (liveLeftMs > 0) return { afterMs: liveLeftMs };
  await tools.client.delete(Job, job, { propagationPolicy: 'Foreground', preconditions: { uid: job.metadata.uid } });
};

async function live(key: string, { client }: Tools): Promise<Job | undefined> {
  try {
    return await client.get(Job, key);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
