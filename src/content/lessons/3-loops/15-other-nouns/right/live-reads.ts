/** Where there is something to do, it asks the API server itself before it acts: a list from there is never older than its own writes. */
import { claim, controllerOf, DaemonSet, isActive, Node, Pod, type Reconcile } from 'converge/sdk';
import { podFor } from './daemon-pod.ts';
import { fitOf } from './node-fit.ts';
import { podsByNode } from './pods-by-node.ts';
import { availableInMs, type Seen, statusOf, writeStatus } from './status.ts';

export const reconcile: Reconcile = async (key, tools) => {
  const { client, lister } = tools;
  const cached = lister(DaemonSet).get(key);
  if (cached === undefined) return;
  const cachedPods = podsByNode(await claim(cached, DaemonSet, Pod, tools));
  const seen: Seen = { set: cached, nodes: lister(Node).list(), pods: cachedPods, nowMs: tools.now() };
  let failure: Error | undefined;

  const cachedPlan = planOf(seen);
  if (cachedPlan.create.length + cachedPlan.remove.length > 0) {
    const set = await client.get(DaemonSet, cached);
    if (set.metadata.uid === cached.metadata.uid && set.metadata.deletionTimestamp === undefined) {
      const all = await client.list(Pod, { namespace: set.metadata.namespace ?? 'default' });
      const own = all.filter((pod) => controllerOf(pod)?.uid === set.metadata.uid);
      const live = planOf({ ...seen, set, nodes: await client.list(Node), pods: podsByNode(own) });
      const made = await client.createMany(Pod, (index) => podFor(set, live.create[index] ?? ''), live.create.length);
      const deleted = await client.deleteMany(Pod, live.remove);
      failure = made.error ?? deleted.error;
    }
  }

  await writeStatus(cached, statusOf(seen), tools);
  if (failure !== undefined) throw failure;
  const afterMs = availableInMs(seen);
  return afterMs === undefined ? undefined : { afterMs };
};

function planOf({ set, nodes, pods }: Seen): { create: string[]; remove: Pod[] } {
  const plan: { create: string[]; remove: Pod[] } = { create: [], remove: [] };
  for (const node of nodes) {
    const there = pods.get(node.metadata.name) ?? [];
    const staying = there.filter((pod) => pod.metadata.deletionTimestamp === undefined);
    const [kept] = staying.filter(isActive);
    const fit = fitOf(set, node);
    plan.remove.push(...staying.filter((pod) => fit === 'leave' || pod !== kept));
    if (fit === 'run' && there.length === 0) plan.create.push(node.metadata.name);
  }
  return plan;
}
