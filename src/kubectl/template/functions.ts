/** The functions of templates: Go's own, and kubectl's `exists` and `base64decode`. */
import { fromBase64, fromUtf8, utf8 } from '../../engine/index.ts';
import { printf } from './printf.ts';
import { Int, isMap, isSlice, isTrue, plain, typeOf, type Value, wholeNumber } from './value.ts';

/** Thrown by a function, with Go's words. */
export class FunctionError extends Error {}

export interface TemplateFunction {
  readonly least: number;
  /** Undefined: any number. */
  readonly most?: number;
  call(args: readonly Value[]): Value;
}

const fixed = (count: number, call: TemplateFunction['call']): TemplateFunction => ({
  least: count,
  most: count,
  call,
});

export const functions: Readonly<Record<string, TemplateFunction>> = {
  // The arguments of `and` and `or` are only looked at until it is known; execute.ts does that.
  and: { least: 1, call: (args) => args.find((arg) => !isTrue(arg)) ?? args.at(-1) },
  or: { least: 1, call: (args) => args.find(isTrue) ?? args.at(-1) },
  not: fixed(1, ([value]) => !isTrue(value)),
  len: fixed(1, ([value]) => new Int(length(value))),
  index: { least: 1, call: ([first, ...keys]) => keys.reduce(indexed, first) },
  slice: { least: 1, call: ([first, ...bounds]) => sliced(first, bounds) },
  print: { least: 0, call: print },
  printf: { least: 1, call: ([format, ...args]) => printf(textOf(format), args) },
  println: { least: 0, call: (args) => `${args.map(plain).join(' ')}\n` },
  html: { least: 0, call: (args) => print(args).replace(/[&<>"']/g, (char) => HTML[char] ?? char) },
  js: { least: 0, call: (args) => print(args).replace(/[\\'"<>&=\n]/g, (char) => JS[char] ?? char) },
  urlquery: { least: 0, call: (args) => encodeURIComponent(print(args)).replaceAll('%20', '+') },
  eq: { least: 1, call: ([first, ...others]) => equalsAny(first, others) },
  ne: fixed(2, ([a, b]) => !equals(a, b)),
  lt: fixed(2, ([a, b]) => compared(a, b) < 0),
  le: fixed(2, ([a, b]) => compared(a, b) <= 0),
  gt: fixed(2, ([a, b]) => compared(a, b) > 0),
  ge: fixed(2, ([a, b]) => compared(a, b) >= 0),
  exists: { least: 1, call: ([first, ...keys]) => exists(first, keys) },
  base64decode: fixed(1, ([value]) => decoded(textOf(value))),
};

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' };
const JS: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '"': '\\"',
  '<': '\\u003C',
  '>': '\\u003E',
  '&': '\\u0026',
  '=': '\\u003D',
  '\n': '\\u000A',
};

/** fmt.Sprint: blanks only between two that are no texts. */
function print(args: readonly Value[]): string {
  return args
    .map((arg, at) => {
      const before = args[at - 1];
      const blank = at > 0 && typeof arg !== 'string' && typeof before !== 'string';
      return `${blank ? ' ' : ''}${plain(arg)}`;
    })
    .join('');
}

function textOf(value: Value): string {
  if (typeof value === 'string') return value;
  throw new FunctionError(`wrong type for value; expected string; got ${typeOf(value)}`);
}

function length(value: Value): number {
  // Bytes, as Go counts them.
  if (typeof value === 'string') return utf8(value).length;
  if (isSlice(value)) return value.length;
  if (isMap(value)) return Object.keys(value).length;
  if (value === undefined || value === null)
    throw new FunctionError('reflect: call of reflect.Value.Type on zero Value');
  throw new FunctionError(`len of type ${typeOf(value)}`);
}

function indexed(value: Value, key: Value): Value {
  if (value === undefined || value === null) throw new FunctionError('index of untyped nil');
  if (isMap(value)) {
    if (typeof key !== 'string') throw new FunctionError(badKey(key));
    return Object.hasOwn(value, key) ? value[key] : undefined;
  }
  if (isSlice(value)) return value[position(key, value.length - 1)];
  if (typeof value === 'string') return new Int(value.charCodeAt(position(key, value.length - 1)));
  throw new FunctionError(`can't index item of type ${typeOf(value)}`);
}

function badKey(key: Value): string {
  if (key === undefined || key === null) return 'value is nil; should be of type string';
  return `value has type ${typeOf(key)}; should be string`;
}

function position(key: Value, most: number): number {
  if (key === undefined || key === null) throw new FunctionError('cannot index slice/array with nil');
  const at = wholeNumber(key);
  if (at === undefined) throw new FunctionError(`cannot index slice/array with type ${typeOf(key)}`);
  if (at < 0 || at > most) throw new FunctionError(`index out of range: ${at}`);
  return at;
}

function sliced(value: Value, bounds: readonly Value[]): Value {
  if (typeof value !== 'string' && !isSlice(value))
    throw new FunctionError(`can't slice item of type ${typeOf(value)}`);
  const [from = new Int(0), to = new Int(value.length)] = bounds;
  const [start, end] = [position(from, value.length), position(to, value.length)];
  if (start > end) throw new FunctionError(`invalid slice index: ${start} > ${end}`);
  return value.slice(start, end);
}

function equalsAny(first: Value, others: readonly Value[]): boolean {
  if (others.length === 0) throw new FunctionError('missing argument for comparison');
  return others.some((other) => equals(first, other));
}

type Basic = 'bool' | 'string' | 'int' | 'float64';

function basic(value: Value): Basic | undefined {
  if (wholeNumber(value) !== undefined) return 'int';
  const type = typeOf(value);
  return type === 'bool' || type === 'string' || type === 'float64' ? type : undefined;
}

function bare(value: Value): string | number | boolean {
  if (value instanceof Int) return value.value;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : '';
}

function equals(a: Value, b: Value): boolean {
  const [left, right] = [basic(a), basic(b)];
  const [noA, noB] = [a === undefined || a === null, b === undefined || b === null];
  if (noA || noB) return noA && noB;
  if (left === undefined || right === undefined) {
    const odd = left === undefined ? a : b;
    throw new FunctionError(`non-comparable type ${plain(odd)}: ${typeOf(odd)}`);
  }
  if (left !== right) throw new FunctionError('incompatible types for comparison');
  return bare(a) === bare(b);
}

function compared(a: Value, b: Value): number {
  const [left, right] = [basic(a), basic(b)];
  if (left === undefined || right === undefined) throw new FunctionError('invalid type for comparison');
  if (left !== right) throw new FunctionError('incompatible types for comparison');
  if (left === 'bool') throw new FunctionError('invalid type for comparison');
  const [x, y] = [bare(a), bare(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** kubectl's own: whether there is something at the end of these keys. */
function exists(first: Value, keys: readonly Value[]): boolean {
  let value = first;
  for (const key of keys) {
    if (isMap(value) && typeof key === 'string') value = Object.hasOwn(value, key) ? value[key] : undefined;
    else if (isSlice(value)) value = value[wholeNumber(key) ?? -1];
    else return false;
  }
  return value !== undefined;
}

function decoded(text: string): string {
  const found = fromBase64(text);
  if ('bytes' in found) return fromUtf8(found.bytes) ?? found.bytes;
  throw new FunctionError(`base64 decode: illegal base64 data at input byte ${found.wrongAt}`);
}
