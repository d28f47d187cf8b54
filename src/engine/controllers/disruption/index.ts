/** Says how many pods of a budget may be evicted now: the eviction API asks the budget's status. (upstream pkg/controller/disruption) */
import {
  type Controller,
  Deployment,
  defineController,
  definitions,
  hasDefinitions,
  isConflict,
  type KindDefinition,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  ReplicationController,
  type Requeue,
  StatefulSet,
  type Tools,
} from 'converge/sdk';
import { messageOf } from '../shared/message-of.ts';
import { type Budget, budgetOf, needsScale } from './budget.ts';
import { budgetsOfPods, type Contested, selects, warnOfContested } from './pods.ts';
import { type Expected, expectedScale } from './scale.ts';
import { selectorText } from './selector-text.ts';
import { isUpToDate, statusOf, withSyncFailed } from './status.ts';

const scaled = [Deployment, ReplicaSet, ReplicationController, StatefulSet];

export function createDisruptionController(served: readonly KindDefinition[]): Controller<PodDisruptionBudget> {
  const contested: Contested = new Map();
  // Read on each pass; their changes alone trigger none.
  const read = hasDefinitions(served) ? [...scaled, definitions] : scaled;
  return defineController<PodDisruptionBudget>({
    name: 'disruption',
    eventSource: 'controllermanager',
    for: PodDisruptionBudget,
    watches: [{ kind: Pod, keys: budgetsOfPods(contested) }, ...read.map((kind) => ({ kind, keys: () => [] }))],
    async reconcile(key, tools) {
      warnOfContested(contested, tools);
      const budget = tools.lister(PodDisruptionBudget).get(key);
      if (budget === undefined) return undefined;
      try {
        return await sync(budget, served, tools);
      } catch (error) {
        if (isConflict(error)) throw error;
        // Nothing may be evicted as long as it isn't known what would be left.
        await tools.client.updateStatus(PodDisruptionBudget, withSyncFailed(budget, messageOf(error), tools.now()));
        return undefined;
      }
    },
  });
}

async function sync(budget: PodDisruptionBudget, served: readonly KindDefinition[], tools: Tools): Promise<Requeue | undefined> {
  const { spec, metadata } = budget;
  const { events } = tools;
  const pods = tools
    .lister(Pod)
    .list(metadata.namespace)
    .filter((pod) => selects(spec, pod));
  if (pods.length === 0) events.normal(budget, 'NoPods', 'No matching pods found');
  const scale = await scaleOf(budget, pods, served, tools);
  if (scale.unmanaged > 0) warnOfUnmanaged(budget, tools);
  const found = budgetOf(budget, pods, scale.pods, tools.now());
  for (const pod of found.overdue) {
    // The namespace twice, as upstream.
    const pdb = `${metadata.namespace}/${metadata.namespace}`;
    events.warning(pod, 'NotDeleted', `Pod was expected by PDB ${pdb} to be deleted but it wasn't`);
  }
  const next = statusOf(budget, found, tools.now());
  if (!isUpToDate(budget, next)) await tools.client.updateStatus(PodDisruptionBudget, { ...budget, status: next });
  return recheck(found, tools.now());
}

async function scaleOf(
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
  served: readonly KindDefinition[],
  tools: Tools,
): Promise<Expected> {
  if (!needsScale(budget.spec)) return { pods: 0, unmanaged: 0 };
  try {
    return await expectedScale(pods, served, tools);
  } catch (error) {
    const message = `Failed to calculate the number of expected pods: ${messageOf(error)}`;
    tools.events.warning(budget, 'CalculateExpectedPodCountFailed', message);
    throw error;
  }
}

/** A pod that was to go and stays counts again after a while, though nothing happens then. */
function recheck({ recheckAtMs }: Budget, nowMs: number): Requeue | undefined {
  return recheckAtMs === undefined ? undefined : { afterMs: Math.max(1, recheckAtMs - nowMs) };
}

function warnOfUnmanaged(budget: PodDisruptionBudget, { events }: Tools): void {
  events.warning(
    budget,
    'UnmanagedPods',
    `Pods selected by this PodDisruptionBudget (selector: ${selectorText(budget.spec.selector)}) were found to be unmanaged. As a result, ` +
      'the status of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set ' +
      '".spec.minAvailable" field of the PDB to an integer value.',
  );
}
