/** YAML as kubectl prints it (sigs.k8s.io/yaml over go-yaml v2): sorted keys, flush lists, lines folded after 80 columns. */
import type { Json } from '../../engine/index.ts';
import { isList, isObject } from '../json.ts';
import { isPrintable, styleOf } from './style.ts';

const FOLD_AFTER = 80;

/** The document, with a newline at its end. */
export function toYaml(value: Json): string {
  const out = new Writer();
  node(out, value, 0, 'root');
  return `${out.text}
`;
}

class Writer {
  text = '';
  column = 0;
  write(piece: string): void {
    this.text += piece;
    this.column += [...piece].length;
  }
  line(indent: number): void {
    this.text += `\n${' '.repeat(indent)}`;
    this.column = indent;
  }
}

/** Where a node stands: `value` follows `key:`, `item` follows `- `. */
type Place = 'root' | 'value' | 'item';

function node(out: Writer, value: Json, indent: number, place: Place): void {
  if (isObject(value)) mapping(out, value, indent, place);
  else if (isList(value)) sequence(out, value, indent, place);
  else {
    if (place !== 'root' && out.column > 0 && !out.text.endsWith(' ')) out.write(' ');
    scalar(out, value, indent);
  }
}

function mapping(out: Writer, value: { readonly [key: string]: Json | undefined }, indent: number, place: Place): void {
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  if (keys.length === 0) return out.write(place === 'value' ? ' {}' : '{}');
  keys.sort(compareKeys);
  keys.forEach((key, index) => {
    if (index > 0 || place === 'value') out.line(indent);
    writeText(out, key, indent, true);
    out.write(':');
    const child = value[key] ?? null;
    node(out, child, isList(child) ? indent : indent + 2, 'value');
  });
}

function sequence(out: Writer, value: readonly Json[], indent: number, place: Place): void {
  if (value.length === 0) return out.write(place === 'value' ? ' []' : '[]');
  value.forEach((item, index) => {
    if (index > 0 || place === 'value') out.line(indent);
    out.write('- ');
    node(out, item, indent + 2, 'item');
  });
}

function scalar(out: Writer, value: null | boolean | number | string, indent: number): void {
  if (typeof value === 'string') writeText(out, value, indent === 0 ? 2 : indent, false);
  else out.write(typeof value === 'number' ? numberText(value) : String(value));
}

function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return String(value);
  return String(value).replace(/e([+-])(\d)$/, 'e$10$2');
}

function writeText(out: Writer, value: string, indent: number, key: boolean): void {
  const style = styleOf(value, key);
  if (style === 'literal') return literal(out, value, indent);
  if (style === 'double') return double(out, value, indent, !key);
  if (style === 'plain') return folded(out, value, indent, !key, false);
  out.write("'");
  folded(out, value, indent, !key, true);
  out.write("'");
}

function literal(out: Writer, value: string, indent: number): void {
  const hint = /^[ \n]/.test(value) ? '2' : '';
  const chomp = !value.endsWith('\n') ? '-' : value === '\n' || value.endsWith('\n\n') ? '+' : '';
  out.write(`|${hint}${chomp}`);
  const lines = (value.endsWith('\n') ? value.slice(0, -1) : value).split('\n');
  for (const line of lines) {
    if (line === '') out.line(0);
    else {
      out.line(indent);
      out.write(line);
    }
  }
}

function folded(out: Writer, value: string, indent: number, fold: boolean, quoted: boolean): void {
  const chars = [...value];
  let spaces = false;
  chars.forEach((char, index) => {
    if (char !== ' ') {
      out.write(quoted && char === "'" ? "''" : char);
      spaces = false;
      return;
    }
    const inside = !quoted || (index > 0 && index < chars.length - 1);
    if (fold && !spaces && inside && out.column > FOLD_AFTER && chars[index + 1] !== ' ') out.line(indent);
    else out.write(' ');
    spaces = true;
  });
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\0': '0',
  '\x07': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
  '\x1b': 'e',
  '"': '"',
  '\\': '\\',
  '\x85': 'N',
  '\xa0': '_',
  '\u2028': 'L',
  '\u2029': 'P',
};

function double(out: Writer, value: string, indent: number, fold: boolean): void {
  const chars = [...value];
  let spaces = false;
  out.write('"');
  chars.forEach((char, index) => {
    if (char === ' ') {
      if (fold && !spaces && out.column > FOLD_AFTER && index > 0 && index < chars.length - 1) {
        out.line(indent);
        if (chars[index + 1] === ' ') out.write('\\');
      } else out.write(' ');
      spaces = true;
      return;
    }
    spaces = false;
    out.write(!isPrintable(char) || char === '\n' || char === '"' || char === '\\' ? escaped(char) : char);
  });
  out.write('"');
}

function escaped(char: string): string {
  const short = ESCAPES[char];
  if (short !== undefined) return `\\${short}`;
  const code = char.codePointAt(0) ?? 0;
  const [letter, width] = code <= 0xff ? ['x', 2] : code <= 0xffff ? ['u', 4] : ['U', 8];
  return `\\${letter}${code.toString(16).toUpperCase().padStart(Number(width), '0')}`;
}

/** go-yaml's order of keys: letters by code, digits by number, everything else before letters. */
export function compareKeys(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  for (let at = 0; at < left.length && at < right.length; at++) {
    const l = left[at] ?? '';
    const r = right[at] ?? '';
    if (l === r) continue;
    const letterL = /\p{L}/u.test(l);
    const letterR = /\p{L}/u.test(r);
    if (letterL && letterR) return l < r ? -1 : 1;
    if (letterL || letterR) return letterR ? -1 : 1;
    return compareDigits(left, right, at);
  }
  return left.length - right.length;
}

function compareDigits(left: readonly string[], right: readonly string[], at: number): number {
  const digitsL = /^\d*/.exec(left.slice(at).join(''))?.[0] ?? '';
  const digitsR = /^\d*/.exec(right.slice(at).join(''))?.[0] ?? '';
  let lead = '';
  if (left[at] === '0' || right[at] === '0') {
    for (let back = at - 1; back >= 0 && /\d/.test(left[back] ?? ''); back--) {
      if (left[back] !== '0') {
        lead = '1';
        break;
      }
    }
  }
  const numberL = Number(lead + digitsL);
  const numberR = Number(lead + digitsR);
  if (numberL !== numberR) return numberL - numberR;
  if (digitsL.length !== digitsR.length) return digitsL.length - digitsR.length;
  return (left[at] ?? '') < (right[at] ?? '') ? -1 : 1;
}
