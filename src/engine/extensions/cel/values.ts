/** Values at run time. JSON stays JSON and is read through these on demand (`json-values.ts`). */
import { noSuchOverload } from './errors.ts';

/** `bigint` is int, `number` is double, `Uint8Array` is bytes. */
export type Value = string | bigint | number | boolean | null | Uint8Array | CompoundValue;

export type CompoundValue =
  | { readonly kind: 'uint'; readonly value: bigint }
  /** Nanoseconds since 1970. */
  | { readonly kind: 'timestamp'; readonly nanos: bigint }
  | { readonly kind: 'duration'; readonly nanos: bigint }
  | { readonly kind: 'type'; readonly name: string }
  | { readonly kind: 'optional'; readonly value: Value | undefined }
  | ListValue
  | MapValue
  | OpaqueValue;

export interface ListValue {
  readonly kind: 'list';
  readonly size: number;
  /** Within bounds. */
  at(index: number): Value;
}

/** A map, or an object with fields (`isObject`). */
export interface MapValue {
  readonly kind: 'map';
  readonly size: number;
  readonly isObject?: boolean;
  get(key: Value): Value | undefined;
  keys(): Iterable<Value>;
}

/** A value of a library's own type. */
export interface OpaqueValue {
  readonly kind: 'opaque';
  readonly type: string;
  /** Its text form. */
  readonly text: string;
  equals(other: OpaqueValue): boolean;
}

/** Takes from what an expression may cost. Throws when there is nothing left. */
export type Spend = (cost: number) => void;

export const list = (items: readonly Value[]): ListValue => ({
  kind: 'list',
  size: items.length,
  at: (index) => items[index] ?? null,
});

/** A map from entries; keys are told apart by kind and value. */
export function mapFrom(entries: Iterable<readonly [Value, Value]>): MapValue {
  const byKey = new Map<string, readonly [Value, Value]>();
  for (const entry of entries) byKey.set(keyText(entry[0]), entry);
  return {
    kind: 'map',
    size: byKey.size,
    get: (key) => byKey.get(keyText(key))?.[1],
    *keys() {
      for (const [key] of byKey.values()) yield key;
    },
  };
}

/** Keys that are equal have the same text: 1, 1u and 1.0 are. */
export function keyText(key: Value): string {
  switch (typeof key) {
    case 'string':
      return `s${key}`;
    case 'bigint':
      return `n${key}`;
    case 'boolean':
      return `b${key}`;
    case 'number':
      return `n${key}`;
    default:
      return isCompound(key) && key.kind === 'uint' ? `n${key.value}` : noSuchOverload();
  }
}

export function isCompound(value: Value | undefined): value is CompoundValue {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
}

/** Every element, in order. */
export function* elements(value: ListValue): Generator<Value> {
  for (let index = 0; index < value.size; index += 1) yield value.at(index);
}

/** As `type(x)` and messages name it. */
export function typeName(value: Value): string {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'bigint':
      return 'int';
    case 'number':
      return 'double';
    case 'boolean':
      return 'bool';
    default:
      break;
  }
  if (value === null) return 'null_type';
  if (value instanceof Uint8Array) return 'bytes';
  switch (value.kind) {
    case 'timestamp':
      return 'google.protobuf.Timestamp';
    case 'duration':
      return 'google.protobuf.Duration';
    case 'optional':
      return 'optional_type';
    case 'opaque':
      return value.type;
    default:
      return value.kind;
  }
}

/** Equality across number types; values of different types are not equal. Each comparison costs one. */
export function equal(a: Value, b: Value, spend: Spend): boolean {
  spend(0.1);
  if (a === b) return true;
  const number = compareNumbers(a, b);
  if (number !== undefined) return number === 0;
  if (a instanceof Uint8Array && b instanceof Uint8Array)
    return a.length === b.length && a.every((byte, index) => byte === b[index]);
  if (!isCompound(a) || !isCompound(b)) return false;
  if (a.kind === 'list' && b.kind === 'list') return equalLists(a, b, spend);
  if (a.kind === 'map' && b.kind === 'map') return equalMaps(a, b, spend);
  if (a.kind === 'optional' && b.kind === 'optional') {
    if (a.value === undefined || b.value === undefined) return a.value === b.value;
    return equal(a.value, b.value, spend);
  }
  if (a.kind === 'opaque' && b.kind === 'opaque') return a.type === b.type && a.equals(b);
  if (a.kind === 'type' && b.kind === 'type') return a.name === b.name;
  if (a.kind === 'timestamp' && b.kind === 'timestamp') return a.nanos === b.nanos;
  return a.kind === 'duration' && b.kind === 'duration' && a.nanos === b.nanos;
}

function equalLists(a: ListValue, b: ListValue, spend: Spend): boolean {
  if (a.size !== b.size) return false;
  for (let index = 0; index < a.size; index += 1) if (!equal(a.at(index), b.at(index), spend)) return false;
  return true;
}

function equalMaps(a: MapValue, b: MapValue, spend: Spend): boolean {
  if (a.size !== b.size) return false;
  for (const key of a.keys()) {
    const left = a.get(key);
    const right = b.get(key);
    if (left === undefined || right === undefined || !equal(left, right, spend)) return false;
  }
  return true;
}

/** Less than 0, 0 or more, or NaN, for two numbers of any types; undefined when one is no number. */
export function compareNumbers(a: Value, b: Value): number | undefined {
  const left = numeric(a);
  const right = numeric(b);
  if (left === undefined || right === undefined) return undefined;
  if (left === right) return 0;
  if (left < right) return -1;
  if (left > right) return 1;
  // 1n and 1 are neither the same nor in an order; NaN isn't either.
  return Number.isNaN(left) || Number.isNaN(right) ? Number.NaN : 0;
}

function numeric(value: Value): bigint | number | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  return isCompound(value) && value.kind === 'uint' ? value.value : undefined;
}

/** Order of two values of an ordered type. NaN is in no order. */
export function compare(a: Value, b: Value): number {
  const number = compareNumbers(a, b);
  if (number !== undefined) return number;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b);
  if (isCompound(a) && isCompound(b)) {
    const isTime = a.kind === 'timestamp' && b.kind === 'timestamp';
    const isSpan = a.kind === 'duration' && b.kind === 'duration';
    if (isTime || isSpan) return a.nanos < b.nanos ? -1 : a.nanos > b.nanos ? 1 : 0;
  }
  return noSuchOverload();
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

// What a function's arguments are, where the overload has been found by their types.
export const asText = (value: Value | undefined): string => (typeof value === 'string' ? value : noSuchOverload());
export const asInt = (value: Value | undefined): bigint => (typeof value === 'bigint' ? value : noSuchOverload());
export const asBool = (value: Value | undefined): boolean => (typeof value === 'boolean' ? value : noSuchOverload());
export const asList = (value: Value | undefined): ListValue =>
  isCompound(value) && value.kind === 'list' ? value : noSuchOverload();
export const asMap = (value: Value | undefined): MapValue =>
  isCompound(value) && value.kind === 'map' ? value : noSuchOverload();
export const asNanos = (value: Value | undefined): bigint =>
  isCompound(value) && (value.kind === 'timestamp' || value.kind === 'duration') ? value.nanos : noSuchOverload();

export const NONE: Value = { kind: 'optional', value: undefined };
export const some = (value: Value): Value => ({ kind: 'optional', value });
