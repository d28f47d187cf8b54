/** size, conversions between types, type(), dyn(), optional.* (cel-spec, langdef; cel-go OptionalTypes). */
import { CelError, conversionFailed, noSuchOverload } from '../errors.ts';
import type { Library } from '../functions.ts';
import { utf8 } from '../lexer.ts';
import { formatDuration, formatTimestamp, parseDuration, parseTimestamp } from '../time.ts';
import { asInt, asList, asMap, asText, isCompound, NONE, type Spend, some, typeName, type Value } from '../values.ts';
import { int64 } from './arithmetic.ts';

const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

const uint = (value: bigint): Value => {
  if (BigInt.asUintN(64, value) !== value) throw new CelError('unsigned integer overflow');
  return { kind: 'uint', value };
};

const uintOf = (value: Value | undefined): bigint =>
  isCompound(value) && value.kind === 'uint' ? value.value : noSuchOverload();

function whole(value: Value | undefined): bigint {
  const number = Number(value);
  if (!Number.isFinite(number) || Math.abs(number) >= 2 ** 63) throw new CelError('integer overflow');
  return BigInt(Math.trunc(number));
}

function parsed(text: string, type: string, pattern: RegExp): bigint {
  if (pattern.test(text)) {
    const value = BigInt(text.replace(/^\+/, ''));
    if (type === 'int' ? BigInt.asIntN(64, value) === value : BigInt.asUintN(64, value) === value) return value;
  }
  const name = type === 'int' ? 'strconv.ParseInt' : 'strconv.ParseUint';
  throw new CelError(`${name}: parsing ${JSON.stringify(text)}: invalid syntax`);
}

function double(text: string): number {
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return Number(text);
  if (/^[+-]?inf(?:inity)?$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return Number.NaN;
  throw new CelError(`strconv.ParseFloat: parsing ${JSON.stringify(text)}: invalid syntax`);
}

const TRUE = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const FALSE = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

function bool(text: string): boolean {
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  return conversionFailed('string', 'bool');
}

/** A double as Go's strconv writes it in the shortest form. */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  return String(value).replace(/e([+-])(\d)$/, 'e$10$2');
}

function toBytes(text: string, spend: Spend): Uint8Array {
  spend(text.length / 10);
  return Uint8Array.from(utf8(text));
}

function utf8Text(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += `%${byte.toString(16).padStart(2, '0')}`;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new CelError('invalid UTF-8 in bytes, cannot convert to string');
  }
}

const size = (value: Value | undefined, spend: Spend): bigint => {
  if (typeof value === 'string') {
    spend(value.length / 10);
    return BigInt(codePoints(value));
  }
  if (value instanceof Uint8Array) return BigInt(value.length);
  return BigInt(isCompound(value) && value.kind === 'map' ? asMap(value).size : asList(value).size);
};

const SIZED = ['string', 'bytes', 'list(A)', 'map(A, B)'];
const nanosOf = (value: Value | undefined, kind: 'timestamp' | 'duration'): bigint =>
  isCompound(value) && value.kind === kind ? value.nanos : noSuchOverload();

function optionalOf(value: Value | undefined): Value | undefined {
  return isCompound(value) && value.kind === 'optional' ? value.value : noSuchOverload();
}

function isZero(value: Value): boolean {
  if (value === null || value === false || value === '' || value === 0n || value === 0) return true;
  if (value instanceof Uint8Array) return value.length === 0;
  return isCompound(value) && (value.kind === 'list' || value.kind === 'map') && value.size === 0;
}

export const conversions: Library = [
  ...SIZED.flatMap(
    (type): Library => [
      [`size(${type}): int`, ([a], spend) => size(a, spend)],
      [`${type} -> size(): int`, ([a], spend) => size(a, spend)],
    ],
  ),
  ['type(A): type', ([a = null]) => ({ kind: 'type', name: typeName(a) })],
  ['dyn(A): dyn', ([a = null]) => a],
  ['bool(bool): bool', ([a = null]) => a],
  ['bool(string): bool', ([a]) => bool(asText(a))],
  ['bytes(bytes): bytes', ([a = null]) => a],
  ['bytes(string): bytes', ([a], spend) => toBytes(asText(a), spend)],
  ['double(double): double', ([a = null]) => a],
  ['double(int): double', ([a]) => Number(a)],
  ['double(uint): double', ([a]) => Number(uintOf(a))],
  ['double(string): double', ([a]) => double(asText(a))],
  ['int(int): int', ([a = null]) => a],
  ['int(uint): int', ([a]) => int64(uintOf(a))],
  ['int(double): int', ([a]) => whole(a)],
  ['int(string): int', ([a]) => parsed(asText(a), 'int', /^[+-]?\d{1,20}$/)],
  ['int(timestamp): int', ([a]) => nanosOf(a, 'timestamp') / 1_000_000_000n],
  ['int(duration): int', ([a]) => nanosOf(a, 'duration')],
  ['uint(uint): uint', ([a = null]) => a],
  ['uint(int): uint', ([a]) => uint(asInt(a))],
  ['uint(double): uint', ([a]) => uint(whole(a))],
  ['uint(string): uint', ([a]) => uint(parsed(asText(a), 'uint', /^\d{1,20}$/))],
  ['string(string): string', ([a = null]) => a],
  ['string(bool): string', ([a]) => String(a)],
  ['string(int): string', ([a]) => String(a)],
  ['string(uint): string', ([a]) => String(uintOf(a))],
  ['string(double): string', ([a]) => formatDouble(Number(a))],
  [
    'string(bytes): string',
    ([a], spend) => {
      if (!(a instanceof Uint8Array)) return noSuchOverload();
      spend(a.length / 10);
      return utf8Text(a);
    },
  ],
  ['string(timestamp): string', ([a]) => formatTimestamp(nanosOf(a, 'timestamp'))],
  ['string(duration): string', ([a]) => formatDuration(nanosOf(a, 'duration'))],
  ['timestamp(timestamp): timestamp', ([a = null]) => a],
  ['timestamp(string): timestamp', ([a]) => ({ kind: 'timestamp', nanos: parseTimestamp(asText(a)) })],
  ['timestamp(int): timestamp', ([a]) => ({ kind: 'timestamp', nanos: asInt(a) * 1_000_000_000n })],
  ['duration(duration): duration', ([a = null]) => a],
  ['duration(string): duration', ([a]) => ({ kind: 'duration', nanos: parseDuration(asText(a)) })],
  ['duration(int): duration', ([a]) => ({ kind: 'duration', nanos: int64(asInt(a)) })],
  ['optional.of(A): optional(A)', ([a = null]) => some(a)],
  ['optional.ofNonZeroValue(A): optional(A)', ([a = null]) => (isZero(a) ? NONE : some(a))],
  ['optional.none(): optional(A)', () => NONE],
  ['optional(A) -> hasValue(): bool', ([a]) => optionalOf(a) !== undefined],
  [
    'optional(A) -> value(): A',
    ([a]) => {
      const value = optionalOf(a);
      if (value === undefined) throw new CelError('optional.none() dereference');
      return value;
    },
  ],
  ['optional(A) -> orValue(A): A', ([a, b = null]) => optionalOf(a) ?? b],
  ['optional(A) -> or(optional(A)): optional(A)', ([a = null, b = null]) => (optionalOf(a) === undefined ? b : a)],
];
