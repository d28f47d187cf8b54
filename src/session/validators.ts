/** Validators for data from untrusted code: each says whether a value has the expected type, and a bounded size. */
import { isRecord } from './record.ts';

export type Validator = (value: unknown) => boolean;

/** Characters of one text: more than anything that is shown. */
const longest = 4_000_000;

export const text: Validator = (value) => typeof value === 'string' && value.length <= longest;
export const short: Validator = (value) => typeof value === 'string' && value.length <= 10_000;
/** A time, a count, a place in a drawing: not so large that arithmetic with it stands still. */
export const number: Validator = (value) => typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
export const yes: Validator = (value) => typeof value === 'boolean';
export const nothing: Validator = (value) => value === null || value === undefined;

export const oneOf =
  (...values: readonly unknown[]): Validator =>
  (value) =>
    values.includes(value);

export const either =
  (...validators: readonly Validator[]): Validator =>
  (value) =>
    validators.some((validator) => validator(value));

/** `key`: no two have the same of it, as what is drawn by it needs. */
export const list =
  (validator: Validator, most: number, key?: string): Validator =>
  (value) => {
    if (!Array.isArray(value) || value.length > most || !value.every(validator)) return false;
    return key === undefined || new Set(value.map((each: unknown) => Reflect.get(Object(each), key))).size === value.length;
  };

/** An object with these; `may`: these may be absent. Other fields aren't checked: no code reads them. */
export const fields =
  (must: Readonly<Record<string, Validator>>, may: Readonly<Record<string, Validator>> = {}): Validator =>
  (value) => {
    if (!isRecord(value)) return false;
    for (const name in must) if (must[name]?.(Reflect.get(value, name)) !== true) return false;
    for (const name in may) {
      const given: unknown = Reflect.get(value, name);
      if (given !== undefined && may[name]?.(given) !== true) return false;
    }
    return true;
  };

/** As `fields`, and no other ones: of what is passed on as it came. */
export const exactly = (must: Readonly<Record<string, Validator>>, may: Readonly<Record<string, Validator>> = {}): Validator => {
  const known = fields(must, may);
  return (value) => known(value) && Object.keys(Object(value)).every((name) => Object.hasOwn(must, name) || Object.hasOwn(may, name));
};

/** Any names. */
export const record =
  (validator: Validator, most: number): Validator =>
  (value) =>
    isRecord(value) && Object.keys(value).length <= most && Object.values(value).every(validator);

const mostParts = 2_000_000;
const deepest = 100;

/** JSON of a size that can be shown: no cycles, nothing that isn't data. */
export const data: Validator = (value) => {
  let parts = 0;
  let characters = 0;
  const within = (each: unknown, depth: number): boolean => {
    parts += 1;
    if (parts > mostParts || depth > deepest) return false;
    if (typeof each === 'string') {
      characters += each.length;
      return characters <= 10 * longest;
    }
    if (typeof each === 'number' || typeof each === 'boolean' || each === null || each === undefined) return true;
    if (Array.isArray(each)) return each.length <= mostParts && each.every((one) => within(one, depth + 1));
    if (typeof each !== 'object' || Object.getPrototypeOf(each) !== Object.prototype) return false;
    return Object.values(each).every((one) => within(one, depth + 1));
  };
  return within(value, 0);
};
