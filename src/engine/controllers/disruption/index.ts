/** Says how many pods of a budget may be evicted now: the eviction API asks the budget's status. (upstream pkg/controller/disruption) */
import {
  type Controller,
  Deployment,
  defineController,
  isConflict,
  keyOf,
  labelSelectorMatcher,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  ReplicationController,
  type Requeue,
  StatefulSet,
  type Tools,
} from 'converge/sdk';
import { type Budget, budgetOf, type Scale } from './budget.ts';
import { isUpToDate, statusOf, withSyncFailed } from './status.ts';

const scaled = [Deployment, ReplicaSet, ReplicationController, StatefulSet];

export const disruptionController: Controller<PodDisruptionBudget> = defineController<PodDisruptionBudget>({
  name: 'disruption',
  eventSource: 'controllermanager',
  for: PodDisruptionBudget,
  watches: [
    {
      kind: Pod,
      keys: (pod: Pod, { lister }) =>
        lister(PodDisruptionBudget)
          .list(pod.metadata.namespace)
          .filter(({ spec }) => selects(spec, pod))
          .map(keyOf),
    },
    ...scaled.map((kind) => ({ kind, keys: () => [] })),
  ],
  async reconcile(key, tools) {
    const budget = tools.lister(PodDisruptionBudget).get(key);
    if (budget === undefined) return undefined;
    try {
      return await sync(budget, tools);
    } catch (error) {
      if (isConflict(error)) throw error;
      // Nothing may be evicted as long as it isn't known what would be left.
      const why = error instanceof Error ? error.message : String(error);
      await tools.client.updateStatus(PodDisruptionBudget, withSyncFailed(budget, why, tools.now()));
      return undefined;
    }
  },
});

async function sync(budget: PodDisruptionBudget, tools: Tools): Promise<Requeue | undefined> {
  const { spec, metadata } = budget;
  const pods = tools
    .lister(Pod)
    .list(metadata.namespace)
    .filter((pod) => selects(spec, pod));
  if (pods.length === 0) tools.events.normal(budget, 'NoPods', 'No matching pods found');
  const found = budgetOf(budget, pods, (pod) => scaleOf(pod, tools), tools.now());
  if (found.unmanaged > 0) warnOfUnmanaged(budget, tools);
  const next = statusOf(budget, found, tools.now());
  if (!isUpToDate(budget, next)) await tools.client.updateStatus(PodDisruptionBudget, { ...budget, status: next });
  return recheck(found, tools.now());
}

/** A pod that was to go and stays counts again after a while, though nothing happens then. */
function recheck({ recheckAtMs }: Budget, nowMs: number): Requeue | undefined {
  return recheckAtMs === undefined ? undefined : { afterMs: Math.max(1, recheckAtMs - nowMs) };
}

function selects({ selector }: PodDisruptionBudget['spec'], pod: Pod): boolean {
  return selector !== undefined && labelSelectorMatcher(selector)(pod.metadata.labels ?? {});
}

/** The controller that decides how many pods like this one there are to be: a ReplicaSet's Deployment, when it has one. */
function scaleOf(pod: Pod, { lister }: Tools): Scale | 'unmanaged' | undefined {
  const owner = pod.metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (owner === undefined) return 'unmanaged';
  const keyFor = (name: string): string => `${pod.metadata.namespace}/${name}`;
  if (owner.kind === StatefulSet.kind) return scaleIn(lister(StatefulSet).get(keyFor(owner.name)), owner.uid);
  if (owner.kind === ReplicationController.kind) return scaleIn(lister(ReplicationController).get(keyFor(owner.name)), owner.uid);
  if (owner.kind !== ReplicaSet.kind) return undefined;
  const set = lister(ReplicaSet).get(keyFor(owner.name));
  const above = set?.metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (above?.kind !== Deployment.kind) return scaleIn(set, owner.uid);
  return scaleIn(lister(Deployment).get(keyFor(above.name)), above.uid);
}

type Scaled = {
  readonly metadata: { readonly uid: string };
  readonly spec: { readonly replicas?: number };
};

function scaleIn(object: Scaled | undefined, uid: string): Scale | undefined {
  return object?.metadata.uid === uid ? { uid, replicas: object.spec.replicas ?? 1 } : undefined;
}

function warnOfUnmanaged(budget: PodDisruptionBudget, { events }: Tools): void {
  const { matchLabels = {}, matchExpressions = [] } = budget.spec.selector ?? {};
  const shown = `&LabelSelector{MatchLabels:map[string]string{${Object.entries(matchLabels)
    .map(([name, value]) => `${name}: ${value},`)
    .join('')}},MatchExpressions:[]LabelSelectorRequirement{${matchExpressions
    .map(({ key, operator, values = [] }) => `{${key} ${operator} [${values.join(' ')}]}`)
    .join(',')}},}`;
  events.warning(
    budget,
    'UnmanagedPods',
    `Pods selected by this PodDisruptionBudget (selector: ${shown}) were found to be unmanaged. As a result, the status of the PDB cannot be ` +
      'calculated correctly, which may result in undefined behavior. To account for these pods please set ".spec.minAvailable" field of the ' +
      'PDB to an integer value.',
  );
}
