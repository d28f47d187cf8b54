/** Rules for Nodes (pkg/apis/core/validation ValidateNode, ValidateNodeUpdate). */
import {
  checkLabelValue,
  checkQualifiedName,
  deepEqual,
  duplicate,
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  parseCidr,
  required,
  shownList,
} from '../../../../meta/index.ts';
import { validateCidr } from '../../../address-validation.ts';
import type { Node, Taint } from '../../../generated/types.ts';
import { validateAmount } from '../resource-names.ts';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Checks a Node; with `old` also what may change in it. */
export function validateNode(node: Node, old?: Node): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (node.status !== old?.status) statusErrors(node, errors);
  if (old !== undefined) {
    if (old.spec === node.spec) return errors;
    updateErrors(node, old, errors);
  }
  taintErrors(node.spec.taints ?? [], errors);
  if (old === undefined) podCidrErrors(node.spec.podCIDRs ?? [], errors);
  return errors;
}

/** Upstream looks for taints below the metadata, and so do its errors. */
function taintErrors(taints: readonly Taint[], errors: FieldError[]): void {
  const seen = new Set<string>();
  for (const [index, taint] of taints.entries()) {
    const path = `metadata.taints[${index}]`;
    const { key = '', value = '', effect = '' } = taint;
    for (const message of checkQualifiedName(key)) errors.push(invalidValue(`${path}.key`, key, message));
    const messages = checkLabelValue(value);
    if (messages.length > 0) errors.push(invalidValue(`${path}.value`, value, messages.join(';')));
    if (effect === '') errors.push(required(`${path}.effect`));
    else if (!EFFECTS.includes(effect)) errors.push(notSupported(`${path}.effect`, effect, EFFECTS));
    const identity = `${key}:${effect}`;
    if (seen.has(identity)) {
      const shown = `core.Taint{Key:"${key}", Value:"${value}", Effect:"${effect}", TimeAdded:<nil>}`;
      errors.push({ ...duplicate(path, key), shown, detail: 'taints must be unique by key and effect pair' });
    }
    seen.add(identity);
  }
}

function podCidrErrors(ranges: readonly string[], errors: FieldError[]): void {
  for (const [index, range] of ranges.entries()) validateCidr(range, `spec.podCIDRs[${index}]`, errors);
  if (ranges.length < 2) return;
  const families = new Set(ranges.map((range) => parseCidr(range)?.first.family));
  if (families.size < 2 || ranges.length > 2) {
    const detail = 'may specify no more than one CIDR for each IP family';
    errors.push({ ...invalidValue('spec.podCIDRs', ranges, detail), shown: shownList(ranges) });
  }
}

function statusErrors({ status }: Node, errors: FieldError[]): void {
  for (const list of ['capacity', 'allocatable'] as const) {
    for (const [name, amount] of Object.entries(status[list] ?? {})) {
      validateAmount(name, amount, `status.${list}.${name}`, errors);
    }
  }
}

function updateErrors({ spec }: Node, { spec: old }: Node, errors: FieldError[]): void {
  if ((old.podCIDRs ?? []).length > 0 && !deepEqual(spec.podCIDRs ?? [], old.podCIDRs ?? [])) {
    const detail = 'node updates may not change podCIDR except from "" to valid';
    errors.push(forbiddenField('spec.podCIDRs', detail));
  }
  if (!old.providerID || old.providerID === spec.providerID) return;
  const detail = 'node updates may not change providerID except from "" to valid';
  errors.push(forbiddenField('spec.providerID', detail));
}
