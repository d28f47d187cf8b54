/** What templates compute with: decoded JSON, whole numbers of the template itself (which Go tells from those of JSON), and nothing. */
import type { Json, JsonObject } from '../../engine/index.ts';
import { isList, isObject } from '../json.ts';

/** A whole number: of a constant, of `len`, of a range's index. */
export class Int {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** Undefined: a field that isn't there. */
export type Value = Json | Int | undefined;

export function isMap(value: Value): value is JsonObject {
  return !(value instanceof Int) && isObject(value);
}

export function isSlice(value: Value): value is readonly Json[] {
  return !(value instanceof Int) && isList(value);
}

/** A whole number, from wherever it is; undefined for anything else. */
export function wholeNumber(value: Value): number | undefined {
  if (value instanceof Int) return value.value;
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}

/** Whether `if`, `with`, `and` and `or` take it for true: not empty. */
export function isTrue(value: Value): boolean {
  if (value instanceof Int) return value.value !== 0;
  if (isSlice(value)) return value.length > 0;
  if (isMap(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** Go's name of its type. */
export function typeOf(value: Value): string {
  if (value === undefined || value === null) return '<nil>';
  if (value instanceof Int) return 'int';
  if (isSlice(value)) return '[]interface {}';
  if (isMap(value)) return 'map[string]interface {}';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

/** Go's %v. */
export function plain(value: Value): string {
  if (value === undefined || value === null) return '<nil>';
  if (value instanceof Int) return String(value.value);
  if (isSlice(value)) return `[${value.map(plain).join(' ')}]`;
  if (!isMap(value)) return typeof value === 'number' ? float(value) : String(value);
  const keys = Object.keys(value).sort();
  return `map[${keys.map((key) => `${key}:${plain(value[key])}`).join(' ')}]`;
}

/** The shortest text of a float, with an exponent of two digits at least. */
function float(value: number): string {
  const text = Math.abs(value) < 1e-4 && value !== 0 ? value.toExponential() : String(value);
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}
