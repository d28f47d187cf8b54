/** Small checks of shape, for data that nobody vouches for. Each says whether a value is what it should be, and not too large. */
import { isRecord } from '../session/record.ts';

export type Shape = (value: unknown) => boolean;

/** Characters of one text: more than anything that is shown. */
const longest = 4_000_000;

export const text: Shape = (value) => typeof value === 'string' && value.length <= longest;
export const short: Shape = (value) => typeof value === 'string' && value.length <= 10_000;
/** A time, a count, a place in a drawing: not so large that arithmetic with it stands still. */
export const number: Shape = (value) => typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
export const yes: Shape = (value) => typeof value === 'boolean';
export const nothing: Shape = (value) => value === null || value === undefined;

export const oneOf =
  (...values: readonly unknown[]): Shape =>
  (value) =>
    values.includes(value);

export const either =
  (...shapes: readonly Shape[]): Shape =>
  (value) =>
    shapes.some((shape) => shape(value));

/** `key`: no two have the same of it, as what is drawn by it needs. */
export const list =
  (shape: Shape, most: number, key?: string): Shape =>
  (value) => {
    if (!Array.isArray(value) || value.length > most || !value.every(shape)) return false;
    return key === undefined || new Set(value.map((each: unknown) => Reflect.get(Object(each), key))).size === value.length;
  };

/** An object with these; `may`: these may be absent. Other fields aren't looked at: nobody reads them. */
export const fields =
  (must: Readonly<Record<string, Shape>>, may: Readonly<Record<string, Shape>> = {}): Shape =>
  (value) => {
    if (!isRecord(value)) return false;
    for (const name in must) if (must[name]?.(Reflect.get(value, name)) !== true) return false;
    for (const name in may) {
      const given: unknown = Reflect.get(value, name);
      if (given !== undefined && may[name]?.(given) !== true) return false;
    }
    return true;
  };

/** Any names. */
export const record =
  (shape: Shape, most: number): Shape =>
  (value) =>
    isRecord(value) && Object.keys(value).length <= most && Object.values(value).every(shape);

const mostParts = 2_000_000;
const deepest = 100;

/** JSON of a size that can be shown: no cycles, nothing that isn't data. */
export const data: Shape = (value) => {
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
