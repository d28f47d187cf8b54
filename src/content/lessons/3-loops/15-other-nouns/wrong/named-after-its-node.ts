/**
 * Names each Pod after its node, so that a second one is refused: so is the Pod that follows one that was let go and lives on.
 * @cause was refused a name that is taken
 */
import { claim, DaemonSet, isActive, isAlreadyExists, Node, Pod, type Reconcile } from 'converge/sdk';
import { podFor } from './daemon-pod.ts';
import { fitOf } from './node-fit.ts';
import { podsByNode } from './pods-by-node.ts';
import { availableInMs, type Seen, statusOf, writeStatus } from './status.ts';

export const reconcile: Reconcile = async (key, tools) => {
  const { client, expect, lister } = tools;
  const set = lister(DaemonSet).get(key);
  if (set === undefined) return;
  const settled = expect.satisfied(key);
  const pods = podsByNode(await claim(set, DaemonSet, Pod, tools));
  const seen: Seen = { set, nodes: lister(Node).list(), pods, nowMs: tools.now() };
  const remove: Pod[] = [];
  let failure: unknown;

  for (const node of settled && set.metadata.deletionTimestamp === undefined ? seen.nodes : []) {
    const { name } = node.metadata;
    const there = pods.get(name) ?? [];
    const fit = fitOf(set, node);
    const kept = fit === 'leave' ? undefined : there.find(isActive);
    remove.push(...there.filter((each) => each !== kept && each.metadata.deletionTimestamp === undefined));
    if (fit !== 'run' || there.length > 0) continue;
    const { metadata, ...draft } = podFor(set, name);
    const { generateName: _, ...named } = metadata;
    await client.create(Pod, { ...draft, metadata: { ...named, name: `${set.metadata.name}-${name}` } }).catch((error: unknown) => {
      if (!isAlreadyExists(error)) failure ??= error;
    });
  }
  if (remove.length > 0) {
    expect.deletions(key, remove);
    const { failed, error } = await client.deleteMany(Pod, remove);
    expect.deletionsFailed(key, failed);
    failure ??= error;
  }

  await writeStatus(set, statusOf(seen), tools);
  if (failure !== undefined) throw failure;
  const afterMs = availableInMs(seen);
  return afterMs === undefined ? undefined : { afterMs };
};
