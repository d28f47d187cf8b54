/** Runs Pods until enough of them have ended well. (upstream pkg/controller/job) */
import { claim, Job, type ObjectKey, Pod, type Reconcile, type Requeue, type Tools } from 'converge/sdk';
import { type Assessment, assess } from './assess.ts';
import { isFinished } from './conditions.ts';
import { trackingFinalizer } from './job-pods.ts';
import { type Managed, manage } from './manage.ts';
import { createMemory, type JobMemory } from './memory.ts';
import { isAbandoned, isManagedElsewhere, releaseAbandoned, strayPodOf } from './stray-pods.ts';
import { releasePod } from './pod-control.ts';
import { track } from './track.ts';

export function createReconcile(): Reconcile {
  const memory = createMemory();
  return async (key, tools) => {
    const stray = strayPodOf(key);
    if (stray !== undefined) return releaseStray(stray, tools);
    const job = tools.lister(Job).get(key);
    if (job === undefined) {
      memory.forget(key);
      return releaseAbandoned(key, tools);
    }
    if (isManagedElsewhere(job)) return;
    if (isFinished(job)) {
      memory.forget(key);
      return releaseAbandoned(key, tools);
    }
    // Its own last write isn't in the cache yet. When it arrives, it brings the next pass.
    if (memory.isStale(key, job)) return;
    return sync(key, job, memory, tools);
  };
}

async function sync(key: ObjectKey, job: Job, memory: JobMemory, tools: Tools): Promise<Requeue | void> {
  const { selector } = job.spec;
  // The server has given it one.
  if (selector === undefined) return;
  // Checked before the Pods are read: what was expected then is in the cache by now.
  const settled = tools.expect.satisfied(key);
  const pods = await claim({ ...job, spec: { ...job.spec, selector } }, Job, Pod, tools, [trackingFinalizer]);
  const known = { nowMs: tools.now(), backOff: memory.backOff(key), counted: memory.counted(key, pods) };
  const assessment = assess(job, pods, known);
  const managed = await manage(assessment, settled, tools);
  await track(job, assessment, managed, memory, tools);
  if (managed.error !== undefined) throw managed.error;
  return soonest(assessment, managed);
}

/** Nothing happens at the moment a back-off or the deadline is over: reconcile again then. */
function soonest({ deadlineInMs }: Assessment, { waitMs, end }: Managed): Requeue | void {
  const waits = [deadlineInMs, waitMs].filter((each) => each !== undefined);
  if (end === undefined && waits.length > 0) return { afterMs: Math.max(1, Math.min(...waits)) };
}

async function releaseStray(podKey: ObjectKey, tools: Tools): Promise<void> {
  const pod = tools.lister(Pod).get(podKey);
  if (pod !== undefined && isAbandoned(pod, tools)) await releasePod(pod, tools);
}
