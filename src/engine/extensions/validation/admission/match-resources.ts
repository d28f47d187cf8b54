/** Checks of the requests that a policy is about (upstream: pkg/apis/admissionregistration/validation). */
import {
  checkPathSegment,
  checkQualifiedName,
  duplicate,
  type FieldError,
  invalidValue,
  notSupported,
  required,
  shownList,
} from '../../../meta/index.ts';
import type { MatchCondition, MatchResources, NamedRuleWithOperations, RuleWithOperations } from '../../../api/generated/types.ts';
import { validateSelector } from '../../../api/selector-validation.ts';

/** Errors of the match of a policy, or of a binding (`path`). */
export function validateMatch(match: MatchResources, path: string, errors: FieldError[]): void {
  const { matchPolicy = 'Equivalent', resourceRules = [], excludeResourceRules = [] } = match;
  checkOneOf(matchPolicy, ['Equivalent', 'Exact'], `${path}.matchPolicy`, errors);
  validateSelector(match.namespaceSelector, `${path}.namespaceSelector`, errors);
  validateSelector(match.objectSelector, `${path}.objectSelector`, errors);
  resourceRules.forEach((rule, index) => namedRuleErrors(rule, `${path}.resourceRules[${index}]`, errors));
  excludeResourceRules.forEach((rule, index) => namedRuleErrors(rule, `${path}.excludeResourceRules[${index}]`, errors));
}

/** Names a value that isn't one of a few. */
export function checkOneOf(value: string, supported: readonly string[], field: string, errors: FieldError[]): void {
  if (!supported.includes(value)) errors.push(notSupported(field, value, supported));
}

/** Names what comes a second time in a list. */
export function checkUnique(values: readonly string[], fieldAt: (index: number) => string, errors: FieldError[]): void {
  const seen = new Set<string>();
  values.forEach((value, index) => {
    if (value && seen.has(value)) errors.push(duplicate(fieldAt(index), value));
    seen.add(value);
  });
}

const operationNames = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const scopes = ['*', 'Cluster', 'Namespaced'];

function namedRuleErrors(rule: NamedRuleWithOperations, path: string, errors: FieldError[]): void {
  const { resourceNames = [] } = rule;
  const at = (index: number): string => `${path}.resourceNames[${index}]`;
  resourceNames.forEach((name, index) => {
    for (const problem of checkPathSegment(name)) errors.push(invalidValue(at(index), name, problem));
  });
  checkUnique(resourceNames, at, errors);
  validateAdmissionRule(rule, path, errors);
}

/** Errors of what a webhook or a policy is about: operations on resources. */
export function validateAdmissionRule(rule: RuleWithOperations, path: string, errors: FieldError[]): void {
  const { operations = [], apiGroups = [], apiVersions = [], resources = [], scope = '*' } = rule;
  const listed = (values: readonly string[], field: string, words: string, type = 'string'): void => {
    const at = `${path}.${field}`;
    if (values.length === 0) errors.push(required(at));
    if (values.length > 1 && values.includes('*')) errors.push(wrongList(at, values, `if '*' is present, must not specify other ${words}`, type));
  };
  const empty = (values: readonly string[], field: string): void => {
    values.forEach((value, index) => {
      if (value === '') errors.push(required(`${path}.${field}[${index}]`));
    });
  };
  listed(operations, 'operations', 'operations', 'admissionregistration.OperationType');
  operations.forEach((each, index) => checkOneOf(each, operationNames, `${path}.operations[${index}]`, errors));
  listed(apiGroups, 'apiGroups', 'API groups');
  listed(apiVersions, 'apiVersions', 'API versions');
  empty(apiVersions, 'apiVersions');
  if (resources.length === 0) errors.push(required(`${path}.resources`));
  empty(resources, 'resources');
  resourceErrors(resources, `${path}.resources`, errors);
  checkOneOf(scope, scopes, `${path}.scope`, errors);
}

/** What contains others must stand alone. */
function resourceErrors(resources: readonly string[], path: string, errors: FieldError[]): void {
  const places = new Map(resources.map((each, index) => [each, index] as const).reverse());
  resources.forEach((each, index) => {
    const [resource, part] = partsOf(each);
    if (part === undefined) return;
    for (const whole of [`${resource}/*`, `*/${part}`]) {
      if ((places.get(whole) ?? index) >= index) continue;
      errors.push(invalidValue(`${path}[${index}]`, each, `if '${whole}' is present, must not specify ${each}`));
    }
  });
  if (resources.length > 1 && resources.includes('*/*')) {
    errors.push(wrongList(path, resources, "if '*/*' is present, must not specify other resources"));
  }
  // Of those without a part the last one counts.
  const last = resources.findLast((each) => each !== '' && !each.includes('/')) ?? '*';
  if (resources.includes('*') && last !== '*') {
    errors.push(wrongList(path, resources, "if '*' is present, must not specify other resources without subresources"));
  }
}

function partsOf(resource: string): readonly [string, string | undefined] {
  const slash = resource.indexOf('/');
  return slash < 0 ? [resource, undefined] : [resource.slice(0, slash), resource.slice(slash + 1)];
}

/** A list that is wrong as a whole, as Go prints it. */
export function wrongList(path: string, values: readonly string[], detail: string, type = 'string'): FieldError {
  return { ...invalidValue(path, null, detail), shown: shownList(values, type) };
}

const mostConditions = 64;

/** Errors of the conditions of a webhook, or of a policy. */
export function validateMatchConditions(conditions: readonly MatchCondition[], path: string, errors: FieldError[]): void {
  if (conditions.length > mostConditions) {
    errors.push({ type: 'TooMany', field: path, value: conditions.length, detail: `must have at most ${mostConditions} items` });
  }
  const names = new Set<string>();
  conditions.forEach(({ name = '', expression }, index) => {
    const at = `${path}[${index}]`;
    if (!expression?.trim()) errors.push(required(`${at}.expression`));
    if (name === '') errors.push(required(`${at}.name`));
    else for (const problem of checkQualifiedName(name)) errors.push(invalidValue(`${at}.name`, name, problem));
    if (name !== '' && names.has(name)) errors.push(duplicate(`${at}.name`, name));
    names.add(name);
  });
}
