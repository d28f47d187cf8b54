/** Which evictions would go against a PodDisruptionBudget (upstream filterPodsWithPDBViolation). */
import { labelSelectorMatcher, type PodDisruptionBudget, type PodInfo } from 'converge/sdk';

export interface Split {
  readonly violating: readonly PodInfo[];
  readonly others: readonly PodInfo[];
}

/** Keeps the order. Each pod uses up a disruption of every budget that covers it, unless the API server has counted it already. */
export function splitByBudgets(pods: readonly PodInfo[], budgets: readonly PodDisruptionBudget[]): Split {
  const allowed = budgets.map(({ status }) => status?.disruptionsAllowed ?? 0);
  const violating: PodInfo[] = [];
  const others: PodInfo[] = [];
  for (const info of pods) {
    let violates = false;
    for (const [index, budget] of budgets.entries()) {
      if (!covers(budget, info)) continue;
      const left = (allowed[index] ?? 0) - 1;
      allowed[index] = left;
      if (left < 0) violates = true;
    }
    (violates ? violating : others).push(info);
  }
  return { violating, others };
}

/** An empty selector covers nothing here (upstream says so). */
function covers({ metadata, spec, status }: PodDisruptionBudget, { pod }: PodInfo): boolean {
  const { namespace, labels, name } = pod.metadata;
  const selector = spec?.selector;
  if (metadata.namespace !== namespace || selector === undefined || labels === undefined) return false;
  const { matchLabels = {}, matchExpressions = [] } = selector;
  if (Object.keys(matchLabels).length + matchExpressions.length === 0) return false;
  return labelSelectorMatcher(selector)(labels) && status?.disruptedPods?.[name] === undefined;
}
