import { checkQualifiedName, type FieldError, forbiddenField, invalidValue, required } from '../../../../meta/index.ts';
import type { Affinity, NodeSelectorTerm, PodAffinityTerm } from '../../../generated/types.ts';

/** Node affinity and pod (anti-)affinity; `path` ends in `.affinity`. */
export function validateAffinity(affinity: Affinity, path: string, errors: FieldError[]): void {
  const { nodeAffinity } = affinity;
  const hard = nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const place = `${path}.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`;
  if (hard !== undefined && (hard.nodeSelectorTerms ?? []).length === 0) {
    errors.push(required(place, 'must have at least one node selector term'));
  }
  for (const [index, term] of (hard?.nodeSelectorTerms ?? []).entries()) {
    validateNodeTerm(term, `${place}[${index}]`, errors);
  }
  const soft = nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  for (const [index, { weight, preference = {} }] of soft.entries()) {
    const at = `${path}.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[${index}]`;
    validateWeight(weight, at, errors);
    validateNodeTerm(preference, `${at}.preference`, errors);
  }
  for (const field of ['podAffinity', 'podAntiAffinity'] as const) {
    const part = affinity[field];
    for (const [index, term] of (part?.requiredDuringSchedulingIgnoredDuringExecution ?? []).entries()) {
      validatePodTerm(term, `${path}.${field}.requiredDuringSchedulingIgnoredDuringExecution[${index}]`, errors);
    }
    for (const [index, each] of (part?.preferredDuringSchedulingIgnoredDuringExecution ?? []).entries()) {
      const at = `${path}.${field}.preferredDuringSchedulingIgnoredDuringExecution[${index}]`;
      validateWeight(each.weight, at, errors);
      validatePodTerm(each.podAffinityTerm ?? {}, `${at}.podAffinityTerm`, errors);
    }
  }
}

function validateWeight(weight: number, path: string, errors: FieldError[]): void {
  if (weight < 1 || weight > 100) errors.push(invalidValue(`${path}.weight`, weight, 'must be in the range 1-100'));
}

function validatePodTerm({ topologyKey }: Partial<PodAffinityTerm>, path: string, errors: FieldError[]): void {
  if (!topologyKey) errors.push(required(`${path}.topologyKey`, 'can not be empty'));
}

function validateNodeTerm(term: NodeSelectorTerm, path: string, errors: FieldError[]): void {
  for (const field of ['matchExpressions', 'matchFields'] as const) {
    for (const [index, { key = '', operator, values = [] }] of (term[field] ?? []).entries()) {
      const at = `${path}.${field}[${index}]`;
      if (operator === 'In' || operator === 'NotIn') {
        if (values.length === 0) {
          errors.push(required(`${at}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
        }
      } else if (operator === 'Exists' || operator === 'DoesNotExist') {
        if (values.length > 0) {
          errors.push(
            forbiddenField(`${at}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
          );
        }
      } else if (operator === 'Gt' || operator === 'Lt') {
        if (values.length !== 1) {
          errors.push(required(`${at}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
        }
      } else errors.push(invalidValue(`${at}.operator`, operator ?? '', 'not a valid selector operator'));
      if (field === 'matchFields') continue;
      for (const message of checkQualifiedName(key)) errors.push(invalidValue(`${at}.key`, key, message));
    }
  }
}
