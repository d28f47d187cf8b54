/** The requests a policy is about, where it doesn't say (upstream: pkg/apis/admissionregistration/v1/defaults.go). */
import type { MatchResources, NamedRuleWithOperations } from '../../generated/types.ts';

/** With what upstream fills in; the same one when there was nothing to do. */
export function withMatchDefaults(match: MatchResources | undefined): MatchResources | undefined {
  if (match === undefined) return undefined;
  const rules = withScopes(match.resourceRules);
  const excluded = withScopes(match.excludeResourceRules);
  const isWhole = match.matchPolicy !== undefined && match.namespaceSelector && match.objectSelector;
  if (isWhole && rules === match.resourceRules && excluded === match.excludeResourceRules) return match;
  return {
    ...match,
    matchPolicy: match.matchPolicy ?? 'Equivalent',
    namespaceSelector: match.namespaceSelector ?? {},
    objectSelector: match.objectSelector ?? {},
    ...(rules !== undefined && { resourceRules: rules }),
    ...(excluded !== undefined && { excludeResourceRules: excluded }),
  };
}

type Rules = readonly NamedRuleWithOperations[];

function withScopes(rules: Rules | undefined): Rules | undefined {
  if (rules === undefined || rules.every(({ scope }) => scope !== undefined)) return rules;
  return rules.map((rule) => ({ ...rule, scope: rule.scope ?? '*' }));
}
