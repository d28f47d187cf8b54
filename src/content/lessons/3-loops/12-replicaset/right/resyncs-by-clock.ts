/** Uses the clock sanely: looks again every half a minute, whatever happens, and waits between two Pods that it makes. */
import { claim, isActive, Pod, podFromTemplate, type Reconcile, ReplicaSet } from 'converge/sdk';
import { planReplicas } from './plan.ts';
import { availableInMs, statusOf, writeStatus } from './status.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const reconcile: Reconcile = async (key, tools) => {
  const { client, expect, events } = tools;
  const set = tools.lister(ReplicaSet).get(key);
  if (set === undefined) return;
  const beganAt = Date.now();
  const settled = expect.satisfied(key);
  const pods = (await claim(set, ReplicaSet, Pod, tools)).filter(isActive);

  let failure: Error | undefined;
  if (settled && set.metadata.deletionTimestamp === undefined) {
    const { create, remove } = planReplicas(set, pods, tools);
    if (create > 0) expect.creations(key, create);
    for (let left = create; left > 0; left -= 1) {
      try {
        await client.create(Pod, podFromTemplate(set, set.spec.template));
      } catch (error) {
        expect.creationsFailed(key, left);
        if (error instanceof Error) failure = error;
        break;
      }
      await pause(2);
    }
    if (remove.length > 0) {
      expect.deletions(key, remove);
      const { failed, error } = await client.deleteMany(Pod, remove);
      expect.deletionsFailed(key, failed);
      failure = error;
    }
  }
  const status = statusOf(set, pods, tools.now(), failure);
  await writeStatus(set, status, tools);
  if (failure !== undefined) events.warning(set, 'Failed', `after ${Date.now() - beganAt} ms: ${failure.message}`);
  if (failure !== undefined) throw failure;
  return { afterMs: Math.min(availableInMs(set, pods, tools.now()) ?? 30_000, 30_000) };
};
