/** Checks of when a Job has failed or succeeded by the end of some of its pods. */
import {
  checkQualifiedName,
  duplicate,
  type FieldError,
  invalidValue,
  notSupported,
  required,
} from '../../../../meta/index.ts';
import type { JobSpec, PodFailurePolicyRule } from '../../../generated/types.ts';
import { notNegative } from '../../../number-validation.ts';
import { parseIndexes } from './indexes.ts';

const MOST_RULES = 20;
const MOST_VALUES = 255;
const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const OPERATORS = ['In', 'NotIn'];
const STATUSES = ['False', 'True', 'Unknown'];

const quoted = (values: readonly string[]): string =>
  `valid values: [${values.map((each) => JSON.stringify(each)).join(' ')}]`;
const tooMany = (field: string, count: number, most: number): FieldError => {
  return { type: 'TooMany', field, value: count, detail: `must have at most ${most} items` };
};
/** An error whose value upstream doesn't show. */
const wrong = (field: string, detail: string): FieldError => ({ type: 'Invalid', field, detail });

/** `path` is that of the Job's spec. */
export function validatePodFailurePolicy(spec: JobSpec, path: string): readonly FieldError[] {
  const { podFailurePolicy } = spec;
  if (podFailurePolicy === undefined) return [];
  const rules = podFailurePolicy.rules ?? [];
  const at = `${path}.podFailurePolicy.rules`;
  const { containers = [], initContainers = [] } = spec.template?.spec ?? {};
  const names = new Set([...containers, ...initContainers].map(({ name }) => name));
  return [
    ...(rules.length > MOST_RULES ? [tooMany(at, rules.length, MOST_RULES)] : []),
    ...rules.flatMap((rule, index) => validateRule(spec, names, rule, `${at}[${index}]`)),
  ];
}

/** `names`: of the template’s containers. */
function validateRule(spec: JobSpec, names: ReadonlySet<string>, rule: PodFailurePolicyRule, path: string): readonly FieldError[] {
  const { action = '', onExitCodes, onPodConditions = [] } = rule;
  const errors: FieldError[] = [];
  if (action === '') errors.push(required(`${path}.action`, quoted(ACTIONS)));
  else if (action === 'FailIndex' && spec.backoffLimitPerIndex === undefined) {
    errors.push(invalidValue(`${path}.action`, action, 'requires the backoffLimitPerIndex to be set'));
  } else if (!ACTIONS.includes(action)) errors.push(notSupported(`${path}.action`, action, ACTIONS));
  if (onExitCodes !== undefined) errors.push(...validateExitCodes(names, onExitCodes, `${path}.onExitCodes`));
  if (onPodConditions.length > MOST_RULES) {
    errors.push(tooMany(`${path}.onPodConditions`, onPodConditions.length, MOST_RULES));
  }
  for (const [index, { type = '', status = '' }] of onPodConditions.entries()) {
    const at = `${path}.onPodConditions[${index}]`;
    for (const message of checkQualifiedName(type)) errors.push(invalidValue(`${at}.type`, type, message));
    if (status === '') errors.push(required(`${at}.status`, quoted(STATUSES)));
    else if (!STATUSES.includes(status)) errors.push(notSupported(`${at}.status`, status, STATUSES));
  }
  if (onExitCodes !== undefined && onPodConditions.length > 0) {
    errors.push(wrong(path, 'specifying both OnExitCodes and OnPodConditions is not supported'));
  } else if (onExitCodes === undefined && onPodConditions.length === 0) {
    errors.push(wrong(path, 'specifying one of OnExitCodes and OnPodConditions is required'));
  }
  return errors;
}

function validateExitCodes(
  names: ReadonlySet<string>,
  { operator = '', containerName, values = [] }: NonNullable<PodFailurePolicyRule['onExitCodes']>,
  path: string,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (operator === '') errors.push(required(`${path}.operator`, quoted(OPERATORS)));
  else if (!OPERATORS.includes(operator)) errors.push(notSupported(`${path}.operator`, operator, OPERATORS));
  if (containerName !== undefined && !names.has(containerName)) {
    const detail = 'must be one of the container or initContainer names in the pod template';
    errors.push(invalidValue(`${path}.containerName`, containerName, detail));
  }
  const shown = `[]int32{${values.join(', ')}}`;
  if (values.length === 0) errors.push({ ...wrong(`${path}.values`, 'at least one value is required'), shown });
  else if (values.length > MOST_VALUES) errors.push(tooMany(`${path}.values`, values.length, MOST_VALUES));
  const seen = new Set<number>();
  for (const [index, value] of values.entries()) {
    const at = `${path}.values[${index}]`;
    if (operator === 'In' && value === 0) errors.push(invalidValue(at, value, 'must not be 0 for the In operator'));
    if (seen.has(value)) errors.push(duplicate(at, value));
    seen.add(value);
  }
  if (values.some((value, index) => value < (values[index - 1] ?? value))) {
    errors.push({ ...wrong(`${path}.values`, 'must be ordered'), shown });
  }
  return errors;
}

/** Only an indexed Job can say which of its pods are enough. */
export function validateSuccessPolicy(spec: JobSpec, path: string): readonly FieldError[] {
  const { successPolicy, completionMode, completions = 0 } = spec;
  if (successPolicy === undefined) return [];
  const at = `${path}.successPolicy`;
  const rules = successPolicy.rules ?? [];
  if (completionMode !== 'Indexed') {
    // Rules would be shown as pointers.
    const shown = rules.length === 0 ? 'batch.SuccessPolicy{Rules:[]batch.SuccessPolicyRule(nil)}' : JSON.stringify(successPolicy);
    return [{ ...wrong(at, 'requires indexed completion mode'), shown }];
  }
  const errors: FieldError[] = [];
  if (rules.length === 0) {
    errors.push(required(`${at}.rules`, 'at least one rules must be specified when the successPolicy is specified'));
  }
  if (rules.length > MOST_RULES) errors.push(tooMany(`${at}.rules`, rules.length, MOST_RULES));
  for (const [index, { succeededCount, succeededIndexes }] of rules.entries()) {
    const here = `${at}.rules[${index}]`;
    if (succeededCount === undefined && succeededIndexes === undefined) {
      errors.push(required(here, 'at least one of succeededCount or succeededIndexes must be specified'));
    }
    const indexes = parseIndexes(succeededIndexes ?? '', completions);
    if ('error' in indexes) {
      const detail = `error parsing succeededIndexes: ${indexes.error}`;
      errors.push(invalidValue(`${here}.succeededIndexes`, succeededIndexes ?? '', detail));
    }
    if (succeededCount === undefined) continue;
    const field = `${here}.succeededCount`;
    errors.push(...notNegative(succeededCount, field));
    const most = (limit: number, what: string): void => {
      if (succeededCount <= limit) return;
      errors.push(invalidValue(field, succeededCount, `must be less than or equal to ${limit} (${what})`));
    };
    most(completions, 'the number of specified completions');
    const total = 'error' in indexes ? 0 : indexes.total;
    if (succeededIndexes !== undefined) most(total, 'the number of indexes in the specified succeededIndexes field');
  }
  return errors;
}
