/** JSON as values: read on demand, so that the cost of an expression is that of what it touches. */
import { isJsonObject, type Json, type JsonObject } from '../../meta/index.ts';
import { utf8 } from './lexer.ts';
import { formatDuration, formatTimestamp } from './time.ts';
import { elements, type ListValue, type MapValue, type Spend, type Value } from './values.ts';

/** Whole numbers are int, others double; objects are maps. */
export function fromJson(json: Json): Value {
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : json;
  if (typeof json !== 'object' || json === null) return json;
  return isJsonObject(json) ? fromJsonMap(json, fromJson) : fromJsonList(json, fromJson);
}

/** A list whose elements are made by `convert` when they are read. */
export function fromJsonList(json: readonly Json[], convert: (element: Json) => Value): ListValue {
  return { kind: 'list', size: json.length, at: (index) => convert(json[index] ?? null) };
}

/** A map likewise. */
export function fromJsonMap(json: JsonObject, convert: (element: Json) => Value): MapValue {
  return {
    kind: 'map',
    get size() {
      return Object.keys(json).length;
    },
    get(key) {
      if (typeof key !== 'string' || !Object.hasOwn(json, key)) return undefined;
      const value = json[key];
      return value === undefined ? undefined : convert(value);
    },
    keys: () => Object.keys(json),
  };
}

/** The way back; ints beyond JSON's exact ones lose digits. */
export function toJson(value: Value, spend: Spend): Json {
  spend(1);
  if (typeof value === 'bigint') return Number(value);
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Uint8Array) return base64(value);
  switch (value.kind) {
    case 'list':
      return Array.from(elements(value), (each) => toJson(each, spend));
    case 'map': {
      const result: Record<string, Json> = {};
      for (const key of value.keys()) result[String(key)] = toJson(value.get(key) ?? null, spend);
      return result;
    }
    case 'uint':
      return Number(value.value);
    case 'timestamp':
      return formatTimestamp(value.nanos);
    case 'duration':
      return formatDuration(value.nanos);
    case 'optional':
      return value.value === undefined ? null : toJson(value.value, spend);
    case 'type':
      return value.name;
    case 'opaque':
      return value.text;
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    text += (DIGITS[bits >> 18] ?? '') + (DIGITS[(bits >> 12) & 63] ?? '');
    text += b === undefined ? '=' : (DIGITS[(bits >> 6) & 63] ?? '');
    text += c === undefined ? '=' : (DIGITS[bits & 63] ?? '');
  }
  return text;
}

/** Bytes of a base64 text; of the text itself when it is none. */
export function fromBase64(text: string): Uint8Array {
  const digits = text.replace(/=+$/, '');
  if (/[^A-Za-z0-9+/]/.test(digits)) return Uint8Array.from(utf8(text));
  const bytes: number[] = [];
  for (let at = 0; at < digits.length; at += 4) {
    const part = [...digits.slice(at, at + 4)].map((digit) => DIGITS.indexOf(digit));
    const bits = part.reduce((sum, digit, index) => sum | (digit << (18 - 6 * index)), 0);
    for (let index = 0; index < part.length - 1; index += 1) bytes.push((bits >> (16 - 8 * index)) & 255);
  }
  return Uint8Array.from(bytes);
}
