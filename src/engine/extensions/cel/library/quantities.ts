/** Kubernetes' quantity library: `quantity("1.5Gi").isGreaterThan(quantity("1Gi"))`. */
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
  subtractQuantities,
} from '../../../meta/index.ts';
import { CelError, noSuchOverload } from '../errors.ts';
import type { Library } from '../functions.ts';
import { asInt, asText, isCompound, type OpaqueValue, type Value } from '../values.ts';

const TYPE = 'kubernetes.Quantity';

interface QuantityValue extends OpaqueValue {
  readonly quantity: Quantity;
}

function quantityValue(quantity: Quantity): QuantityValue {
  return {
    kind: 'opaque',
    type: TYPE,
    text: formatQuantity(quantity),
    quantity,
    equals: (other) => isQuantity(other) && compareQuantities(quantity, other.quantity) === 0,
  };
}

const isQuantity = (value: OpaqueValue): value is QuantityValue => value.type === TYPE;
const asQuantity = (value: Value | undefined): Quantity =>
  isCompound(value) && value.kind === 'opaque' && isQuantity(value) ? value.quantity : noSuchOverload();

function parse(text: string): QuantityValue {
  const quantity = parseQuantity(text);
  if ('error' in quantity) throw new CelError(quantity.error);
  return quantityValue(quantity);
}

const NANO = 1_000_000_000n;
const whole = (value: bigint): Quantity => ({ nanos: value * NANO, format: 'decimal' });

export const quantities: Library = [
  [`quantity(string): ${TYPE}`, ([a]) => parse(asText(a))],
  ['isQuantity(string): bool', ([a]) => !('error' in parseQuantity(asText(a)))],
  [`${TYPE} -> sign(): int`, ([a]) => BigInt(compareQuantities(asQuantity(a), whole(0n)))],
  [`${TYPE} -> isGreaterThan(${TYPE}): bool`, ([a, b]) => compareQuantities(asQuantity(a), asQuantity(b)) > 0],
  [`${TYPE} -> isLessThan(${TYPE}): bool`, ([a, b]) => compareQuantities(asQuantity(a), asQuantity(b)) < 0],
  [
    `${TYPE} -> compareTo(${TYPE}): int`,
    ([a, b]) => BigInt(Math.sign(compareQuantities(asQuantity(a), asQuantity(b)))),
  ],
  [`${TYPE} -> asApproximateFloat(): double`, ([a]) => Number(asQuantity(a).nanos) / 1e9],
  [
    `${TYPE} -> asInteger(): int`,
    ([a]) => {
      const { nanos } = asQuantity(a);
      if (nanos % NANO !== 0n) throw new CelError('cannot convert value to integer');
      return nanos / NANO;
    },
  ],
  [`${TYPE} -> isInteger(): bool`, ([a]) => asQuantity(a).nanos % NANO === 0n],
  [`${TYPE} -> add(${TYPE}): ${TYPE}`, ([a, b]) => quantityValue(addQuantities(asQuantity(a), asQuantity(b)))],
  [`${TYPE} -> add(int): ${TYPE}`, ([a, b]) => quantityValue(addQuantities(asQuantity(a), whole(asInt(b))))],
  [`${TYPE} -> sub(${TYPE}): ${TYPE}`, ([a, b]) => quantityValue(subtractQuantities(asQuantity(a), asQuantity(b)))],
  [`${TYPE} -> sub(int): ${TYPE}`, ([a, b]) => quantityValue(subtractQuantities(asQuantity(a), whole(asInt(b))))],
];
