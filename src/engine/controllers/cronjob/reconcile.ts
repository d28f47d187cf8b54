import { CronJob, deepEqual, Job, type ObjectKey, type Reconcile, type Tools } from 'converge/sdk';
import { observe, type Run, trimHistory } from './observe.ts';
import { start } from './start.ts';

/** Remembers the schedule that each CronJob had, to see when it changes. */
export function createReconcile(): Reconcile {
  const schedules = new Map<ObjectKey, string>();

  /** Whether it is another than at the last pass. */
  function isRescheduled(key: ObjectKey, { spec }: CronJob): boolean {
    const text = `${spec.timeZone ?? ''} ${spec.schedule}`;
    const before = schedules.get(key);
    schedules.set(key, text);
    return before !== undefined && before !== text;
  }

  return async (key, tools) => {
    const cronJob = tools.lister(CronJob).get(key);
    if (cronJob === undefined) {
      schedules.delete(key);
      return;
    }
    const rescheduled = isRescheduled(key, cronJob);
    const jobs = tools.lister(Job).controlledBy(cronJob);
    const trimmed = await trimHistory({ cronJob, status: cronJob.status }, jobs, tools);
    const observed = await observe(trimmed, jobs, tools);
    const { run, afterMs, error } = await start(observed, rescheduled, tools);
    await writeStatus(run, tools);
    if (error !== undefined) throw error;
    return afterMs === undefined ? undefined : { afterMs: Math.max(1, afterMs) };
  };
}

async function writeStatus({ cronJob, status }: Run, { client }: Tools): Promise<void> {
  if (!deepEqual(cronJob.status, status)) await client.updateStatus(CronJob, { ...cronJob, status });
}
