/**
 * JSON from text, for bodies that come over a wire. Unlike the platform's parser it reports keys given twice, and its
 * complaints are Go's (encoding/json scanner.go), the same in every JavaScript engine.
 */
import type { Json } from '../meta/index.ts';

export interface ParsedJson {
  readonly value: Json;
  /** Paths of fields given twice: `spec.replicas`. The last one counts. */
  readonly duplicates: readonly string[];
}

/** Text that isn't JSON. The message is Go's. */
export class JsonSyntaxError extends Error {}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  '\\': '\\',
  '/': '/',
};
/** Objects within objects; deeper ones are refused, as Go does beyond 10,000. What reads, checks and freezes objects calls itself at each level. */
const maxDepth = 1000;

/** Parses a whole text. Throws JsonSyntaxError. */
export function parseJsonText(text: string): ParsedJson {
  const parser: Parser = { text, duplicates: [], at: 0 };
  const value = parseValue(parser, '', 0);
  skipSpace(parser);
  if (parser.at < text.length) fail(parser, 'after top-level value');
  return { value, duplicates: parser.duplicates };
}

/** Recursive descent over a text. */
interface Parser {
  readonly text: string;
  readonly duplicates: string[];
  /** Index of the next character. */
  at: number;
}

function fail({ text, at }: Parser, where: string): never {
  if (at >= text.length) throw new JsonSyntaxError('unexpected end of JSON input');
  const character = text.charAt(at);
  const shown =
    character === "'" ? `'\\''` : character === '"' ? `'"'` : `'${JSON.stringify(character).slice(1, -1)}'`;
  throw new JsonSyntaxError(`invalid character ${shown} ${where}`);
}

function skipSpace(parser: Parser): void {
  const { text } = parser;
  while (parser.at < text.length && ' \t\r\n'.includes(text.charAt(parser.at))) parser.at += 1;
}

function parseString(parser: Parser): string {
  const { text } = parser;
  parser.at += 1;
  let result = '';
  let copied = parser.at;
  for (;;) {
    const code = text.charCodeAt(parser.at);
    if (Number.isNaN(code)) fail(parser, '');
    if (code === 0x22) break;
    if (code < 0x20) fail(parser, 'in string literal');
    parser.at += 1;
    if (code !== 0x5c) continue;
    result += text.slice(copied, parser.at - 1) + parseEscape(parser);
    copied = parser.at;
  }
  parser.at += 1;
  return result + text.slice(copied, parser.at - 1);
}

function parseEscape(parser: Parser): string {
  const { text } = parser;
  const letter = text.charAt(parser.at);
  const plain = escapes[letter];
  if (plain !== undefined) {
    parser.at += 1;
    return plain;
  }
  if (letter !== 'u') fail(parser, 'in string escape code');
  parser.at += 1;
  const start = parser.at;
  while (parser.at < start + 4) {
    if (!/[0-9a-fA-F]/.test(text.charAt(parser.at))) fail(parser, 'in \\u hexadecimal character escape');
    parser.at += 1;
  }
  return String.fromCharCode(Number.parseInt(text.slice(start, parser.at), 16));
}

function parseObject(parser: Parser, path: string, depth: number): Json {
  const { text, duplicates } = parser;
  const result: Record<string, Json> = {};
  parser.at += 1;
  skipSpace(parser);
  if (text.charAt(parser.at) === '}') {
    parser.at += 1;
    return result;
  }
  for (;;) {
    skipSpace(parser);
    if (text.charAt(parser.at) !== '"') fail(parser, 'looking for beginning of object key string');
    const key = parseString(parser);
    skipSpace(parser);
    if (text.charAt(parser.at) !== ':') fail(parser, 'after object key');
    parser.at += 1;
    const keyPath = path === '' ? key : `${path}.${key}`;
    if (Object.hasOwn(result, key)) duplicates.push(keyPath);
    // Defined, not assigned: a field called __proto__ is a field.
    Object.defineProperty(result, key, {
      value: parseValue(parser, keyPath, depth),
      enumerable: true,
      configurable: true,
      writable: true,
    });
    skipSpace(parser);
    if (text.charAt(parser.at) === '}') break;
    if (text.charAt(parser.at) !== ',') fail(parser, 'after object key:value pair');
    parser.at += 1;
  }
  parser.at += 1;
  return result;
}

function parseArray(parser: Parser, path: string, depth: number): Json {
  const { text } = parser;
  const result: Json[] = [];
  parser.at += 1;
  skipSpace(parser);
  if (text.charAt(parser.at) === ']') {
    parser.at += 1;
    return result;
  }
  for (;;) {
    result.push(parseValue(parser, `${path}[${result.length}]`, depth));
    skipSpace(parser);
    if (text.charAt(parser.at) === ']') break;
    if (text.charAt(parser.at) !== ',') fail(parser, 'after array element');
    parser.at += 1;
  }
  parser.at += 1;
  return result;
}

function parseLiteral<T extends Json>(parser: Parser, word: string, value: T): T {
  for (const letter of word) {
    if (parser.text.charAt(parser.at) !== letter) fail(parser, `in literal ${word} (expecting '${letter}')`);
    parser.at += 1;
  }
  return value;
}

function parseValue(parser: Parser, path: string, depth: number): Json {
  if (depth > maxDepth) throw new JsonSyntaxError('exceeded max depth');
  skipSpace(parser);
  const character = parser.text.charAt(parser.at);
  if (character === '{') return parseObject(parser, path, depth + 1);
  if (character === '[') return parseArray(parser, path, depth + 1);
  if (character === '"') return parseString(parser);
  if (character === 't') return parseLiteral(parser, 'true', true);
  if (character === 'f') return parseLiteral(parser, 'false', false);
  if (character === 'n') return parseLiteral(parser, 'null', null);
  return parseNumber(parser, character);
}

function parseNumber(parser: Parser, first: string): number {
  numberPattern.lastIndex = parser.at;
  const number = numberPattern.exec(parser.text);
  if (number === null) fail(parser, first === '-' ? 'in numeric literal' : 'looking for beginning of value');
  parser.at += number[0].length;
  return Number(number[0]);
}
