/** Keeps one Pod on each node that fits. (upstream pkg/controller/daemon) */
import {
  claim,
  DaemonSet,
  isActive,
  keyOf,
  Node,
  Pod,
  type Reconcile,
  type Tools,
} from 'converge/sdk';
import { podFor } from './daemon-pod.ts';
import { fitOf } from './node-fit.ts';
import { podsByNode } from './pods-by-node.ts';
import { availableInMs, type Seen, statusOf, writeStatus } from './status.ts';

export const reconcile: Reconcile = async (key, tools) => {
  const set = tools.lister(DaemonSet).get(key);
  if (set === undefined) return;

  // Checked before the Pods are read: what was expected then is in the cache by now.
  const settled = tools.expect.satisfied(key);
  const own = await claim(set, DaemonSet, Pod, tools);
  const pods = podsByNode(own);
  const nodes = tools.lister(Node).list();
  const seen: Seen = { set, nodes, pods, nowMs: tools.now() };

  let failure: Error | undefined;
  if (settled && set.metadata.deletionTimestamp === undefined) failure = await closeGaps(seen, tools);

  await writeStatus(set, statusOf(seen), tools);
  if (failure !== undefined) throw failure;

  // Nothing will happen at the moment a ready pod becomes an available one: reconcile again then.
  const afterMs = availableInMs(seen);
  return afterMs === undefined ? undefined : { afterMs };
};

/** Creates the Pods that are missing, and deletes those that are too many. Returns the first refusal. */
async function closeGaps({ set, nodes, pods }: Seen, { client, expect }: Tools): Promise<Error | undefined> {
  const create: string[] = [];
  const remove: Pod[] = [];
  for (const node of nodes) {
    const { name } = node.metadata;
    const there = pods.get(name) ?? [];
    const staying = there.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const fit = fitOf(set, node);
    if (fit === 'leave') {
      remove.push(...staying);
      continue;
    }
    const running = staying.filter(isActive);
    remove.push(...running.slice(1), ...staying.filter((pod) => !running.includes(pod)));
    // One that is leaving has the node for itself until it is gone.
    if (fit === 'run' && there.length === 0) create.push(name);
  }

  // Expect before creating: the cache may show the Pods before the answers arrive, or long after.
  const key = keyOf(set);
  expect.creations(key, create.length, remove);
  const made = await client.createMany(Pod, (index) => podFor(set, create[index] ?? ''), create.length);
  expect.creationsFailed(key, made.missing);
  const deleted = await client.deleteMany(Pod, remove);
  expect.deletionsFailed(key, deleted.failed);
  return made.error ?? deleted.error;
}
