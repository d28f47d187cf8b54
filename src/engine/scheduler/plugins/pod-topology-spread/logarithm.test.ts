import { expect, test } from 'vitest';
import { logarithm } from './logarithm.ts';

test('it is the natural logarithm to within the last digits', () => {
  for (let n = 1; n <= 5_002; n += 1) expect(Math.abs(logarithm(n) - Math.log(n))).toBeLessThan(3e-15);
});
