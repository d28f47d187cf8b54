/** Reading JSON that came from elsewhere: every reader tolerates what is missing or of another shape. */
import type { Json, JsonObject } from '../engine/index.ts';

/** Whether a value is an object (and not a list). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a list. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value at a path of field names; undefined where it ends early. */
export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let current: Json | undefined = value;
  for (const field of path) {
    if (!isObject(current) || !Object.hasOwn(current, field)) return undefined;
    current = current[field];
  }
  return current;
}

/** The text at a path; '' where there is none. */
export function text(value: Json | undefined, ...path: readonly string[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** The number at a path; undefined where there is none. */
export function number(value: Json | undefined, ...path: readonly string[]): number | undefined {
  const found = at(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

/** The list at a path; [] where there is none. */
export function list(value: Json | undefined, ...path: readonly string[]): readonly Json[] {
  const found = at(value, ...path);
  return isList(found) ? found : [];
}

/** The objects of the list at a path. */
export function objects(value: Json | undefined, ...path: readonly string[]): readonly JsonObject[] {
  return list(value, ...path).filter(isObject);
}

/** The object at a path; {} where there is none. */
export function record(value: Json | undefined, ...path: readonly string[]): JsonObject {
  const found = at(value, ...path);
  return isObject(found) ? found : {};
}

/** The texts of a map at a path, sorted by key. */
export function strings(value: Json | undefined, ...path: readonly string[]): readonly (readonly [string, string])[] {
  const found = record(value, ...path);
  return Object.keys(found)
    .sort()
    .map((key) => [key, scalar(found[key])] as const);
}

/** A scalar as Go's %v prints it; '' for nothing. */
export function scalar(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The object with one path replaced; undefined removes the field. Shares what it does not touch. */
export function withField(value: JsonObject, path: readonly string[], field: Json | undefined): JsonObject {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (rest.length === 0) {
    if (field !== undefined) return { ...value, [first]: field };
    return Object.fromEntries(Object.entries(value).filter(([key]) => key !== first));
  }
  const child = value[first];
  if (!isObject(child) && field === undefined) return value;
  return { ...value, [first]: withField(isObject(child) ? child : {}, rest, field) };
}

/** Equal as JSON values. */
export function same(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, index) => same(item, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const key of keys) if (!same(a[key], b[key])) return false;
  return true;
}

/** Go's %q of a text. */
export function quote(value: string): string {
  return JSON.stringify(value);
}
