/** The natural logarithm of a whole number, the same to the last digit in every JavaScript engine: only sums, products and quotients. */

const known: number[] = [];

/** ln(n) for a whole n from 1 on. */
export function logarithm(n: number): number {
  const result = known[n] ?? computed(n);
  known[n] = result;
  return result;
}

function computed(n: number): number {
  let halvings = 0;
  let rest = n;
  while (rest > 1.5) {
    rest /= 2;
    halvings += 1;
  }
  // ln(x) = 2·(z + z³/3 + z⁵/5 + …) with z = (x − 1)/(x + 1); here |z| is at most 1/5.
  const z = (rest - 1) / (rest + 1);
  let power = z;
  let sum = 0;
  for (let odd = 1; odd < 30; odd += 2) {
    sum += power / odd;
    power *= z * z;
  }
  return halvings * Math.LN2 + 2 * sum;
}
