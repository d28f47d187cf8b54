/** Programs that only compute: echo, printf, test. */
import { checkLength } from '../limits.ts';
import { numericOperators, testUnary } from '../test-operators.ts';
import type { Tool } from './tool.ts';

export function echo({ args, output }: Tool): number {
  let at = 0;
  let flags = '';
  while (/^-[neE]+$/.test(args[at] ?? '')) {
    flags += args[at]?.slice(1) ?? '';
    at += 1;
  }
  const text = args.slice(at).join(' ');
  output.write(`${flags.includes('e') ? unescaped(text) : text}${flags.includes('n') ? '' : '\n'}`);
  return 0;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
  '\\': '\\',
  '"': '"',
};

function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{1,3})|(.))/g,
    (whole, hex?: string, octal?: string, letter?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
      return ESCAPES[letter ?? ''] ?? whole;
    },
  );
}

/** The widest field, and the most digits behind the point. */
const widest = 100_000;
const mostDigits = 100;
/** Of a format, whatever is in it. */
const printfSteps = 14;

export function printf({ args, output, cpu }: Tool): number {
  const [format = '', ...values] = args;
  const source = unescaped(format);
  const taken = placeholdersOf(source);
  for (let at = 0; ; at += taken) {
    const text = formatted(source, values.slice(at, at + Math.max(1, taken)));
    cpu.spend(printfSteps + text.length);
    output.write(text);
    if (taken === 0 || at + taken >= values.length || output.broken) return 0;
  }
}

const PLACEHOLDER = /%%|%([-+ 0#]*)(\d*)(?:\.(\d*))?([sdifxXocbuegEG])/g;

function placeholdersOf(format: string): number {
  return [...format.matchAll(PLACEHOLDER)].filter(([whole]) => whole !== '%%').length;
}

/** A format with its values, as printf has it; a value that is missing is empty. */
export function formatted(format: string, values: readonly string[]): string {
  let at = 0;
  let length = 0;
  return format.replace(
    PLACEHOLDER,
    (whole, flags: string = '', width: string = '', precision: string | undefined, kind: string = '') => {
      if (whole === '%%') return '%';
      const value = values[at] ?? '';
      at += 1;
      const text = placed(value, kind, precision);
      const size = Math.min(Number(width || 0), widest);
      const signed = flags.includes('+') && /[dif]/.test(kind) && !text.startsWith('-') ? `+${text}` : text;
      length += Math.max(size, signed.length);
      checkLength(length);
      if (flags.includes('-')) return signed.padEnd(size);
      return signed.padStart(size, flags.includes('0') && kind !== 's' ? '0' : ' ');
    },
  );
}

function placed(value: string, kind: string, precision: string | undefined): string {
  const number = Number(value) || 0;
  switch (kind) {
    case 'd':
    case 'i':
    case 'u':
      return String(Math.trunc(number));
    case 'x':
      return Math.trunc(number).toString(16);
    case 'X':
      return Math.trunc(number).toString(16).toUpperCase();
    case 'o':
      return Math.trunc(number).toString(8);
    case 'e':
    case 'E':
      return number.toExponential(Math.min(Number(precision ?? 6), mostDigits));
    case 'g':
    case 'G':
      return String(Number(number.toPrecision(Math.min(Math.max(1, Number(precision ?? 6)), mostDigits))));
    case 'f':
      return number.toFixed(Math.min(Number(precision ?? 6), mostDigits));
    case 'c':
      return value.slice(0, 1);
    case 'b':
      return unescaped(value);
    default:
      return precision === undefined ? value : value.slice(0, Number(precision));
  }
}

/** `test` and `[`. */
export function conditional(tool: Tool): number {
  return holds(tool, tool.args.at(-1) === ']' ? tool.args.slice(0, -1) : tool.args) ? 0 : 1;
}

function holds(tool: Tool, args: readonly string[]): boolean {
  const or = args.findIndex((each, index) => index > 0 && each === '-o');
  if (or > 0) return holds(tool, args.slice(0, or)) || holds(tool, args.slice(or + 1));
  const and = args.findIndex((each, index) => index > 0 && each === '-a');
  if (and > 0) return holds(tool, args.slice(0, and)) && holds(tool, args.slice(and + 1));
  const [a = '', b = '', c = ''] = args;
  if (a === '!' && args.length > 1) return !holds(tool, args.slice(1));
  if (args.length === 0) return false;
  if (args.length === 1) return a !== '';
  if (args.length === 2) return testUnary(tool.host, tool.cwd, a, b);
  const texts: Readonly<Record<string, boolean>> = {
    '=': a === c,
    '==': a === c,
    '!=': a !== c,
    '<': a < c,
    '>': a > c,
  };
  return texts[b] ?? numericOperators[b]?.(Number(a) - Number(c)) ?? false;
}
