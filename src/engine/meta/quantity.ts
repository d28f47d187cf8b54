/** Quantities: `250m`, `1.5Gi`, `2e3` (apimachinery pkg/api/resource). Exact, down to 10⁻⁹; smaller parts round up. */

export type QuantityFormat = 'decimal' | 'binary' | 'exponent';

/** `nanos`: the amount in 10⁻⁹ units. The format decides which suffixes it is written with. */
export interface Quantity {
  readonly nanos: bigint;
  readonly format: QuantityFormat;
}

const NANO = 1_000_000_000n;
const DECIMAL = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
/** Upstream caps what does not fit into 63 bits. */
const MOST = (2n ** 63n - 1n) * NANO;

const SHAPE = /^([+-]?)(\d*)(?:\.(\d*))?([A-Za-z]*)([+-]?\d+)?$/;
const FORMAT_WRONG = `quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`;
const SUFFIX_WRONG = "unable to parse quantity's suffix";

/** The quantity of a text, or upstream's words for what is wrong with it. */
export function parseQuantity(text: string): Quantity | { readonly error: string } {
  const match = SHAPE.exec(text);
  const [, sign = '', whole = '', fraction = '', suffix = '', exponent] = match ?? [];
  if (match === null || whole + fraction === '') return { error: FORMAT_WRONG };
  const digits = BigInt(whole + fraction);
  const scale = scaleOf(suffix, exponent);
  if (scale === undefined) return { error: SUFFIX_WRONG };
  const numerator = digits * scale.numerator * NANO;
  const denominator = scale.denominator * 10n ** BigInt(fraction.length);
  const size = numerator / denominator + (numerator % denominator === 0n ? 0n : 1n);
  const capped = size > MOST ? MOST : size;
  return { nanos: sign === '-' ? -capped : capped, format: scale.format };
}

interface Scale {
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly format: QuantityFormat;
}

function scaleOf(suffix: string, exponent: string | undefined): Scale | undefined {
  if (exponent !== undefined) {
    const power = Number(exponent);
    if ((suffix !== 'e' && suffix !== 'E') || Math.abs(power) > 40) return undefined;
    const size = 10n ** BigInt(Math.abs(power));
    return { numerator: power < 0 ? 1n : size, denominator: power < 0 ? size : 1n, format: 'exponent' };
  }
  const binary = BINARY.indexOf(suffix);
  if (binary > 0) return { numerator: 1024n ** BigInt(binary), denominator: 1n, format: 'binary' };
  const decimal = DECIMAL.indexOf(suffix);
  if (decimal < 0) return undefined;
  return { numerator: 1000n ** BigInt(decimal), denominator: NANO, format: 'decimal' };
}

/** Canonical text: no fraction, the largest suffix that allows it (`1024Mi` is `1Gi`, `0.5` is `500m`). */
export function formatQuantity({ nanos, format }: Quantity): string {
  if (nanos === 0n) return '0';
  const sign = nanos < 0n ? '-' : '';
  const size = nanos < 0n ? -nanos : nanos;
  // Below 1024 and for fractions binary suffixes say nothing: upstream writes these in decimal.
  if (format === 'binary' && size >= 1024n * NANO && size % NANO === 0n) {
    const [mantissa, power] = shorten(size / NANO, 1024n, BINARY.length - 1);
    return `${sign}${mantissa}${BINARY[power]}`;
  }
  const [mantissa, power] = shorten(size, 1000n, format === 'exponent' ? 20 : DECIMAL.length - 1);
  if (format !== 'exponent') return `${sign}${mantissa}${DECIMAL[power]}`;
  return power === 3 ? `${sign}${mantissa}` : `${sign}${mantissa}e${(power - 3) * 3}`;
}

function shorten(size: bigint, step: bigint, most: number): readonly [bigint, number] {
  let mantissa = size;
  let power = 0;
  while (power < most && mantissa % step === 0n) {
    mantissa /= step;
    power++;
  }
  return [mantissa, power];
}

/** The canonical text of a quantity's text; undefined for unparsable text. Remembered: pods repeat. */
export function canonicalQuantity(text: string): string | undefined {
  return remembered(canonical, text, () => {
    const quantity = parseQuantity(text);
    return 'error' in quantity ? undefined : formatQuantity(quantity);
  });
}

/** Below 0, 0 or above 0, for sorting. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  return a.nanos < b.nanos ? -1 : a.nanos > b.nanos ? 1 : 0;
}

/** Sum, written as the first that is not zero is. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  return { nanos: a.nanos + b.nanos, format: a.nanos === 0n ? b.format : a.format };
}

/** Difference, written as the first is. */
export function subtractQuantities(a: Quantity, b: Quantity): Quantity {
  return { nanos: a.nanos - b.nanos, format: a.nanos === 0n ? b.format : a.format };
}

const canonical = new Map<string, string | undefined>();
const milli = new Map<string, number>();
const MOST_REMEMBERED = 4096;

function remembered<V>(memory: Map<string, V>, text: string, compute: () => V): V {
  const known = memory.get(text);
  if (known !== undefined) return known;
  const value = compute();
  if (memory.size >= MOST_REMEMBERED) memory.clear();
  memory.set(text, value);
  return value;
}

/** Thousandths, rounded up: `250m` → 250, `1` → 1000. For CPU. 0 for unparsable text. Remembered: pods repeat. */
export function milliValue(text: string): number {
  return remembered(milli, text, () => {
    const quantity = parseQuantity(text);
    return 'error' in quantity ? 0 : ceilDivide(quantity.nanos, 1_000_000n);
  });
}

/** Whole units, rounded up: `1Ki` → 1024. For bytes and counts. 0 for unparsable text. */
export function quantityValue(text: string): number {
  return Math.ceil(milliValue(text) / 1000);
}

function ceilDivide(nanos: bigint, unit: bigint): number {
  const whole = nanos / unit;
  return Number(nanos > 0n && nanos % unit !== 0n ? whole + 1n : whole);
}
