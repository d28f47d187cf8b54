/** Names by number instead of expectations: a Pod that is made twice is refused the second time. */
import { claim, controllerOf, isActive, isAlreadyExists, Pod, podFromTemplate, type Reconcile, ReplicaSet } from 'converge/sdk';
import { planReplicas } from './plan.ts';
import { availableInMs, statusOf, writeStatus } from './status.ts';

export const reconcile: Reconcile = async (key, tools) => {
  const { client, lister, now } = tools;
  const set = lister(ReplicaSet).get(key);
  if (set === undefined) return;
  // Not deleting twice needs what is there now: names can be taken again, and a Pod that is leaving still has one.
  const pods = (await claim(set, ReplicaSet, Pod, tools)).filter(isActive);
  const { namespace = '', name } = set.metadata;
  const wanted = set.spec.replicas ?? 1;
  let failure: Error | undefined;

  if (set.metadata.deletionTimestamp === undefined && pods.length !== wanted) {
    const all = await client.list(Pod, { namespace });
    const active = all.filter((pod) => isActive(pod) && controllerOf(pod)?.uid === set.metadata.uid);
    const taken = new Set(all.map((pod) => pod.metadata.name));
    try {
      for (let number = 0, missing = wanted - active.length; missing > 0; number += 1) {
        if (taken.has(`${name}-${number}`)) continue;
        const { generateName: _, ...metadata } = podFromTemplate(set, set.spec.template).metadata;
        const draft = { ...podFromTemplate(set, set.spec.template), metadata: { ...metadata, name: `${name}-${number}` } };
        await client.create(Pod, draft).catch((error: unknown) => {
          if (!isAlreadyExists(error)) throw error;
        });
        missing -= 1;
      }
      for (const pod of planReplicas(set, active, tools).remove) await client.delete(Pod, pod, { preconditions: { uid: pod.metadata.uid ?? '' } });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      failure = error;
    }
  }

  await writeStatus(set, statusOf(set, pods, now(), failure), tools);
  if (failure !== undefined) throw failure;
  const afterMs = availableInMs(set, pods, now());
  return afterMs === undefined ? undefined : { afterMs };
};
