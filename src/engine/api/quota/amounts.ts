/** Amounts by the name of what is counted: `pods`, `requests.cpu`, `count/deployments.apps` (upstream: apiserver pkg/quota/v1/resources.go). */
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
  subtractQuantities,
} from '../../meta/index.ts';

/** An amount of each resource, by its name: `cpu`, `memory`, `pods`. */
export type Amounts = ReadonlyMap<string, Quantity>;

type Texts = Readonly<Record<string, string>>;

/** One, as counts are written. */
export const one: Quantity = { nanos: 1_000_000_000n, format: 'decimal' };
const zero: Quantity = { nanos: 0n, format: 'decimal' };

/** A whole number of things. */
export function count(number: number): Quantity {
  return { nanos: BigInt(number) * one.nanos, format: 'decimal' };
}

/** Amounts of a resource list; what can't be read counts as nothing. */
export function amountsOf(texts: Texts | undefined): Amounts {
  const amounts = new Map<string, Quantity>();
  for (const [name, text] of Object.entries(texts ?? {})) {
    const quantity = parseQuantity(text);
    amounts.set(name, 'error' in quantity ? zero : quantity);
  }
  return amounts;
}

/** As a resource list, by name. */
export function textsOf(amounts: Amounts): Texts {
  const names = [...amounts.keys()].sort();
  return Object.fromEntries(names.map((name) => [name, formatQuantity(amounts.get(name) ?? zero)]));
}

/** What either has, together. */
export function sumOf(a: Amounts, b: Amounts): Amounts {
  const sum = new Map(a);
  for (const [name, amount] of b) sum.set(name, addQuantities(sum.get(name) ?? zero, amount));
  return sum;
}

/** What the first has more than the second, never below zero. */
export function increaseOf(a: Amounts, b: Amounts): Amounts {
  const more = new Map<string, Quantity>();
  for (const [name, amount] of a) {
    const difference = subtractQuantities(amount, b.get(name) ?? zero);
    more.set(name, difference.nanos < 0n ? zero : difference);
  }
  return more;
}

/** The larger of both, by name. */
export function largestOf(a: Amounts, b: Amounts): Amounts {
  const largest = new Map(a);
  for (const [name, amount] of b) {
    const other = largest.get(name);
    if (other === undefined || compareQuantities(other, amount) < 0) largest.set(name, amount);
  }
  return largest;
}

/** Only the amounts of these names. */
export function onlyOf(amounts: Amounts, names: ReadonlySet<string>): Amounts {
  return new Map([...amounts].filter(([name]) => names.has(name)));
}

/** Without what amounts to nothing. */
export function withoutZeros(amounts: Amounts): Amounts {
  return new Map([...amounts].filter(([, { nanos }]) => nanos !== 0n));
}

/** Names of which there is more than the limit. What has no limit isn't checked. */
export function exceeding(amounts: Amounts, limits: Amounts): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [name, amount] of amounts) {
    const limit = limits.get(name);
    if (limit !== undefined && compareQuantities(amount, limit) > 0) names.add(name);
  }
  return names;
}

/** `limits.cpu=1,pods=2`. */
export function describeAmounts(amounts: Amounts): string {
  return Object.entries(textsOf(amounts))
    .map(([name, text]) => `${name}=${text}`)
    .join(',');
}
