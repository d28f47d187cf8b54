/** Checks of label selectors (apimachinery pkg/apis/meta/v1/validation). */
import {
  checkLabelValue,
  checkQualifiedName,
  type FieldError,
  forbiddenField,
  invalidValue,
  type LabelSelector,
  type LabelSelectorRequirement,
  labelSelectorMatcher,
  required,
  shownMap,
  shownSelector,
} from '../meta/index.ts';

const OPERATORS: readonly string[] = ['In', 'NotIn', 'Exists', 'DoesNotExist'];

/** Whether it selects everything. */
export function isEmptySelector({ matchLabels, matchExpressions }: LabelSelector): boolean {
  return Object.keys(matchLabels ?? {}).length + (matchExpressions ?? []).length === 0;
}

/** What is wrong with a selector as a whole, or with what changed in it. */
export function wrongSelector(path: string, selector: LabelSelector | undefined, detail: string): FieldError {
  return { ...invalidValue(path, null, detail), ...(selector !== undefined && { shown: shownSelector(selector) }) };
}

/**
 * Names what is wrong with the selector of a workload and with the labels of its template, which it must select. `kind` is named where everything is
 * selected (undefined: it may be); `unreadable` is what upstream says of a selector that can't be made one of.
 */
export function validateTemplateSelector(
  selector: LabelSelector | undefined,
  labels: Readonly<Record<string, string>> | undefined,
  { kind, unreadable }: { readonly kind: string | undefined; readonly unreadable: string | undefined },
  errors: FieldError[],
): void {
  const before = errors.length;
  validateSelector(selector, 'spec.selector', errors);
  const isReadable = errors.length === before;
  const selectsAll = selector !== undefined && isEmptySelector(selector);
  if (selectsAll && kind !== undefined) errors.push(wrongSelector('spec.selector', selector, `empty selector is invalid for ${kind}`));
  if (!isReadable) {
    if (unreadable !== undefined) errors.push(wrongSelector('spec.selector', selector, unreadable));
    return;
  }
  if (selector !== undefined && (selectsAll || labelSelectorMatcher(selector)(labels))) return;
  const detail = '`selector` does not match template `labels`';
  errors.push({ ...invalidValue('spec.template.metadata.labels', null, detail), shown: shownMap(labels) });
}

/** Whether all its operators are known, without which no labels can be held against it (upstream LabelSelectorAsSelector). */
export function isSelector({ matchExpressions }: LabelSelector): boolean {
  return (matchExpressions ?? []).every(({ operator }) => OPERATORS.includes(operator));
}

/** Names what is wrong with a selector; an absent one is right. */
export function validateSelector(selector: LabelSelector | undefined, path: string, errors: FieldError[]): void {
  const { matchLabels, matchExpressions } = selector ?? {};
  for (const [key, value] of Object.entries(matchLabels ?? {})) {
    for (const message of checkQualifiedName(key)) errors.push(invalidValue(`${path}.matchLabels`, key, message));
    for (const message of checkLabelValue(value)) errors.push(invalidValue(`${path}.matchLabels`, value, message));
  }
  for (const [index, requirement] of (matchExpressions ?? []).entries()) {
    const at = `${path}.matchExpressions[${index}]`;
    if (!OPERATORS.includes(requirement.operator)) {
      errors.push(invalidValue(`${at}.operator`, requirement.operator ?? '', 'not a valid selector operator'));
    }
    validateRequirement(requirement, at, errors);
  }
}

/** The same of one requirement. Its operator may be one that isn't known. */
export function validateRequirement(requirement: LabelSelectorRequirement, path: string, errors: FieldError[]): void {
  // Go reads what was left out as the empty text.
  const { key = '', values = [] } = requirement;
  validateOperands(requirement, path, errors);
  for (const message of checkQualifiedName(key)) errors.push(invalidValue(`${path}.key`, key, message));
  for (const [place, value] of values.entries()) {
    for (const message of checkLabelValue(value)) errors.push(invalidValue(`${path}.values[${place}]`, value, message));
  }
}

/** Values where the operator wants some, and none where it doesn't. */
export function validateOperands(
  { operator, values = [] }: { readonly operator?: string; readonly values?: readonly string[] },
  path: string,
  errors: FieldError[],
): void {
  if ((operator === 'In' || operator === 'NotIn') && values.length === 0) {
    errors.push(required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
  }
  if ((operator === 'Exists' || operator === 'DoesNotExist') && values.length > 0) {
    errors.push(forbiddenField(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
  }
}
