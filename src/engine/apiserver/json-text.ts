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
  const duplicates: string[] = [];
  return { value: createParser(text, duplicates).parseAll(), duplicates };
}

/** Recursive descent over a text; paths of fields given twice go to `duplicates`. */
function createParser(text: string, duplicates: string[]): { parseAll(): Json } {
  let at = 0;

  function fail(where: string): never {
    if (at >= text.length) throw new JsonSyntaxError('unexpected end of JSON input');
    const character = text.charAt(at);
    const shown =
      character === "'" ? `'\\''` : character === '"' ? `'"'` : `'${JSON.stringify(character).slice(1, -1)}'`;
    throw new JsonSyntaxError(`invalid character ${shown} ${where}`);
  }

  function skipSpace(): void {
    while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
  }

  function parseString(): string {
    const start = ++at;
    let result = '';
    let copied = start;
    for (;;) {
      const code = text.charCodeAt(at);
      if (Number.isNaN(code)) fail('');
      if (code === 0x22) break;
      if (code < 0x20) fail('in string literal');
      at += 1;
      if (code !== 0x5c) continue;
      result += text.slice(copied, at - 1) + parseEscape();
      copied = at;
    }
    at += 1;
    return result + text.slice(copied, at - 1);
  }

  function parseEscape(): string {
    const letter = text.charAt(at);
    const plain = escapes[letter];
    if (plain !== undefined) {
      at += 1;
      return plain;
    }
    if (letter !== 'u') fail('in string escape code');
    at += 1;
    const start = at;
    while (at < start + 4) {
      if (!/[0-9a-fA-F]/.test(text.charAt(at))) fail('in \\u hexadecimal character escape');
      at += 1;
    }
    return String.fromCharCode(Number.parseInt(text.slice(start, at), 16));
  }

  function parseObject(path: string, depth: number): Json {
    const result: Record<string, Json> = {};
    at += 1;
    skipSpace();
    if (text.charAt(at) === '}') {
      at += 1;
      return result;
    }
    for (;;) {
      skipSpace();
      if (text.charAt(at) !== '"') fail('looking for beginning of object key string');
      const key = parseString();
      skipSpace();
      if (text.charAt(at) !== ':') fail('after object key');
      at += 1;
      const keyPath = path === '' ? key : `${path}.${key}`;
      if (Object.hasOwn(result, key)) duplicates.push(keyPath);
      // Defined, not assigned: a field called __proto__ is a field.
      Object.defineProperty(result, key, {
        value: parseValue(keyPath, depth),
        enumerable: true,
        configurable: true,
        writable: true,
      });
      skipSpace();
      if (text.charAt(at) === '}') break;
      if (text.charAt(at) !== ',') fail('after object key:value pair');
      at += 1;
    }
    at += 1;
    return result;
  }

  function parseArray(path: string, depth: number): Json {
    const result: Json[] = [];
    at += 1;
    skipSpace();
    if (text.charAt(at) === ']') {
      at += 1;
      return result;
    }
    for (;;) {
      result.push(parseValue(`${path}[${result.length}]`, depth));
      skipSpace();
      if (text.charAt(at) === ']') break;
      if (text.charAt(at) !== ',') fail('after array element');
      at += 1;
    }
    at += 1;
    return result;
  }

  function parseLiteral<T extends Json>(word: string, value: T): T {
    for (const letter of word) {
      if (text.charAt(at) !== letter) fail(`in literal ${word} (expecting '${letter}')`);
      at += 1;
    }
    return value;
  }

  function parseValue(path: string, depth: number): Json {
    if (depth > maxDepth) throw new JsonSyntaxError('exceeded max depth');
    skipSpace();
    const character = text.charAt(at);
    if (character === '{') return parseObject(path, depth + 1);
    if (character === '[') return parseArray(path, depth + 1);
    if (character === '"') return parseString();
    if (character === 't') return parseLiteral('true', true);
    if (character === 'f') return parseLiteral('false', false);
    if (character === 'n') return parseLiteral('null', null);
    numberPattern.lastIndex = at;
    const number = numberPattern.exec(text);
    if (number === null) fail(character === '-' ? 'in numeric literal' : 'looking for beginning of value');
    at += number[0].length;
    return Number(number[0]);
  }

  return {
    parseAll() {
      const value = parseValue('', 0);
      skipSpace();
      if (at < text.length) fail('after top-level value');
      return value;
    },
  };
}
