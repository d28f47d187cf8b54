/** Checks that rules of many kinds share. Each adds what is wrong with a value to `errors`. */
import { notNegative } from '../../api/number-validation.ts';
import { type FieldError, forbiddenField, invalidValue, notSupported, required } from '../../meta/index.ts';

/** A rule for a text: upstream's messages, none when the text is right. */
export type TextRule = (text: string) => readonly string[];

export function checkText(rule: TextRule, text: string, path: string, errors: FieldError[]): void {
  for (const message of rule(text)) errors.push(invalidValue(path, text, message));
}

/** A text that must be there, and be right. */
export function checkRequiredText(rule: TextRule, text: string | undefined, path: string, errors: FieldError[]): void {
  if (!text) errors.push(required(path));
  else checkText(rule, text, path, errors);
}

/** Texts and lists that must be there. */
export function checkRequired<T extends object>(object: T, fields: readonly (keyof T & string)[], path: string, errors: FieldError[]): void {
  for (const field of fields) {
    const value = object[field];
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) errors.push(required(`${path}.${field}`));
  }
}

/** A whole number from `least` to `most`. An absent one is right. */
export function checkRange(value: number | undefined, least: number, most: number, path: string, errors: FieldError[]): void {
  if (value === undefined || (value >= least && value <= most)) return;
  errors.push(invalidValue(path, value, `must be between ${least} and ${most}, inclusive`));
}

const largestId = 2 ** 31 - 1;

/** A number of a user or of a group. */
export function checkId(id: number | undefined, path: string, errors: FieldError[]): void {
  checkRange(id, 0, largestId, path, errors);
}

export function checkNotNegative(value: number | undefined, path: string, errors: FieldError[]): void {
  errors.push(...notNegative(value, path));
}

export function checkPositive(value: number | undefined, path: string, errors: FieldError[]): void {
  if (value !== undefined && value <= 0) errors.push(invalidValue(path, value, 'must be greater than zero'));
}

/** One of a few; an absent one is right. */
export function checkOneOf(value: string | undefined, supported: readonly string[], path: string, errors: FieldError[]): void {
  if (value !== undefined && !supported.includes(value)) errors.push(notSupported(path, value, supported));
}

/** Fields that may not be there. */
export function checkAbsent<T extends object>(object: T, fields: readonly (keyof T & string)[], path: string, detail: string, errors: FieldError[]): void {
  for (const field of fields) if (object[field] !== undefined) errors.push(forbiddenField(`${path}.${field}`, detail));
}

/** Permissions of a file. */
export function checkMode(mode: number | undefined, path: string, errors: FieldError[]): void {
  if (mode === undefined || (mode >= 0 && mode <= 0o777)) return;
  errors.push(invalidValue(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive'));
}

/** A path that never goes up. */
export function checkNoBacksteps(text: string, path: string, errors: FieldError[]): void {
  if (text.split('/').includes('..')) errors.push(invalidValue(path, text, "must not contain '..'"));
}

/** A path that stays below where it begins. */
export function checkDescendingPath(text: string, path: string, errors: FieldError[]): void {
  if (text.startsWith('/')) errors.push(invalidValue(path, text, 'must be a relative path'));
  checkNoBacksteps(text, path, errors);
}

/** The same of a file: two dots in front are the kubelet's own. */
export function checkFilePath(text: string, path: string, errors: FieldError[]): void {
  checkDescendingPath(text, path, errors);
  if (text.startsWith('..') && !text.startsWith('../')) errors.push(invalidValue(path, text, "must not start with '..'"));
}

/** A name of a port, or its number. */
export { validatePortName, validatePortNumber } from '../../api/address-validation.ts';
