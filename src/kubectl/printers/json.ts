/** JSON as kubectl prints it: sorted keys, four spaces, Go's escapes of <, > and &. */
import type { Json } from '../../engine/index.ts';
import { isList, isObject } from '../json.ts';

/** Indented, with a newline at its end. */
export function toJson(value: Json, sort = true): string {
  return `${escapeHtml(JSON.stringify(sort ? sorted(value) : value, undefined, 4))}\n`;
}

/** On one line (jsonpath, last-applied). */
export function toCompactJson(value: Json, sort = true): string {
  return escapeHtml(JSON.stringify(sort ? sorted(value) : value));
}

const ESCAPED: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

function escapeHtml(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (char) => ESCAPED[char] ?? char);
}

/** The value with the keys of all its objects in order. */
export function sorted(value: Json): Json {
  if (isList(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const keys = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] ?? null)]));
}
