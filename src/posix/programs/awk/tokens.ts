/** Cuts an awk program into tokens; whether a slash divides or begins an expression depends on what stands before it. */
import { AwkError } from './syntax.ts';

export interface AwkToken {
  readonly type: 'number' | 'string' | 'regex' | 'name' | 'operator' | 'end';
  readonly text: string;
}

const OPERATORS =
  /^(?:\+\+|--|\+=|-=|\*=|\/=|%=|\^=|\*\*=?|==|<=|>=|!=|!~|&&|\|\||>>|[-+*/%^!<>|?:~$=,;(){}[\]\n])/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"', '/': '/', a: '\x07' };

/** The tokens of a program. Throws an AwkError. */
export function tokenizeAwk(source: string): readonly AwkToken[] {
  const tokens: AwkToken[] = [];
  for (let at = 0; at < source.length; ) {
    const skipped = /^(?:[ \t\r]|\\\r?\n|#[^\n]*)+/.exec(source.slice(at, at + 4096));
    if (skipped !== null) {
      at += skipped[0].length;
      continue;
    }
    const token = tokenAt(source, at, tokens.at(-1));
    tokens.push(token.token);
    at = token.end;
  }
  return tokens;
}

function tokenAt(
  source: string,
  at: number,
  before: AwkToken | undefined,
): { readonly token: AwkToken; readonly end: number } {
  const char = source[at] ?? '';
  if (char === '"') return quoted(source, at, 'string');
  if (char === '/' && !endsOperand(before)) return quoted(source, at, 'regex');
  const rest = source.slice(at, at + 256);
  const number = /^(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/.exec(rest)?.[0];
  if (number !== undefined) return { token: { type: 'number', text: number }, end: at + number.length };
  const name = /^[A-Za-z_]\w*/.exec(rest)?.[0];
  if (name !== undefined) return { token: { type: 'name', text: name }, end: at + name.length };
  const operator = OPERATORS.exec(rest)?.[0];
  if (operator === undefined) throw new AwkError(`unexpected character '${char}'`);
  return { token: { type: 'operator', text: operator }, end: at + operator.length };
}

function endsOperand(token: AwkToken | undefined): boolean {
  if (token === undefined) return false;
  return token.type === 'operator' ? [')', ']', '$', '++', '--'].includes(token.text) : token.type !== 'end';
}

/** A text keeps no backslash; an expression keeps all but those before slashes. */
function quoted(source: string, from: number, type: 'string' | 'regex'): { token: AwkToken; end: number } {
  const close = source[from] ?? '';
  let text = '';
  for (let at = from + 1; at < source.length; at += 1) {
    const char = source[at] ?? '';
    if (char === close) return { token: { type, text }, end: at + 1 };
    if (char === '\n') break;
    if (char !== '\\') {
      text += char;
      continue;
    }
    at += 1;
    const next = source[at] ?? '';
    if (type === 'regex') text += next === '/' ? next : `\\${next}`;
    else text += ESCAPES[next] ?? `\\${next}`;
  }
  throw new AwkError(type === 'string' ? 'unterminated string' : 'unterminated regex');
}
