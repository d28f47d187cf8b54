/** One Pod a pass: it expects that one, and the watch event that shows it brings the next pass. */
import { claim, isActive, Pod, podFromTemplate, type Reconcile, ReplicaSet } from 'converge/sdk';
import { planReplicas } from './plan.ts';
import { availableInMs, statusOf, writeStatus } from './status.ts';

export const reconcile: Reconcile = async (key, tools) => {
  const { client, expect, lister, now } = tools;
  const set = lister(ReplicaSet).get(key);
  if (set === undefined) return;
  const settled = expect.satisfied(key);
  const pods = (await claim(set, ReplicaSet, Pod, tools)).filter(isActive);
  const { create, remove } = planReplicas(set, pods, tools);
  const [first] = remove;
  let failure: unknown;

  if (settled && set.metadata.deletionTimestamp === undefined) {
    try {
      if (create > 0) {
        expect.creations(key, 1);
        await client.create(Pod, podFromTemplate(set, set.spec.template));
      } else if (first !== undefined) {
        expect.deletions(key, [first]);
        await client.delete(Pod, first, { preconditions: { uid: first.metadata.uid ?? '' } });
      }
    } catch (error) {
      if (create > 0) expect.creationsFailed(key, 1);
      else if (first !== undefined) expect.deletionsFailed(key, [first]);
      failure = error;
    }
  }

  await writeStatus(set, statusOf(set, pods, now(), failure instanceof Error ? failure : undefined), tools);
  if (failure !== undefined) throw failure;
  const afterMs = availableInMs(set, pods, now());
  return afterMs === undefined ? undefined : { afterMs };
};
