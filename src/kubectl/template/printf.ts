/** Go's fmt.Sprintf, for what templates print. */
import { Int, isMap, isSlice, plain, typeOf, type Value, wholeNumber } from './value.ts';

/** `printf "%-10s %d" …`; what doesn't fit is printed as Go prints it: `%!d(string=x)`. */
export function printf(format: string, args: readonly Value[]): string {
  let used = 0;
  let text = '';
  let at = 0;
  for (const found of format.matchAll(/%([-+# 0]*)(\d+|\*)?(?:\.(\d+)?)?(.)?/gsu)) {
    text += format.slice(at, found.index);
    at = found.index + found[0].length;
    const [whole, flags = '', width = '', , verb] = found;
    if (verb === '%') {
      text += '%';
      continue;
    }
    if (verb === undefined) {
      text += '%!(NOVERB)';
      continue;
    }
    const wide = width === '*' ? toWidth(args[used++]) : Number(width || 0);
    if (used >= args.length) {
      text += `%!${verb}(MISSING)`;
      continue;
    }
    const precision = whole.includes('.') ? Number(found[3] ?? 0) : undefined;
    text += pad(formatted(verb, flags, precision, args[used]), flags, wide);
    used += 1;
  }
  const extra = args.slice(used).map((arg) => (isNothing(arg) ? '<nil>' : `${typeOf(arg)}=${plain(arg)}`));
  return `${text}${format.slice(at)}${extra.length > 0 ? `%!(EXTRA ${extra.join(', ')})` : ''}`;
}

function isNothing(value: Value): boolean {
  return value === undefined || value === null;
}

function toWidth(value: Value): number {
  return wholeNumber(value) ?? 0;
}

function pad(text: string, flags: string, width: number): string {
  const missing = width - [...text].length;
  if (missing <= 0) return text;
  if (flags.includes('-')) return text + ' '.repeat(missing);
  if (!flags.includes('0')) return ' '.repeat(missing) + text;
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  return sign + '0'.repeat(missing) + text.slice(sign.length);
}

function formatted(verb: string, flags: string, precision: number | undefined, value: Value): string {
  if (verb === 'T') return typeOf(value);
  if (verb === 'v') return flags.includes('#') ? goSyntax(value) : signed(plain(value), flags, value);
  const text = scalar(verb, flags, precision, value);
  if (text !== undefined) return text;
  if (isNothing(value)) return `%!${verb}(<nil>)`;
  if (isSlice(value)) return `[${value.map((each) => formatted(verb, flags, precision, each)).join(' ')}]`;
  if (isMap(value)) {
    const keys = Object.keys(value).sort();
    const shown = keys.map(
      (key) => `${formatted(verb, flags, precision, key)}:${formatted(verb, flags, precision, value[key])}`,
    );
    return `map[${shown.join(' ')}]`;
  }
  return `%!${verb}(${typeOf(value)}=${plain(value)})`;
}

function signed(text: string, flags: string, value: Value): string {
  const number = value instanceof Int || typeof value === 'number';
  return number && flags.includes('+') && !text.startsWith('-') ? `+${text}` : text;
}

/** Undefined where the verb isn't for such a value. */
function scalar(verb: string, flags: string, precision: number | undefined, value: Value): string | undefined {
  if (typeof value === 'string') {
    const cut = precision === undefined ? value : [...value].slice(0, precision).join('');
    if (verb === 's') return cut;
    if (verb === 'q') return JSON.stringify(cut);
    if (verb === 'x' || verb === 'X') {
      const hex = Array.from(cut, (char) => (char.codePointAt(0) ?? 0).toString(16).padStart(2, '0')).join('');
      return verb === 'x' ? hex : hex.toUpperCase();
    }
    return undefined;
  }
  if (typeof value === 'boolean') return verb === 't' ? String(value) : undefined;
  const integer = wholeNumber(value);
  if (integer !== undefined) return whole(verb, flags, integer);
  if (typeof value !== 'number') return undefined;
  switch (verb) {
    case 'f':
    case 'F':
      return signed(value.toFixed(precision ?? 6), flags, value);
    case 'e':
      return signed(value.toExponential(precision ?? 6).replace(/e([+-])(\d)$/, 'e$10$2'), flags, value);
    case 'g':
      return signed(
        precision === undefined ? plain(value) : String(Number(value.toPrecision(precision))),
        flags,
        value,
      );
    default:
      return undefined;
  }
}

function whole(verb: string, flags: string, value: number): string | undefined {
  const bases: Readonly<Record<string, number>> = { d: 10, x: 16, X: 16, o: 8, b: 2 };
  if (verb === 'c') return String.fromCodePoint(value);
  if (verb === 'q') return `'${String.fromCodePoint(value)}'`;
  const base = bases[verb];
  if (base === undefined) return undefined;
  const text = signed(value.toString(base), flags, value);
  return verb === 'X' ? text.toUpperCase() : text;
}

function goSyntax(value: Value): string {
  if (isNothing(value)) return '<nil>';
  if (typeof value === 'string') return JSON.stringify(value);
  if (isSlice(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (!isMap(value)) return plain(value);
  const keys = Object.keys(value).sort();
  return `map[string]interface {}{${keys.map((key) => `${JSON.stringify(key)}:${goSyntax(value[key])}`).join(', ')}}`;
}
