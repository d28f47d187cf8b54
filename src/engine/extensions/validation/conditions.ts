/** Rules for conditions as metav1 has them (apimachinery pkg/apis/meta/v1/validation, ValidateConditions). */
import type { Condition } from '../../api/index.ts';
import { checkQualifiedName, duplicate, type FieldError, invalidValue, required } from '../../meta/index.ts';
import { checkOneOf, checkText } from './checks.ts';

const reasonForm = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?';
const reasonPattern = new RegExp(`^${reasonForm}$`);
const reasonRule = `a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '${reasonForm}')`;
const longestReason = 1024;
const longestMessage = 32 * 1024;

export function checkConditions(conditions: readonly Condition[], path: string, errors: FieldError[]): void {
  const types = new Set<string>();
  for (const [index, condition] of conditions.entries()) {
    const { type = '' } = condition;
    const at = `${path}[${index}]`;
    if (types.has(type)) errors.push(duplicate(`${at}.type`, type));
    types.add(type);
    checkCondition(condition, at, errors);
  }
}

function checkCondition(condition: Condition, path: string, errors: FieldError[]): void {
  const { type = '', status = '', observedGeneration = 0, lastTransitionTime = '', reason = '', message = '' } = condition;
  checkText(checkQualifiedName, type, `${path}.type`, errors);
  checkOneOf(status, ['False', 'True', 'Unknown'], `${path}.status`, errors);
  if (observedGeneration < 0) errors.push(invalidValue(`${path}.observedGeneration`, observedGeneration, 'must be greater than or equal to zero'));
  if (lastTransitionTime === '') errors.push(required(`${path}.lastTransitionTime`, 'must be set'));
  if (reason === '') errors.push(required(`${path}.reason`, 'must be set'));
  else {
    checkText((text) => (reasonPattern.test(text) ? [] : [reasonRule]), reason, `${path}.reason`, errors);
    checkLength(reason, longestReason, `${path}.reason`, errors);
  }
  checkLength(message, longestMessage, `${path}.message`, errors);
}

function checkLength(text: string, most: number, path: string, errors: FieldError[]): void {
  if (text.length > most) errors.push({ type: 'TooLong', field: path, detail: `may not be more than ${most} bytes` });
}
