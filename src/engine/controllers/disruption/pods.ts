/** Which budgets a pod is under, and which pods are under more than one. */
import { type KubeObject, keyOf, labelSelectorMatcher, type ObjectKey, type Pod, PodDisruptionBudget, type Tools, type Watch } from 'converge/sdk';

/** Pods that have changed since the last pass and are under several budgets: their key -> pod and the first of these. */
export type Contested = Map<ObjectKey, { readonly pod: Pod; readonly budget: KubeObject }>;

export function selects({ selector }: PodDisruptionBudget['spec'], pod: Pod): boolean {
  return selector !== undefined && labelSelectorMatcher(selector)(pod.metadata.labels ?? {});
}

/** The budgets of a pod that has changed. */
export function budgetsOfPods(contested: Contested): Watch<Pod>['keys'] {
  return (pod, { lister }) => {
    const budgets = lister(PodDisruptionBudget)
      .list(pod.metadata.namespace)
      .filter(({ spec }) => selects(spec, pod));
    const [budget] = budgets;
    if (budget !== undefined && budgets.length > 1) contested.set(keyOf(pod), { pod, budget });
    return budgets.map(keyOf);
  };
}

/** Says of each contested pod which budget upstream would have gone by. */
export function warnOfContested(contested: Contested, { events }: Tools): void {
  for (const { pod, budget } of contested.values()) {
    const { namespace, name } = pod.metadata;
    const message = `Pod "${namespace}"/"${name}" matches multiple PodDisruptionBudgets.  Chose "${budget.metadata.name}" arbitrarily.`;
    events.warning(pod, 'MultiplePodDisruptionBudgets', message);
  }
  contested.clear();
}
