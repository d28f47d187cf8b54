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
/** Upstream caps amounts with a binary suffix that don't fit into 63 bits. */
const MOST = (2n ** 63n - 1n) * NANO;

/** Each digit belongs to one part only: else long texts would take long. */
const SHAPE = /^([+-]?)0*(?!0)(\d*)(?!\d)(?:\.(\d*)(?!\d))?([eEinumkKMGTP]*[-+]?\d*)$/;
/** Larger powers and longer texts would only cost time: there is nothing to have so much of. */
const largestPower = 400;
const longestText = 400;
const FORMAT_WRONG = `quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`;
const SUFFIX_WRONG = "unable to parse quantity's suffix";

/** The quantity of a text, or upstream's words for what is wrong with it. Upstream takes a sign, a dot or a suffix alone for 0. */
export function parseQuantity(text: string): Quantity | { readonly error: string } {
  const match = text.length > longestText ? null : SHAPE.exec(text);
  if (match === null || text === '') return { error: FORMAT_WRONG };
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match;
  const scale = scaleOf(suffix);
  if (scale === undefined) return { error: SUFFIX_WRONG };
  const { base, exponent } = scale;
  const size = 10n ** BigInt(Math.abs(exponent));
  const numerator = BigInt(whole + fraction) * NANO * (base === 2 ? 2n ** BigInt(exponent) : exponent > 0 ? size : 1n);
  const denominator = 10n ** BigInt(fraction.length) * (base === 10 && exponent < 0 ? size : 1n);
  const rounded = numerator / denominator + (numerator % denominator === 0n ? 0n : 1n);
  const nanos = base === 2 && rounded > MOST ? MOST : rounded;
  const format = base === 2 && nanos > 0n && nanos < NANO ? 'decimal' : scale.format;
  return { nanos: sign === '-' ? -nanos : nanos, format };
}

interface Scale {
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

function scaleOf(suffix: string): Scale | undefined {
  const decimal = DECIMAL.indexOf(suffix);
  if (decimal >= 0) return { base: 10, exponent: (decimal - 3) * 3, format: 'decimal' };
  const binary = BINARY.indexOf(suffix);
  if (binary > 0) return { base: 2, exponent: binary * 10, format: 'binary' };
  const exponent = /^[eE]([-+]?\d+)$/.exec(suffix)?.[1];
  if (exponent === undefined || Math.abs(Number(exponent)) > largestPower) return undefined;
  return { base: 10, exponent: Number(exponent), format: 'exponent' };
}

/**
 * Whether upstream keeps a text as it is, for it takes it for canonical: `1.250`, `+5Gi` and `0500m` stay (ParseQuantity's fast path). Its texts
 * have up to eighteen digits, and of those with a binary suffix fewer.
 */
function isKept(text: string): boolean {
  const [, , whole = '', fraction = '', suffix = ''] = SHAPE.exec(text) ?? [];
  const { base, exponent } = scaleOf(suffix) ?? { base: 10, exponent: 0 };
  const digits = `${whole || '0'}${fraction}`;
  if (base === 2) {
    const isShort = whole.length <= 14 - (exponent * 3) / 10;
    return !text.includes('.') && isShort && Number(whole) % 8 !== 0;
  }
  const scale = exponent - fraction.length;
  return digits.length <= 18 && scale >= -9 && scale % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0');
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
  const [mantissa, power] = shorten(size, 1000n, format === 'exponent' ? largestPower : DECIMAL.length - 1);
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

/** The canonical text of a quantity's text, as it is stored; undefined for unparsable text. Remembered: pods repeat. */
export function canonicalQuantity(text: string): string | undefined {
  return remembered(canonical, text, () => {
    // Spaces around it are none of it.
    const bare = text.trim();
    const quantity = parseQuantity(bare);
    if ('error' in quantity) return undefined;
    return isKept(bare) ? bare : formatQuantity(quantity);
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
