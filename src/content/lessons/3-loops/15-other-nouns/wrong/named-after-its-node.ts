/**
 * Names each Pod after its node, so that a second one is refused: so is the Pod that follows one that was let go and lives on.
 * @cause was refused a name that is taken
 */
import { claim, DaemonSet, isActive, isAlreadyExists, isNotFound, Node, Pod, type Reconcile } from 'converge/sdk';
import { podFor } from './daemon-pod.ts';
import { fitOf } from './node-fit.ts';
import { podsByNode } from './pods-by-node.ts';
import { availableInMs, type Seen, statusOf, writeStatus } from './status.ts';

export const reconcile: Reconcile = async (key, tools) => {
  const { client, lister } = tools;
  const set = lister(DaemonSet).get(key);
  if (set === undefined) return;
  const pods = podsByNode(await claim(set, DaemonSet, Pod, tools));
  const seen: Seen = { set, nodes: lister(Node).list(), pods, nowMs: tools.now() };
  const failures: unknown[] = [];

  for (const node of set.metadata.deletionTimestamp === undefined ? seen.nodes : []) {
    const { name } = node.metadata;
    const there = pods.get(name) ?? [];
    const fit = fitOf(set, node);
    const kept = fit === 'leave' ? undefined : there.filter(isActive)[0];
    for (const pod of there.filter((each) => each !== kept && each.metadata.deletionTimestamp === undefined)) {
      await client.delete(Pod, pod, { preconditions: { uid: pod.metadata.uid } }).catch((error: unknown) => {
        if (!isNotFound(error)) failures.push(error);
      });
    }
    if (fit !== 'run' || there.length > 0) continue;
    const { metadata, ...draft } = podFor(set, name);
    const { generateName: _, ...named } = metadata;
    await client.create(Pod, { ...draft, metadata: { ...named, name: `${set.metadata.name}-${name}` } }).catch((error: unknown) => {
      if (!isAlreadyExists(error)) failures.push(error);
    });
  }

  await writeStatus(set, statusOf(seen), tools);
  if (failures.length > 0) throw failures[0];
  const afterMs = availableInMs(seen);
  return afterMs === undefined ? undefined : { afterMs };
};
