/** The requests a policy is about: defaults and checks (upstream: pkg/apis/admissionregistration/{v1/defaults,validation}). */
import { type FieldError, invalidValue, notSupported, required } from '../../../meta/index.ts';
import type { MatchResources, NamedRuleWithOperations } from '../../generated/types.ts';
import { validateSelector } from '../../selector-validation.ts';

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

/** Errors of the match of a policy, or of a binding (`path`). */
export function validateMatch(match: MatchResources, path: string, errors: FieldError[]): void {
  const { matchPolicy = 'Equivalent' } = match;
  if (matchPolicy !== 'Exact' && matchPolicy !== 'Equivalent') {
    errors.push(notSupported(`${path}.matchPolicy`, matchPolicy, ['Equivalent', 'Exact']));
  }
  validateSelector(match.namespaceSelector, `${path}.namespaceSelector`, errors);
  validateSelector(match.objectSelector, `${path}.objectSelector`, errors);
  match.resourceRules?.forEach((rule, index) => ruleErrors(rule, `${path}.resourceRules[${index}]`, errors));
  match.excludeResourceRules?.forEach((rule, index) =>
    ruleErrors(rule, `${path}.excludeResourceRules[${index}]`, errors),
  );
}

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const SCOPES = ['*', 'Cluster', 'Namespaced'];

function ruleErrors(rule: NamedRuleWithOperations, path: string, errors: FieldError[]): void {
  const list = (values: readonly string[] | undefined, field: string, words: string): void => {
    if (values === undefined || values.length === 0) errors.push(required(`${path}.${field}`));
    else if (values.length > 1 && values.includes('*')) {
      errors.push(invalidValue(`${path}.${field}`, [...values], `if '*' is present, must not specify other ${words}`));
    }
  };
  const seen = new Set<string>();
  rule.resourceNames?.forEach((name, index) => {
    const at = `${path}.resourceNames[${index}]`;
    if (seen.has(name)) errors.push({ type: 'Duplicate', field: at, value: name, detail: '' });
    seen.add(name);
  });
  list(rule.operations, 'operations', 'operations');
  rule.operations?.forEach((each, index) => {
    if (!OPERATIONS.includes(each)) errors.push(notSupported(`${path}.operations[${index}]`, each, OPERATIONS));
  });
  list(rule.apiGroups, 'apiGroups', 'API groups');
  list(rule.apiVersions, 'apiVersions', 'API versions');
  if ((rule.resources ?? []).length === 0) errors.push(required(`${path}.resources`));
  if ((rule.resources ?? []).length > 1 && rule.resources?.includes('*/*')) {
    const detail = `if '*/*' is present, must not specify other resources`;
    errors.push(invalidValue(`${path}.resources`, [...rule.resources], detail));
  }
  if (rule.scope !== undefined && !SCOPES.includes(rule.scope)) {
    errors.push(notSupported(`${path}.scope`, rule.scope, SCOPES));
  }
}
