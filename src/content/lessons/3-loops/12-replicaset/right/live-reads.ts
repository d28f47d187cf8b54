/** Where there is a gap, it asks the API server itself before it acts. A list from there is never older than its own writes. */
import { claim, controllerOf, isActive, Pod, podFromTemplate, type Reconcile, ReplicaSet } from 'converge/sdk';
import { planReplicas } from './plan.ts';
import { availableInMs, statusOf, writeStatus } from './status.ts';

export const reconcile: Reconcile = async (key, tools) => {
  const { client, lister, now } = tools;
  const cached = lister(ReplicaSet).get(key);
  if (cached === undefined) return;
  const pods = (await claim(cached, ReplicaSet, Pod, tools)).filter(isActive);
  let failure: Error | undefined;

  if (pods.length !== (cached.spec.replicas ?? 1)) {
    const set = await client.get(ReplicaSet, cached);
    if (set.metadata.uid === cached.metadata.uid && set.metadata.deletionTimestamp === undefined) {
      const all = await client.list(Pod, { namespace: set.metadata.namespace ?? 'default' });
      const live = all.filter((pod) => isActive(pod) && controllerOf(pod)?.uid === set.metadata.uid);
      const plan = planReplicas(set, live, tools);
      const made = await client.createMany(Pod, podFromTemplate(set, set.spec.template), plan.create);
      const deleted = await client.deleteMany(Pod, plan.remove);
      failure = made.error ?? deleted.error;
    }
  }

  await writeStatus(cached, statusOf(cached, pods, now(), failure), tools);
  if (failure !== undefined) throw failure;
  const afterMs = availableInMs(cached, pods, now());
  return afterMs === undefined ? undefined : { afterMs };
};
