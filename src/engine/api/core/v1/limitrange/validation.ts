/** Rules for LimitRanges (pkg/apis/core/validation ValidateLimitRange). */
import {
  checkQualifiedName,
  duplicate,
  type FieldError,
  forbiddenField,
  invalidValue,
  milliValue,
  required,
} from '../../../../meta/index.ts';
import type { LimitRange, LimitRangeItem } from '../../../generated/types.ts';
import { mayOvercommit, validateContainerResourceName, validateResourceName } from '../resource-names.ts';

const TYPES = ['Pod', 'Container', 'PersistentVolumeClaim'];
const LISTS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;

/** Checks a LimitRange. Resources are checked in the order of their names. */
export function validateLimitRange(range: LimitRange, old?: LimitRange): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (old !== undefined && old.spec === range.spec) return errors;
  const seen = new Set<string>();
  for (const [index, item] of (range.spec.limits ?? []).entries()) {
    const path = `spec.limits[${index}]`;
    const type = item.type ?? '';
    const messages = checkQualifiedName(type);
    for (const message of messages) errors.push(invalidValue(`${path}.type`, type, message));
    if (messages.length === 0 && !type.includes('/') && !TYPES.includes(type)) {
      errors.push(invalidValue(`${path}.type`, type, 'must be a standard limit type or fully qualified'));
    }
    if (seen.has(type)) errors.push(duplicate(`${path}.type`, type));
    seen.add(type);
    listErrors(item, path, errors);
    for (const name of namesOf(item)) amountErrors(item, name, path, errors);
  }
  return errors;
}

function namesOf(item: LimitRangeItem): readonly string[] {
  return [...new Set(LISTS.flatMap((list) => Object.keys(item[list] ?? {})))].sort();
}

function listErrors(item: LimitRangeItem, path: string, errors: FieldError[]): void {
  const ofPods = item.type === 'Pod';
  const check = ofPods || item.type === 'Container' ? validateContainerResourceName : validateResourceName;
  for (const list of LISTS) {
    const names = Object.keys(item[list] ?? {}).sort();
    if (ofPods && (list === 'default' || list === 'defaultRequest')) {
      if (names.length === 0) continue;
      errors.push(forbiddenField(`${path}.${list}`, "may not be specified when `type` is 'Pod'"));
    } else for (const name of names) check(name, `${path}.${list}[${name}]`, errors);
  }
  if (item.type !== 'PersistentVolumeClaim' || item.min?.['storage'] || item.max?.['storage']) return;
  const detail = 'either minimum or maximum storage value is required, but neither was provided';
  errors.push(required(`${path}.limits`, detail));
}

/** How the amounts of one resource must go together. */
function amountErrors(item: LimitRangeItem, name: string, path: string, errors: FieldError[]): void {
  const { min, max, maxLimitRequestRatio } = item;
  const pod = item.type === 'Pod';
  const [least, most, ratio] = [min?.[name], max?.[name], maxLimitRequestRatio?.[name]];
  const limit = pod ? undefined : item.default?.[name];
  const request = pod ? undefined : item.defaultRequest?.[name];
  const ordered = (
    low: string | undefined,
    high: string | undefined,
    [list, shown]: readonly [string, string | undefined],
    [lower, higher]: readonly [string, string],
  ): void => {
    if (low === undefined || high === undefined || milliValue(low) <= milliValue(high)) return;
    const detail = `${lower} value ${low} is greater than ${higher} value ${high}`;
    errors.push(invalidValue(`${path}.${list}[${name}]`, shown ?? '', detail));
  };
  ordered(least, most, ['min', least], ['min', 'max']);
  ordered(least, request, ['defaultRequest', request], ['min', 'default request']);
  ordered(request, most, ['defaultRequest', request], ['default request', 'max']);
  ordered(request, limit, ['defaultRequest', request], ['default request', 'default limit']);
  ordered(least, limit, ['default', least], ['min', 'default']);
  ordered(limit, most, ['default', most], ['default', 'max']);
  if (ratio !== undefined) ratioErrors(ratio, least, most, `${path}.maxLimitRequestRatio[${name}]`, errors);
  if (mayOvercommit(name) || limit === undefined || request === undefined) return;
  if (milliValue(limit) === milliValue(request)) return;
  const detail = `default value ${limit} must equal to defaultRequest value ${request} in ${name}`;
  errors.push(invalidValue(`${path}.defaultRequest[${name}]`, request, detail));
}

function ratioErrors(
  ratio: string,
  least: string | undefined,
  most: string | undefined,
  path: string,
  errors: FieldError[],
): void {
  if (milliValue(ratio) < 1000) errors.push(invalidValue(path, ratio, `ratio ${ratio} is less than 1`));
  if (least === undefined || most === undefined) return;
  const greatest = milliValue(most) / milliValue(least);
  if (milliValue(ratio) / 1000 <= greatest || Number.isNaN(greatest)) return;
  errors.push(invalidValue(path, ratio, `ratio ${ratio} is greater than max/min = ${greatest.toFixed(6)}`));
}
