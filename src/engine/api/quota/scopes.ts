/** Which pods a quota is about (upstream: pkg/quota/v1/evaluator/core/pods.go, podMatchesScopeFunc). */
import type { Pod, PodAffinityTerm, ResourceQuotaSpec, ScopedResourceSelectorRequirement } from '../generated/types.ts';

/** All that a quota demands of what it counts; `scopes` are such that need no values. */
export function scopeSelectors(spec: ResourceQuotaSpec): readonly ScopedResourceSelectorRequirement[] {
  const scopes = (spec.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' }));
  return [...scopes, ...(spec.scopeSelector?.matchExpressions ?? [])];
}

/** Whether a pod is in a scope. */
export function podInScope(pod: Pod, { scopeName, operator, values = [] }: ScopedResourceSelectorRequirement): boolean {
  const { activeDeadlineSeconds, priorityClassName = '' } = pod.spec;
  switch (scopeName) {
    case 'Terminating':
      return activeDeadlineSeconds !== undefined && activeDeadlineSeconds >= 0;
    case 'NotTerminating':
      return activeDeadlineSeconds === undefined || activeDeadlineSeconds < 0;
    case 'BestEffort':
      return isBestEffort(pod);
    case 'NotBestEffort':
      return !isBestEffort(pod);
    case 'PriorityClass':
      if (operator === 'Exists') return priorityClassName !== '';
      if (operator === 'DoesNotExist') return priorityClassName === '';
      return (priorityClassName !== '' && values.includes(priorityClassName)) === (operator === 'In');
    case 'CrossNamespacePodAffinity':
      return hasCrossNamespaceAffinity(pod);
    default:
      return false;
  }
}

function isBestEffort({ spec }: Pod): boolean {
  const counted = (texts: Readonly<Record<string, string>> | undefined): boolean =>
    ['cpu', 'memory'].some((name) => texts?.[name] !== undefined && texts[name] !== '0');
  return [...spec.containers, ...(spec.initContainers ?? [])].every(
    ({ resources }) => !counted(resources?.requests) && !counted(resources?.limits),
  );
}

function hasCrossNamespaceAffinity({ spec }: Pod): boolean {
  const { podAffinity, podAntiAffinity } = spec.affinity ?? {};
  const terms: PodAffinityTerm[] = [];
  for (const affinity of [podAffinity, podAntiAffinity]) {
    terms.push(...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []));
    for (const { podAffinityTerm } of affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [])
      if (podAffinityTerm !== undefined) terms.push(podAffinityTerm);
  }
  return terms.some((term) => (term.namespaces ?? []).length > 0 || term.namespaceSelector !== undefined);
}
