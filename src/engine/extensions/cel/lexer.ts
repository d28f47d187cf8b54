/** Text to tokens (cel-spec, langdef: syntax). */
import { SyntaxIssue } from './errors.ts';

export interface Token {
  readonly kind: 'ident' | 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'op' | 'end';
  /** Operators and identifiers as written; strings without quotes and escapes. */
  readonly text: string;
  readonly at: number;
  /** Of bytes. */
  readonly bytes?: Uint8Array;
  /** An identifier in backticks. */
  readonly quoted?: true;
}

const OPERATOR = /==|!=|<=|>=|&&|\|\||[-+*/%<>!?:.,()[\]{}]/y;
const NUMBER = /0x[0-9a-fA-F]+u?|(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)|\d+[uU]?/y;
const IDENT = /[A-Za-z_][A-Za-z0-9_]*/y;
const SPACE = /(?:[ \t\r\n\f]+|\/\/[^\n]*)+/y;
const STRING_START = /(?:[rR][bB]?|[bB][rR]?)?(?:"""|'''|"|')/y;
const QUOTED_IDENT = /`([A-Za-z0-9_.\-/ ]+)`/y;

/** All tokens, and an 'end'. Throws a SyntaxIssue. */
export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  while (at < source.length) {
    const space = take(SPACE);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    const start = take(STRING_START);
    if (start !== undefined) {
      const { token, end } = readString(source, at, start);
      tokens.push(token);
      at = end;
      continue;
    }
    const number = take(NUMBER);
    const ident = number === undefined ? take(IDENT) : undefined;
    const quoted = number === undefined && ident === undefined ? take(QUOTED_IDENT) : undefined;
    const text = number ?? ident ?? quoted ?? take(OPERATOR);
    if (text === undefined)
      throw new SyntaxIssue(at, `Syntax error: token recognition error at: '${source[at] ?? ''}'`);
    if (number !== undefined) tokens.push({ kind: numberKind(number), text: number, at });
    else if (quoted !== undefined) tokens.push({ kind: 'ident', text: quoted.slice(1, -1), at, quoted: true });
    else tokens.push({ kind: ident !== undefined ? 'ident' : 'op', text, at });
    at += text.length;
  }
  tokens.push({ kind: 'end', text: '<EOF>', at: source.length });
  return tokens;
}

function numberKind(text: string): Token['kind'] {
  if (/u$/i.test(text)) return 'uint';
  return !text.startsWith('0x') && /[.eE]/.test(text) ? 'double' : 'int';
}

function readString(source: string, at: number, start: string): { token: Token; end: number } {
  const quote = start.replace(/^[rRbB]+/, '');
  const prefix = start.slice(0, start.length - quote.length).toLowerCase();
  const raw = prefix.includes('r');
  const isBytes = prefix.includes('b');
  const bad = () => new SyntaxIssue(at, `Syntax error: token recognition error at: '${source.slice(at)}'`);
  let text = '';
  const bytes: number[] = [];
  let index = at + start.length;
  for (;;) {
    if (index >= source.length) throw bad();
    if (source.startsWith(quote, index)) break;
    const char = String.fromCodePoint(source.codePointAt(index) ?? 0);
    if (char === '\n' && quote.length === 1) throw bad();
    if (char !== '\\' || raw) {
      text += char;
      if (isBytes) bytes.push(...utf8(char));
      index += char.length;
      continue;
    }
    const escaped = readEscape(source, index + 1);
    if (escaped === undefined) throw bad();
    text += String.fromCodePoint(escaped.code);
    if (isBytes) bytes.push(...(escaped.isByte ? [escaped.code] : utf8(String.fromCodePoint(escaped.code))));
    index = escaped.end;
  }
  const end = index + quote.length;
  if (!isBytes) return { token: { kind: 'string', text, at }, end };
  return { token: { kind: 'bytes', text, at, bytes: Uint8Array.from(bytes) }, end };
}

const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  '\\': 92,
  "'": 39,
  '"': 34,
  '`': 96,
  '?': 63,
};

function readEscape(source: string, at: number): { code: number; end: number; isByte: boolean } | undefined {
  const char = source[at] ?? '';
  const simple = ESCAPES[char];
  if (simple !== undefined) return { code: simple, end: at + 1, isByte: false };
  const lengths: Readonly<Record<string, number>> = { x: 2, X: 2, u: 4, U: 8 };
  const length = lengths[char];
  if (length !== undefined) {
    const digits = source.slice(at + 1, at + 1 + length);
    if (!/^[0-9a-fA-F]+$/.test(digits) || digits.length !== length) return undefined;
    const code = Number.parseInt(digits, 16);
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return undefined;
    return { code, end: at + 1 + length, isByte: length === 2 };
  }
  const octal = /^[0-3][0-7]{2}/.exec(source.slice(at, at + 3))?.[0];
  return octal === undefined ? undefined : { code: Number.parseInt(octal, 8), end: at + 3, isByte: true };
}

/** The bytes of a text. */
export function utf8(text: string): readonly number[] {
  const bytes: number[] = [];
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return bytes;
}
