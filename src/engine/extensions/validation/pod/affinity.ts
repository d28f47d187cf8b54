/** Rules for where Pods go, beyond those of the Pod's definition (validateAffinity, validateTopologySpreadConstraints). */
import type { Affinity, PodAffinityTerm, TopologySpreadConstraint } from '../../../api/index.ts';
import { validateSelector } from '../../../api/selector-validation.ts';
import { checkDnsLabel, checkQualifiedName, type FieldError, forbiddenField, invalidValue, type LabelSelector } from '../../../meta/index.ts';
import { checkOneOf, checkPositive, checkText } from '../checks.ts';
import { checkNodeSelector, checkNodeTerm } from '../node-selector.ts';

const required = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';

/** `path` ends in `.affinity`. */
export function checkAffinity(affinity: Affinity, path: string, errors: FieldError[]): void {
  const { nodeAffinity } = affinity;
  const hard = nodeAffinity?.[required];
  if (hard !== undefined) checkNodeSelector(hard, `${path}.nodeAffinity.${required}`, errors);
  for (const [index, { preference = {} }] of (nodeAffinity?.[preferred] ?? []).entries()) {
    checkNodeTerm(preference, 'keys only', `${path}.nodeAffinity.${preferred}[${index}].preference`, errors);
  }
  for (const field of ['podAffinity', 'podAntiAffinity'] as const) {
    const part = affinity[field];
    for (const [index, term] of (part?.[required] ?? []).entries()) checkTerm(term, `${path}.${field}.${required}[${index}]`, errors);
    for (const [index, { podAffinityTerm = { topologyKey: '' } }] of (part?.[preferred] ?? []).entries()) {
      checkTerm(podAffinityTerm, `${path}.${field}.${preferred}[${index}].podAffinityTerm`, errors);
    }
  }
}

function checkTerm(term: PodAffinityTerm, path: string, errors: FieldError[]): void {
  const { labelSelector, namespaceSelector, namespaces = [], matchLabelKeys = [], mismatchLabelKeys = [], topologyKey = '' } = term;
  validateSelector(labelSelector, `${path}.labelSelector`, errors);
  validateSelector(namespaceSelector, `${path}.namespaceSelector`, errors);
  for (const name of namespaces) checkText(checkDnsLabel, name, `${path}.namespace`, errors);
  checkKeys(matchLabelKeys, labelSelector, `${path}.matchLabelKeys`, errors);
  checkKeys(mismatchLabelKeys, labelSelector, `${path}.mismatchLabelKeys`, errors);
  const selected = new Set(Object.keys(labelSelector?.matchLabels ?? {}));
  const places = placesOf(matchLabelKeys);
  for (const { key = '' } of labelSelector?.matchExpressions ?? []) {
    // A key of the Pod's own labels gets an expression of its own when the Pod is created.
    const index = places.get(key);
    if (index !== undefined && selected.has(key)) errors.push(invalidValue(`${path}[${index}]`, key, 'exists in both matchLabelKeys and labelSelector'));
    selected.add(key);
  }
  const mismatching = new Set(mismatchLabelKeys);
  for (const [index, key] of matchLabelKeys.entries()) {
    if (!mismatching.has(key)) continue;
    errors.push(invalidValue(`${path}.matchLabelKeys[${index}]`, key, 'exists in both matchLabelKeys and mismatchLabelKeys'));
  }
  checkText(checkQualifiedName, topologyKey, `${path}.topologyKey`, errors);
}

/** Where each comes first. */
function placesOf(keys: readonly string[]): ReadonlyMap<string, number> {
  return new Map(keys.map((key, index) => [key, index] as const).reverse());
}

function checkKeys(keys: readonly string[], selector: LabelSelector | undefined, path: string, errors: FieldError[]): void {
  if (keys.length === 0) return;
  if (selector === undefined) errors.push(forbiddenField(path, 'must not be specified when labelSelector is not set'));
  else for (const [index, key] of keys.entries()) checkText(checkQualifiedName, key, `${path}[${index}]`, errors);
}

const inclusions = ['Honor', 'Ignore'];
const reactions = ['DoNotSchedule', 'ScheduleAnyway'];

/** `path` ends in `.topologySpreadConstraints`. */
export function checkSpread(constraints: readonly TopologySpreadConstraint[], path: string, errors: FieldError[]): void {
  const last = new Map(constraints.map((each, index) => [pairOf(each), index]));
  for (const [index, constraint] of constraints.entries()) {
    const { topologyKey = '', whenUnsatisfiable = '', minDomains, labelSelector, matchLabelKeys = [] } = constraint;
    const at = `${path}[${index}]`;
    if (whenUnsatisfiable === '') checkOneOf('', reactions, `${at}.whenUnsatisfiable`, errors);
    if (last.get(pairOf(constraint)) !== index) {
      errors.push({ type: 'Duplicate', field: `${at}.{topologyKey, whenUnsatisfiable}`, value: `{${topologyKey}, ${whenUnsatisfiable}}`, detail: '' });
    }
    checkPositive(minDomains, `${at}.minDomains`, errors);
    if (minDomains !== undefined && whenUnsatisfiable !== 'DoNotSchedule') {
      errors.push(invalidValue(`${at}.minDomains`, minDomains, `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`));
    }
    checkOneOf(constraint.nodeAffinityPolicy, inclusions, `${at}.nodeAffinityPolicy`, errors);
    checkOneOf(constraint.nodeTaintsPolicy, inclusions, `${at}.nodeTaintsPolicy`, errors);
    checkSpreadKeys(matchLabelKeys, labelSelector, `${at}.matchLabelKeys`, errors);
    validateSelector(labelSelector, `${at}.labelSelector`, errors);
  }
}

const pairOf = ({ topologyKey = '', whenUnsatisfiable = '' }: TopologySpreadConstraint): string => JSON.stringify([topologyKey, whenUnsatisfiable]);

function checkSpreadKeys(keys: readonly string[], selector: LabelSelector | undefined, path: string, errors: FieldError[]): void {
  if (keys.length === 0) return;
  if (selector === undefined) errors.push(forbiddenField(path, 'must not be specified when labelSelector is not set'));
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
  const selected = new Set([...Object.keys(matchLabels), ...matchExpressions.map(({ key }) => key)]);
  for (const [index, key] of keys.entries()) {
    const at = `${path}[${index}]`;
    checkText(checkQualifiedName, key, at, errors);
    if (!selected.has(key)) continue;
    errors.push(invalidValue(at, key, 'exists in both matchLabelKeys and labelSelector'));
  }
}
