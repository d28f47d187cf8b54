/** Rules for selectors of nodes, beyond those of the Pod's definition (ValidateNodeSelectorTerm). */
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from '../../api/index.ts';
import { checkDnsSubdomain, checkLabelValue, type FieldError, invalidValue, required } from '../../meta/index.ts';
import { checkText } from './checks.ts';

/** Whether values that no label can have are wrong: preferences may name them. */
export type Strictness = 'values too' | 'keys only';

export function checkNodeSelector({ nodeSelectorTerms = [] }: NodeSelector, path: string, errors: FieldError[]): void {
  for (const [index, term] of nodeSelectorTerms.entries()) checkNodeTerm(term, 'values too', `${path}.nodeSelectorTerms[${index}]`, errors);
}

export function checkNodeTerm({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm, strict: Strictness, path: string, errors: FieldError[]): void {
  if (strict === 'values too') {
    for (const [index, { values = [] }] of matchExpressions.entries()) {
      for (const [place, value] of values.entries()) checkText(checkLabelValue, value, `${path}.matchExpressions[${index}].values[${place}]`, errors);
    }
  }
  for (const [index, field] of matchFields.entries()) checkField(field, `${path}.matchFields[${index}]`, errors);
}

/** A node by its name is all that fields select. */
function checkField({ key = '', operator = '', values = [] }: NodeSelectorRequirement, path: string, errors: FieldError[]): void {
  if (operator !== 'In' && operator !== 'NotIn') errors.push(invalidValue(`${path}.operator`, operator, 'not a valid selector operator'));
  else if (values.length !== 1) {
    errors.push(required(`${path}.values`, "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"));
  }
  if (key !== 'metadata.name') errors.push(invalidValue(`${path}.key`, key, 'not a valid field selector key'));
  else for (const [index, value] of values.entries()) checkText(checkDnsSubdomain, value, `${path}.values[${index}]`, errors);
}
