import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  milliValue,
  parseQuantity,
  type Quantity,
  quantityValue,
  subtractQuantities,
} from './quantity.ts';

function quantity(text: string): Quantity {
  const result = parseQuantity(text);
  if ('error' in result) throw new Error(result.error);
  return result;
}

test.each([
  ['0.5', '500m'],
  ['1000m', '1'],
  ['1500m', '1500m'],
  ['1024Mi', '1Gi'],
  ['1.5Gi', '1536Mi'],
  ['1000', '1k'],
  ['1024', '1024'],
  ['512Ki', '512Ki'],
  ['0.5Ki', '512'],
  ['1e3', '1e3'],
  ['12e6', '12e6'],
  ['1000Ki', '1000Ki'],
  ['0', '0'],
  ['00Ki', '0'],
  ['-0.25', '-250m'],
  ['1n', '1n'],
  ['0.1n', '1n'],
  ['100E', '100E'],
  ['1e19', '10e18'],
  ['1e40', '10e39'],
  ['1e-12', '1e-9'],
  ['16Ei', '9223372036854775807'],
  ['0.0001Ki', '102400u'],
  ['1000.3Ki', '1024307200m'],
  ['-1.5Gi', '-1536Mi'],
  // Upstream takes these for canonical.
  ['1.250', '1.250'],
  ['0.250', '250m'],
  ['1.25', '1250m'],
  ['1.000', '1'],
  ['+500m', '+500m'],
  ['0500m', '0500m'],
  ['05Gi', '05Gi'],
  ['08Gi', '8Gi'],
  ['1E3', '1E3'],
  // There is nothing of it.
  ['+', '0'],
  ['.', '0'],
  ['Gi', '0'],
  // Spaces around it are none of it.
  [' 1Gi\n', '1Gi'],
])('%j is written %s', (text, canonical) => {
  expect(canonicalQuantity(text)).toBe(canonical);
});

test('broken quantities are refused in upstream words', () => {
  const shape = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  for (const text of ['', 'x', '1 Gi', '1gb', '1KI', '1.2.3']) expect(parseQuantity(text)).toEqual({ error: shape });
  for (const text of ['1ki', '--1', '1Gi3', '1e', '1i', '1mm'])
    expect(parseQuantity(text)).toEqual({ error: "unable to parse quantity's suffix" });
});

test('values for scheduling are whole and rounded up', () => {
  expect([milliValue('250m'), milliValue('1'), milliValue('1u'), quantityValue('1Ki'), quantityValue('100m')]).toEqual([
    250, 1000, 1, 1024, 1,
  ]);
  expect(quantityValue('64Gi')).toBe(64 * 1024 ** 3);
});

const text = fc
  .tuple(fc.integer({ min: -9999, max: 9999 }), fc.constantFrom('', 'm', 'k', 'M', 'Ki', 'Mi', 'Gi', 'e3', 'u'))
  .map(([amount, suffix]) => `${amount}${suffix}`);

test('law: the canonical text means the same and is its own canonical text', () => {
  fc.assert(
    fc.property(text, (each) => {
      const canonical = canonicalQuantity(each) ?? '';
      expect(compareQuantities(quantity(canonical), quantity(each))).toBe(0);
      expect(canonicalQuantity(canonical)).toBe(canonical);
    }),
  );
});

test('law: adding and taking away again changes nothing; order and sum agree', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [one, other] = [quantity(a), quantity(b)];
      expect(subtractQuantities(addQuantities(one, other), other).nanos).toBe(one.nanos);
      expect(addQuantities(one, other).nanos).toBe(addQuantities(other, one).nanos);
      expect(Math.sign(compareQuantities(one, other)) + 0).toBe(0 - Math.sign(compareQuantities(other, one)));
    }),
  );
});
