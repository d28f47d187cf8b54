/** Durations as Go writes them: `1h30m`, `-1.5s`, `.5ms`. */

/** A number of some unit: `1.5s`. Go reads no exponent. */
const AMOUNT = /^(\d*)(?:\.(\d*))?([^\d.]*)/;
const LARGEST = 2n ** 63n;

/** Nanoseconds. */
const UNITS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  // Greek, where the one above is the sign for micro.
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
};

/** Whole nanoseconds, within 64 bits; or what Go says is wrong. (time/format.go, ParseDuration) */
export function parseGoDuration(text: string): { readonly nanos: bigint } | { readonly error: string } {
  const wrong = (what: string) => ({ error: `time: ${what} ${quoted(text)}` });
  const isNegative = text.startsWith('-');
  let rest = text.replace(/^[+-]/, '');
  if (rest === '0') return { nanos: 0n };
  let nanos = 0n;
  do {
    const [all, digits = '', fraction = '', unit = ''] = AMOUNT.exec(rest) ?? [''];
    const whole = wholeOf(digits);
    if (digits + fraction === '' || whole > LARGEST) return wrong('invalid duration');
    if (unit === '') return wrong('missing unit in duration');
    const unitNanos = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
    if (unitNanos === undefined) return wrong(`unknown unit ${quoted(unit)} in duration`);
    nanos += whole * BigInt(unitNanos) + partOf(fraction, unitNanos);
    if (nanos > LARGEST) return wrong('invalid duration');
    rest = rest.slice(all.length);
  } while (rest !== '');
  if (!isNegative && nanos === LARGEST) return wrong('invalid duration');
  return { nanos: isNegative ? -nanos : nanos };
}

/** Twenty digits are too many already. */
const wholeOf = (digits: string): bigint => BigInt(digits.replace(/^0+/, '').slice(0, 20));

/** Digits beyond what 63 bits hold count for nothing; what is left is rounded as floating-point numbers are. (leadingFraction) */
function partOf(digits: string, unitNanos: number): bigint {
  const most = digits.search(/[1-9]|$/) + 19;
  const kept = digits.slice(0, wholeOf(digits.slice(0, most)) > LARGEST ? most - 1 : most);
  return BigInt(Math.trunc(Number(kept) * (unitNanos / 10 ** kept.length)));
}

/** (time/format.go, quote) */
function quoted(text: string): string {
  const escaped = text.toWellFormed().replace(/["\\]/g, '\\$&').replace(/[^\x20-\x7f]/gu, byBytes);
  return `"${escaped}"`;
}

const byBytes = (letter: string): string => encodeURIComponent(letter).replace(/%(..)/g, (_, hex: string) => `\\x${hex.toLowerCase()}`);
