/** Semantic checks of a pod spec (pkg/apis/core/validation): what the schema can't say. Right (frozen) specs are remembered. */
import {
  checkDnsLabel,
  checkDnsSubdomain,
  checkQualifiedName,
  duplicate,
  type FieldError,
  invalidValue,
  required,
} from '../../../../meta/index.ts';
import { validateEnum } from '../../../enum-validation.ts';
import type { PodSpec, Toleration } from '../../../generated/types.ts';
import { validateLabels } from '../../../metadata-validation.ts';
import { validateAffinity } from './affinity-validation.ts';
import { validateContainers } from './container-validation.ts';

const right = new WeakSet<PodSpec>();
const NOTHING_WRONG: readonly FieldError[] = [];
const MAX_INT32 = 2 ** 31 - 1;

/** `path` is `spec`, or `spec.template.spec`. */
export function validatePodSpec(spec: PodSpec, path: string): readonly FieldError[] {
  if (right.has(spec)) return NOTHING_WRONG;
  const errors: FieldError[] = [];
  const volumes = validateVolumes(spec, path, errors);
  validateContainers(spec, path, volumes, errors);
  validateScalars(spec, path, errors);
  validateNames(spec, path, errors);
  validateLabels(spec.nodeSelector, `${path}.nodeSelector`, errors);
  validateTolerations(spec.tolerations, `${path}.tolerations`, errors);
  if (spec.affinity !== undefined) validateAffinity(spec.affinity, `${path}.affinity`, errors);
  validateSpread(spec, path, errors);
  if (errors.length === 0 && Object.isFrozen(spec)) right.add(spec);
  return errors;
}

function validateScalars(spec: PodSpec, path: string, errors: FieldError[]): void {
  const { restartPolicy, dnsPolicy, preemptionPolicy, activeDeadlineSeconds } = spec;
  validateEnum(restartPolicy, 'PodSpec.restartPolicy', `${path}.restartPolicy`, errors);
  validateEnum(dnsPolicy, 'PodSpec.dnsPolicy', `${path}.dnsPolicy`, errors);
  validateEnum(preemptionPolicy, 'PodSpec.preemptionPolicy', `${path}.preemptionPolicy`, errors);
  if (activeDeadlineSeconds !== undefined && (activeDeadlineSeconds < 1 || activeDeadlineSeconds > MAX_INT32)) {
    const detail = `must be between 1 and ${MAX_INT32}, inclusive`;
    errors.push(invalidValue(`${path}.activeDeadlineSeconds`, activeDeadlineSeconds, detail));
  }
}

function validateNames(spec: PodSpec, path: string, errors: FieldError[]): void {
  const check = (field: keyof PodSpec, rule: (text: string) => readonly string[]): void => {
    const value = spec[field];
    if (typeof value !== 'string' || value === '') return;
    for (const message of rule(value)) errors.push(invalidValue(`${path}.${field}`, value, message));
  };
  check('serviceAccountName', checkDnsSubdomain);
  check('nodeName', checkDnsSubdomain);
  check('hostname', checkDnsLabel);
  check('subdomain', checkDnsLabel);
  check('priorityClassName', checkDnsSubdomain);
  check('schedulerName', checkDnsSubdomain);
  const gates = new Set<string>();
  for (const [index, { name = '' }] of (spec.schedulingGates ?? []).entries()) {
    const at = `${path}.schedulingGates[${index}]`;
    for (const message of checkQualifiedName(name)) errors.push(invalidValue(at, name, message));
    if (gates.has(name)) errors.push(duplicate(at, name));
    gates.add(name);
  }
}

function validateVolumes(spec: PodSpec, path: string, errors: FieldError[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [index, volume] of (spec.volumes ?? []).entries()) {
    const at = `${path}.volumes[${index}]`;
    const { name = '' } = volume;
    if (name === '') errors.push(required(`${at}.name`));
    else for (const message of checkDnsLabel(name)) errors.push(invalidValue(`${at}.name`, name, message));
    if (names.has(name)) errors.push(duplicate(`${at}.name`, name));
    names.add(name);
  }
  return names;
}

export function validateTolerations(tolerations: readonly Toleration[] = [], path: string, errors: FieldError[]): void {
  for (const [index, toleration] of tolerations.entries()) validateToleration(toleration, `${path}[${index}]`, errors);
}

function validateToleration(toleration: Toleration, path: string, errors: FieldError[]): void {
  const { key = '', operator = '', value = '', effect = '', tolerationSeconds } = toleration;
  if (key !== '') for (const message of checkQualifiedName(key)) errors.push(invalidValue(`${path}.key`, key, message));
  else if (operator !== 'Exists') {
    const detail = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    errors.push(invalidValue(`${path}.operator`, operator, detail));
  }
  if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
    errors.push(invalidValue(`${path}.effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set"));
  }
  if (operator === 'Exists' && value !== '') {
    errors.push(invalidValue(`${path}.operator`, value, "value must be empty when `operator` is 'Exists'"));
  }
  if (operator !== '') validateEnum(operator, 'Toleration.operator', `${path}.operator`, errors);
  if (effect !== '') validateEnum(effect, 'Toleration.effect', `${path}.effect`, errors);
}

function validateSpread(spec: PodSpec, path: string, errors: FieldError[]): void {
  for (const [index, each] of (spec.topologySpreadConstraints ?? []).entries()) {
    const at = `${path}.topologySpreadConstraints[${index}]`;
    if (each.maxSkew <= 0) errors.push(invalidValue(`${at}.maxSkew`, each.maxSkew, 'must be greater than zero'));
    if (!each.topologyKey) errors.push(required(`${at}.topologyKey`, 'can not be empty'));
    validateEnum(
      each.whenUnsatisfiable,
      'TopologySpreadConstraint.whenUnsatisfiable',
      `${at}.whenUnsatisfiable`,
      errors,
    );
  }
}
