/** Rules for ResourceQuotas (pkg/apis/core/validation ValidateResourceQuota, ValidateResourceQuotaUpdate). */
import { type FieldError, invalidValue, required, shownList } from '../../../../meta/index.ts';
import type { ResourceQuota, ResourceQuotaSpec } from '../../../generated/types.ts';
import { isQuotaResource, validateAmount, validateQuotaResourceName } from '../resource-names.ts';

const PODS = ['pods'];
const POD_COMPUTE = [...PODS, 'cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];
/** What a scope may be put on. */
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  Terminating: POD_COMPUTE,
  NotTerminating: POD_COMPUTE,
  BestEffort: PODS,
  NotBestEffort: POD_COMPUTE,
  PriorityClass: POD_COMPUTE,
  CrossNamespacePodAffinity: POD_COMPUTE,
};
const CONFLICTS = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;
const ONLY_EXISTS =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

/** Checks a ResourceQuota; with `old` also that it is still about the same things. */
export function validateResourceQuota(quota: ResourceQuota, old?: ResourceQuota): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { spec, status } = quota;
  if (spec !== old?.spec) {
    amountErrors(spec.hard, 'spec.hard', errors);
    scopeErrors(spec, errors);
    selectorErrors(spec, errors);
    if (old !== undefined && !sameSet(spec.scopes, old.spec.scopes)) {
      errors.push(shownScopes(spec, 'field is immutable'));
    }
  }
  if (status === old?.status) return errors;
  amountErrors(status.hard, 'status.hard', errors);
  amountErrors(status.used, 'status.used', errors);
  return errors;
}

function amountErrors(amounts: ResourceQuotaSpec['hard'], path: string, errors: FieldError[]): void {
  for (const [name, amount] of Object.entries(amounts ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))) {
    validateQuotaResourceName(name, `${path}[${name}]`, errors);
    validateAmount(name, amount, `${path}[${name}]`, errors);
  }
}

function scopeErrors(spec: ResourceQuotaSpec, errors: FieldError[]): void {
  // Each error shows all scopes. Upstream says of each of two equal ones what is said once here.
  const scopes: readonly string[] = [...new Set(spec.scopes)];
  const unknown = shownScopes(spec, 'unsupported scope');
  const misplaced = shownScopes(spec, 'unsupported scope applied to resource');
  for (const scope of scopes) {
    if (SCOPES[scope] === undefined) errors.push(unknown);
    for (const _ of outside(scope, spec)) errors.push(misplaced);
  }
  for (const pair of CONFLICTS) {
    if (pair.every((scope) => scopes.includes(scope))) errors.push(shownScopes(spec, 'conflicting scopes'));
  }
}

function selectorErrors(spec: ResourceQuotaSpec, errors: FieldError[]): void {
  const path = 'spec.scopeSelector.matchExpressions';
  const scopes = new Set<string>();
  for (const { scopeName, operator, values = [] } of spec.scopeSelector?.matchExpressions ?? []) {
    if (SCOPES[scopeName] === undefined) errors.push(invalidValue(`${path}.scopeName`, scopeName, 'unsupported scope'));
    for (const _ of scopes.has(scopeName) ? [] : outside(scopeName, spec)) {
      errors.push(invalidValue(path, spec.scopeSelector ?? null, 'unsupported scope applied to resource'));
    }
    if (SCOPES[scopeName] !== undefined && scopeName !== 'PriorityClass' && operator !== 'Exists') {
      errors.push(invalidValue(`${path}.operator`, operator, ONLY_EXISTS));
    }
    if (operator === 'In' || operator === 'NotIn') {
      const detail = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
      if (values.length === 0) errors.push(required(`${path}.values`, detail));
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      const detail = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
      const error = invalidValue(`${path}.values`, values, detail);
      if (values.length > 0) errors.push({ ...error, shown: shownList(values) });
    } else errors.push(invalidValue(`${path}.operator`, operator, 'not a valid selector operator'));
    scopes.add(scopeName);
  }
  for (const pair of CONFLICTS) {
    if (!pair.every((scope) => scopes.has(scope))) continue;
    const error = invalidValue(path, spec.scopes ?? [], 'conflicting scopes');
    errors.push({ ...error, shown: shownScopesOf(spec) });
  }
}

/** The limited resources that a scope says nothing about. */
function outside(scope: string, { hard = {} }: ResourceQuotaSpec): readonly string[] {
  const allowed = SCOPES[scope];
  if (allowed === undefined) return [];
  return Object.keys(hard).filter((name) => isQuotaResource(name) && !allowed.includes(name));
}

function shownScopes(spec: ResourceQuotaSpec, detail: string): FieldError {
  return { ...invalidValue('spec.scopes', spec.scopes ?? [], detail), shown: shownScopesOf(spec) };
}

function shownScopesOf({ scopes = [] }: ResourceQuotaSpec): string {
  return shownList(scopes, 'core.ResourceQuotaScope');
}

function sameSet(a: readonly string[] = [], b: readonly string[] = []): boolean {
  const [left, right] = [new Set(a), new Set(b)];
  return left.size === right.size && [...left].every((each) => right.has(each));
}
