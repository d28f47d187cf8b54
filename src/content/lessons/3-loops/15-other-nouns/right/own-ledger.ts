/** A ledger of its own instead of `expect`: for each node, the Pod that it has made there and not seen yet; and the Pods that it has deleted. */
import { claim, DaemonSet, isActive, Node, Pod, type Reconcile } from 'converge/sdk';
import { podFor } from './daemon-pod.ts';
import { fitOf } from './node-fit.ts';
import { podsByNode } from './pods-by-node.ts';
import { availableInMs, type Seen, statusOf, writeStatus } from './status.ts';

interface Made {
  readonly key: string;
  readonly atMs: number;
}

/** By the set's uid and the node. */
const ledger = new Map<string, Made>();
/** By uid: those that its cache may still show as staying. */
const deleted = new Set<string>();
/** What hasn't come in so long is taken for lost. */
const forgottenAfterMs = 60_000;

export const reconcile: Reconcile = async (key, tools) => {
  const { client, lister } = tools;
  const set = lister(DaemonSet).get(key);
  if (set === undefined) return;
  for (const [place, made] of ledger) {
    // Those of other sets are for other passes, which may have read the cache before.
    if (!place.startsWith(set.metadata.uid)) continue;
    const isSeen = lister(Pod).get(made.key) !== undefined;
    if (isSeen || tools.now() - made.atMs > forgottenAfterMs) ledger.delete(place);
  }
  const pods = podsByNode(await claim(set, DaemonSet, Pod, tools));
  const seen: Seen = { set, nodes: lister(Node).list(), pods, nowMs: tools.now() };
  let failure: unknown;

  if (set.metadata.deletionTimestamp === undefined) {
    try {
      for (const node of seen.nodes) await tend(node);
    } catch (error) {
      failure = error;
    }
  }

  await writeStatus(set, statusOf(seen), tools);
  if (failure !== undefined) throw failure;
  if (ledger.size > 0) return { afterMs: forgottenAfterMs };
  const afterMs = availableInMs(seen);
  return afterMs === undefined ? undefined : { afterMs };

  async function tend(node: Node): Promise<void> {
    const place = `${set?.metadata.uid}/${node.metadata.name}`;
    const there = pods.get(node.metadata.name) ?? [];
    if (set === undefined || ledger.has(place)) return;
    if (there.some(({ metadata }) => deleted.has(metadata.uid) && metadata.deletionTimestamp === undefined)) return;
    const staying = there.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const fit = fitOf(set, node);
    const kept = fit === 'leave' ? undefined : staying.find(isActive);
    const remove = staying.filter((pod) => pod !== kept);
    const { error, failed } = await client.deleteMany(Pod, remove);
    for (const pod of remove) if (!failed.includes(pod)) deleted.add(pod.metadata.uid);
    if (error !== undefined) throw error;
    if (fit !== 'run' || there.length > 0) return;
    const { metadata } = await client.create(Pod, podFor(set, node.metadata.name));
    const made = { key: `${metadata.namespace}/${metadata.name}`, atMs: tools.now() };
    if (lister(Pod).get(made.key) === undefined) ledger.set(place, made);
  }
};
