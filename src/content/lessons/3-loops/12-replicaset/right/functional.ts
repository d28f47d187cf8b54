/** Observe, decide, act: three functions, of which only the last one does anything. */
import { claim, isActive, Pod, podFromTemplate, type Reconcile, ReplicaSet, type Tools } from 'converge/sdk';
import { planReplicas } from './plan.ts';
import { availableInMs, statusOf, writeStatus } from './status.ts';

type Decision =
  | { readonly do: 'nothing' }
  | { readonly do: 'create'; readonly count: number }
  | { readonly do: 'delete'; readonly pods: readonly Pod[] };

async function observe(set: ReplicaSet, key: string, tools: Tools) {
  const settled = tools.expect.satisfied(key);
  const pods = (await claim(set, ReplicaSet, Pod, tools)).filter(isActive);
  return { set, key, settled, pods };
}
type Observed = Awaited<ReturnType<typeof observe>>;

function decide({ set, settled, pods }: Observed, tools: Tools): Decision {
  if (!settled || set.metadata.deletionTimestamp !== undefined) return { do: 'nothing' };
  const { create, remove } = planReplicas(set, pods, tools);
  if (create > 0) return { do: 'create', count: create };
  return remove.length > 0 ? { do: 'delete', pods: remove } : { do: 'nothing' };
}

async function act({ set, key }: Observed, decision: Decision, { client, expect }: Tools): Promise<Error | undefined> {
  if (decision.do === 'nothing') return undefined;
  if (decision.do === 'create') {
    expect.creations(key, decision.count);
    const { missing, error } = await client.createMany(Pod, podFromTemplate(set, set.spec.template), decision.count);
    expect.creationsFailed(key, missing);
    return error;
  }
  expect.deletions(key, decision.pods);
  const { failed, error } = await client.deleteMany(Pod, decision.pods);
  expect.deletionsFailed(key, failed);
  return error;
}

export const reconcile: Reconcile = async (key, tools) => {
  const set = tools.lister(ReplicaSet).get(key);
  if (set === undefined) return;
  const observed = await observe(set, key, tools);
  const failure = await act(observed, decide(observed, tools), tools);
  await writeStatus(set, statusOf(set, observed.pods, tools.now(), failure), tools);
  if (failure !== undefined) throw failure;
  const afterMs = availableInMs(set, observed.pods, tools.now());
  return afterMs === undefined ? undefined : { afterMs };
};
