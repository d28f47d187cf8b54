/** Operators (cel-spec, langdef: list of standard definitions). && || ?: and == are the evaluator's. */
import { CelError, noSuchOverload } from '../errors.ts';
import type { Library } from '../functions.ts';
import {
  asBool,
  asInt,
  asList,
  asMap,
  asNanos,
  asText,
  compare,
  elements,
  equal,
  isCompound,
  list,
  type Value,
} from '../values.ts';

const overflow = (): never => {
  throw new CelError('integer overflow');
};

/** A whole number that fits 64 bits. */
export function int64(value: bigint): bigint {
  return BigInt.asIntN(64, value) === value ? value : overflow();
}

function uint64(value: bigint): Value {
  if (BigInt.asUintN(64, value) !== value) throw new CelError('unsigned integer overflow');
  return { kind: 'uint', value };
}

const asDouble = (value: Value | undefined): number => (typeof value === 'number' ? value : noSuchOverload());
const asUint = (value: Value | undefined): bigint =>
  isCompound(value) && value.kind === 'uint' ? value.value : noSuchOverload();

type Whole = (a: bigint, b: bigint) => bigint;

function divided(a: bigint, b: bigint): bigint {
  if (b === 0n) throw new CelError('division by zero');
  return a / b;
}

function remainder(a: bigint, b: bigint): bigint {
  if (b === 0n) throw new CelError('modulus by zero');
  return a % b;
}

function numbers(name: string, whole: Whole, double?: (a: number, b: number) => number): Library {
  return [
    [`${name}(int, int): int`, ([a, b]) => int64(whole(asInt(a), asInt(b)))],
    [`${name}(uint, uint): uint`, ([a, b]) => uint64(whole(asUint(a), asUint(b)))],
    ...(double === undefined
      ? []
      : ([[`${name}(double, double): double`, ([a, b]) => double(asDouble(a), asDouble(b))]] satisfies Library)),
  ];
}

const timestamp = (nanos: bigint): Value => {
  // 0001-01-01 to 9999-12-31.
  if (nanos < -62_135_596_800_000_000_000n || nanos > 253_402_300_799_999_999_999n)
    throw new CelError('timestamp overflow');
  return { kind: 'timestamp', nanos };
};
const duration = (nanos: bigint): Value => {
  if (BigInt.asIntN(64, nanos) !== nanos) throw new CelError('duration overflow');
  return { kind: 'duration', nanos };
};

const ORDERED = ['bool', 'int', 'uint', 'double', 'string', 'bytes', 'timestamp', 'duration'];
const NUMBERS = ['int', 'uint', 'double'];

function relation(name: string, holds: (order: number) => boolean): Library {
  const pairs = [
    ...ORDERED.map((type) => [type, type]),
    ...NUMBERS.flatMap((a) => NUMBERS.filter((b) => a !== b).map((b) => [a, b])),
  ];
  return pairs.map(([a, b]) => [
    `${name}(${a}, ${b}): bool`,
    ([left = null, right = null], spend) => {
      spend(Math.min(sizeCost(left), sizeCost(right)));
      return holds(compare(left, right));
    },
  ]);
}

const sizeCost = (value: Value): number =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length / 10 : 0;

export const arithmetic: Library = [
  ...numbers(
    '_+_',
    (a, b) => a + b,
    (a, b) => a + b,
  ),
  [
    '_+_(string, string): string',
    ([a, b], spend) => {
      const joined = asText(a) + asText(b);
      spend(joined.length / 10);
      return joined;
    },
  ],
  [
    '_+_(bytes, bytes): bytes',
    ([a, b], spend) => {
      if (!(a instanceof Uint8Array) || !(b instanceof Uint8Array)) return noSuchOverload();
      spend((a.length + b.length) / 10);
      return Uint8Array.from([...a, ...b]);
    },
  ],
  [
    '_+_(list(A), list(A)): list(A)',
    ([a, b], spend) => {
      spend((asList(a).size + asList(b).size) / 10);
      return list([...elements(asList(a)), ...elements(asList(b))]);
    },
  ],
  ['_+_(timestamp, duration): timestamp', ([a, b]) => timestamp(asNanos(a) + asNanos(b))],
  ['_+_(duration, timestamp): timestamp', ([a, b]) => timestamp(asNanos(a) + asNanos(b))],
  ['_+_(duration, duration): duration', ([a, b]) => duration(asNanos(a) + asNanos(b))],
  ...numbers(
    '_-_',
    (a, b) => a - b,
    (a, b) => a - b,
  ),
  ['_-_(timestamp, timestamp): duration', ([a, b]) => duration(asNanos(a) - asNanos(b))],
  ['_-_(timestamp, duration): timestamp', ([a, b]) => timestamp(asNanos(a) - asNanos(b))],
  ['_-_(duration, duration): duration', ([a, b]) => duration(asNanos(a) - asNanos(b))],
  ...numbers(
    '_*_',
    (a, b) => a * b,
    (a, b) => a * b,
  ),
  ...numbers('_/_', divided, (a, b) => a / b),
  ...numbers('_%_', remainder),
  ['-_(int): int', ([a]) => int64(-asInt(a))],
  ['-_(double): double', ([a]) => -asDouble(a)],
  ['!_(bool): bool', ([a]) => !asBool(a)],
  ['_&&_(bool, bool): bool', () => noSuchOverload()],
  ['_||_(bool, bool): bool', () => noSuchOverload()],
  ['_?_:_(bool, A, A): A', () => noSuchOverload()],
  ['_==_(A, A): bool', ([a = null, b = null], spend) => equal(a, b, spend)],
  ['_!=_(A, A): bool', ([a = null, b = null], spend) => !equal(a, b, spend)],
  ...relation('_<_', (order) => order < 0),
  ...relation('_<=_', (order) => order <= 0),
  ...relation('_>_', (order) => order > 0),
  ...relation('_>=_', (order) => order >= 0),
  [
    '@in(A, list(A)): bool',
    ([a = null, b], spend) => {
      for (const item of elements(asList(b))) {
        spend(1);
        if (equal(a, item, spend)) return true;
      }
      return false;
    },
  ],
  ['@in(A, map(A, B)): bool', ([a = null, b]) => asMap(b).get(a) !== undefined],
  ['_[_](list(A), int): A', ([a, b]) => element(a, b)],
  ['_[_](map(A, B), A): B', ([a, b = null]) => entry(a, b)],
  ['_[_](optional(list(A)), int): optional(A)', ([a, b]) => optional(a, (inner) => maybeElement(inner, b))],
  ['_[_](optional(map(A, B)), A): optional(B)', ([a, b = null]) => optional(a, (inner) => asMap(inner).get(b))],
  ['_[?_](list(A), int): optional(A)', ([a, b]) => ({ kind: 'optional', value: maybeElement(a, b) })],
  ['_[?_](map(A, B), A): optional(B)', ([a, b = null]) => ({ kind: 'optional', value: asMap(a).get(b) })],
  ['_[?_](optional(list(A)), int): optional(A)', ([a, b]) => optional(a, (inner) => maybeElement(inner, b))],
  ['_[?_](optional(map(A, B)), A): optional(B)', ([a, b = null]) => optional(a, (inner) => asMap(inner).get(b))],
];

function maybeElement(container: Value | undefined, index: Value | undefined): Value | undefined {
  const items = asList(container);
  const at = typeof index === 'bigint' ? index : typeof index === 'number' ? index : noSuchOverload();
  return at >= 0 && at < items.size && Number.isInteger(Number(at)) ? items.at(Number(at)) : undefined;
}

function element(container: Value | undefined, index: Value | undefined): Value {
  const found = maybeElement(container, index);
  if (found === undefined) throw new CelError(`index out of bounds: ${String(index)}`);
  return found;
}

function entry(container: Value | undefined, key: Value): Value {
  const found = asMap(container).get(key);
  if (found === undefined) throw new CelError(`no such key: ${typeof key === 'object' ? '' : String(key)}`);
  return found;
}

function optional(container: Value | undefined, get: (inner: Value) => Value | undefined): Value {
  if (!isCompound(container) || container.kind !== 'optional') return noSuchOverload();
  return { kind: 'optional', value: container.value === undefined ? undefined : get(container.value) };
}
