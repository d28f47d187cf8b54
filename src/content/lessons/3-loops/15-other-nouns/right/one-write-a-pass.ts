/** One write a pass: it expects that one, and the watch event that shows it brings the next pass. */
import { claim, DaemonSet, isActive, Node, Pod, type Reconcile } from 'converge/sdk';
import { podFor } from './daemon-pod.ts';
import { fitOf } from './node-fit.ts';
import { podsByNode } from './pods-by-node.ts';
import { availableInMs, type Seen, statusOf, writeStatus } from './status.ts';

type Step = { readonly create: string } | { readonly remove: Pod };

export const reconcile: Reconcile = async (key, tools) => {
  const { client, expect, lister } = tools;
  const set = lister(DaemonSet).get(key);
  if (set === undefined) return;
  const settled = expect.satisfied(key);
  const pods = podsByNode(await claim(set, DaemonSet, Pod, tools));
  const seen: Seen = { set, nodes: lister(Node).list(), pods, nowMs: tools.now() };
  const step = settled && set.metadata.deletionTimestamp === undefined ? nextStep(seen) : undefined;
  let failure: unknown;

  if (step !== undefined && 'create' in step) {
    expect.creations(key, 1);
    try {
      await client.create(Pod, podFor(set, step.create));
    } catch (error) {
      expect.creationsFailed(key, 1);
      failure = error;
    }
  } else if (step !== undefined) {
    expect.deletions(key, [step.remove]);
    try {
      await client.delete(Pod, step.remove, { preconditions: { uid: step.remove.metadata.uid } });
    } catch (error) {
      expect.deletionsFailed(key, [step.remove]);
      failure = error;
    }
  }

  await writeStatus(set, statusOf(seen), tools);
  if (failure !== undefined) throw failure;
  const afterMs = availableInMs(seen);
  return afterMs === undefined ? undefined : { afterMs };
};

/** Those that are too many go first. */
function nextStep({ set, nodes, pods }: Seen): Step | undefined {
  let empty: string | undefined;
  for (const node of nodes) {
    const fit = fitOf(set, node);
    const there = pods.get(node.metadata.name) ?? [];
    const staying = there.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const kept = fit === 'leave' ? undefined : staying.find(isActive);
    const remove = staying.find((pod) => pod !== kept);
    if (remove !== undefined) return { remove };
    if (fit === 'run' && there.length === 0) empty ??= node.metadata.name;
  }
  return empty === undefined ? undefined : { create: empty };
}
