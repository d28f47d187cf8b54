/** Lists and sets: Kubernetes' lists library and cel-go's sets extension. */
import { CelError, noSuchOverload } from '../errors.ts';
import type { Library } from '../functions.ts';
import { asList, compare, elements, equal, isCompound, type ListValue, type Spend, type Value } from '../values.ts';
import { int64 } from './arithmetic.ts';

const ORDERED = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'];

function isSorted(items: ListValue, spend: Spend): boolean {
  let before: Value | undefined;
  for (const item of elements(items)) {
    spend(1);
    if (before !== undefined && compare(before, item) > 0) return false;
    before = item;
  }
  return true;
}

function extreme(items: ListValue, sign: 1 | -1, spend: Spend): Value {
  let best: Value | undefined;
  for (const item of elements(items)) {
    spend(1);
    if (best === undefined || compare(item, best) * sign > 0) best = item;
  }
  if (best === undefined) throw new CelError(`${sign > 0 ? 'max' : 'min'} called on empty list`);
  return best;
}

function plus(a: Value, b: Value): Value {
  if (typeof a === 'bigint' && typeof b === 'bigint') return int64(a + b);
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (isCompound(a) && isCompound(b)) {
    if (a.kind === 'uint' && b.kind === 'uint') return { kind: 'uint', value: a.value + b.value };
    if (a.kind === 'duration' && b.kind === 'duration') return { kind: 'duration', nanos: int64(a.nanos + b.nanos) };
  }
  return noSuchOverload();
}

function sum(items: ListValue, zero: Value, spend: Spend): Value {
  let total = zero;
  for (const item of elements(items)) {
    spend(1);
    total = plus(total, item);
  }
  return total;
}

function position(items: ListValue, wanted: Value, last: boolean, spend: Spend): bigint {
  for (let step = 0; step < items.size; step += 1) {
    spend(1);
    const index = last ? items.size - 1 - step : step;
    if (equal(items.at(index), wanted, spend)) return BigInt(index);
  }
  return -1n;
}

const holds = (items: ListValue, wanted: Value, spend: Spend): boolean => position(items, wanted, false, spend) >= 0n;

function containsAll(items: ListValue, wanted: ListValue, spend: Spend): boolean {
  for (const each of elements(wanted)) if (!holds(items, each, spend)) return false;
  return true;
}

function flatten(items: ListValue, depth: number, spend: Spend): Value[] {
  const flat: Value[] = [];
  for (const item of elements(items)) {
    spend(1);
    if (isCompound(item) && item.kind === 'list' && depth > 0) {
      for (const inner of flatten(item, depth - 1, spend)) flat.push(inner);
    } else flat.push(item);
  }
  return flat;
}

const SUMS: readonly (readonly [string, Value])[] = [
  ['int', 0n],
  ['uint', { kind: 'uint', value: 0n }],
  ['double', 0],
  ['duration', { kind: 'duration', nanos: 0n }],
];

export const collections: Library = [
  ...ORDERED.flatMap(
    (type): Library => [
      [`list(${type}) -> isSorted(): bool`, ([a], spend) => isSorted(asList(a), spend)],
      [`list(${type}) -> min(): ${type}`, ([a], spend) => extreme(asList(a), -1, spend)],
      [`list(${type}) -> max(): ${type}`, ([a], spend) => extreme(asList(a), 1, spend)],
    ],
  ),
  ...SUMS.map(([type, zero]): Library[number] => [
    `list(${type}) -> sum(): ${type}`,
    ([a], spend) => {
      const items = asList(a);
      const [first = zero] = elements(items);
      const own = SUMS.find(([name]) => name === kindOf(first));
      return sum(items, own?.[1] ?? zero, spend);
    },
  ]),
  ['list(A) -> indexOf(A): int', ([a, b = null], spend) => position(asList(a), b, false, spend)],
  ['list(A) -> lastIndexOf(A): int', ([a, b = null], spend) => position(asList(a), b, true, spend)],
  [
    'list(dyn) -> flatten(): list(dyn)',
    ([a], spend) => {
      const flat = flatten(asList(a), 1, spend);
      return { kind: 'list', size: flat.length, at: (index) => flat[index] ?? null };
    },
  ],
  ['sets.contains(list(A), list(A)): bool', ([a, b], spend) => containsAll(asList(a), asList(b), spend)],
  [
    'sets.equivalent(list(A), list(A)): bool',
    ([a, b], spend) => containsAll(asList(a), asList(b), spend) && containsAll(asList(b), asList(a), spend),
  ],
  [
    'sets.intersects(list(A), list(A)): bool',
    ([a, b], spend) => [...elements(asList(b))].some((each) => holds(asList(a), each, spend)),
  ],
];

function kindOf(value: Value): string {
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'double';
  return isCompound(value) ? value.kind : '';
}
