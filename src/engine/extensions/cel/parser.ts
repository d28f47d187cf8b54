/** Tokens to an expression, by recursive descent (cel-spec, langdef: grammar). */
import type { Entry, Expr, Item } from './ast.ts';
import { SyntaxIssue } from './errors.ts';
import { type Token, tokenize } from './lexer.ts';
import { expandGlobal, expandMember } from './macros.ts';

/** As cel-go. */
const maxDepth = 250;
const maxLength = 100_000;

/** Words that are no names. */
export const RESERVED: ReadonlySet<string> = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(' '),
);

const RELATIONS = new Set(['<', '<=', '>=', '>', '==', '!=', 'in']);
const OPERAND = `{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}`;

/** Parses an expression. Throws a SyntaxIssue. */
export function parse(source: string): Expr {
  if (source.length > maxLength) {
    throw new SyntaxIssue(0, `expression code point size exceeds limit: size: ${source.length}, limit ${maxLength}`);
  }
  const parser = new Parser(tokenize(source));
  return parser.whole();
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expr {
    const result = this.#expr();
    const rest = this.#peek();
    if (rest.kind !== 'end') this.#fail(rest, '<EOF>');
    return result;
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '<EOF>', at: 0 };
  }

  #take(): Token {
    const token = this.#peek();
    this.#next += 1;
    return token;
  }

  #is(text: string): boolean {
    const token = this.#peek();
    return token.text === text && (token.kind === 'op' || (text === 'in' && token.kind === 'ident' && !token.quoted));
  }

  #accept(text: string): Token | undefined {
    return this.#is(text) ? this.#take() : undefined;
  }

  #expect(text: string): Token {
    return this.#accept(text) ?? this.#fail(this.#peek(), `'${text}'`);
  }

  #fail(token: Token, expected: string): never {
    throw new SyntaxIssue(token.at, `Syntax error: mismatched input '${token.text}' expecting ${expected}`);
  }

  #expr(): Expr {
    this.#depth += 1;
    if (this.#depth > maxDepth) {
      throw new SyntaxIssue(this.#peek().at, `expression recursion limit exceeded: ${maxDepth}`);
    }
    const condition = this.#or();
    const mark = this.#accept('?');
    let result = condition;
    if (mark !== undefined) {
      const then = this.#or();
      this.#expect(':');
      result = call('_?_:_', mark.at, [condition, then, this.#expr()]);
    }
    this.#depth -= 1;
    return result;
  }

  #or(): Expr {
    return this.#chain(['||'], () => this.#chain(['&&'], () => this.#relation()));
  }

  #relation(): Expr {
    let left = this.#addition();
    for (let token = this.#peek(); RELATIONS.has(token.text) && this.#is(token.text); token = this.#peek()) {
      this.#next += 1;
      left = call(token.text === 'in' ? '@in' : `_${token.text}_`, token.at, [left, this.#addition()]);
    }
    return left;
  }

  #addition(): Expr {
    return this.#chain(['+', '-'], () => this.#chain(['*', '/', '%'], () => this.#unary()));
  }

  /** Operands with any of some operators between them, from the left. */
  #chain(operators: readonly string[], operand: () => Expr): Expr {
    let left = operand();
    for (;;) {
      const operator = operators.find((each) => this.#is(each));
      if (operator === undefined) return left;
      const { at } = this.#take();
      left = call(`_${operator}_`, at, [left, operand()]);
    }
  }

  #unary(): Expr {
    const sign = this.#accept('-') ?? this.#accept('!');
    if (sign === undefined) return this.#member();
    let times = 1;
    while (this.#accept(sign.text) !== undefined) times += 1;
    const next = this.#peek();
    if (sign.text === '-' && times % 2 === 1 && (next.kind === 'int' || next.kind === 'double')) {
      this.#next += 1;
      return this.#suffixes(numberOf({ ...next, text: `-${next.text}`, at: sign.at }));
    }
    const operand = this.#member();
    return times % 2 === 0 ? operand : call(sign.text === '-' ? '-_' : '!_', sign.at, [operand]);
  }

  #member(): Expr {
    return this.#suffixes(this.#primary());
  }

  #suffixes(start: Expr): Expr {
    let left = start;
    for (;;) {
      const dot = this.#accept('.');
      if (dot !== undefined) {
        left = this.#selection(left, dot);
        continue;
      }
      const bracket = this.#accept('[');
      if (bracket === undefined) return left;
      const optional = this.#accept('?') !== undefined;
      const index = this.#expr();
      this.#expect(']');
      left = call(optional ? '_[?_]' : '_[_]', bracket.at, [left, index]);
    }
  }

  #selection(left: Expr, dot: Token): Expr {
    const optional = this.#accept('?') !== undefined;
    const name = this.#peek();
    if (name.kind !== 'ident' || isLiteral(name)) this.#fail(name, 'IDENTIFIER');
    this.#next += 1;
    const open = optional ? undefined : this.#accept('(');
    if (open === undefined) return { kind: 'select', at: dot.at, operand: left, field: name.text, optional };
    const args = this.#arguments(')');
    return expandMember(name.text, open.at, left, args) ?? call(name.text, open.at, args, left);
  }

  #primary(): Expr {
    const token = this.#take();
    switch (token.kind) {
      case 'int':
      case 'uint':
      case 'double':
        return numberOf(token);
      case 'string':
        return { kind: 'const', at: token.at, value: token.text };
      case 'bytes':
        return { kind: 'const', at: token.at, value: token.bytes ?? new Uint8Array() };
      case 'ident':
        return this.#identifier(token);
      default:
        return this.#bracketed(token);
    }
  }

  #bracketed(token: Token): Expr {
    switch (token.text) {
      case '(': {
        const inner = this.#expr();
        this.#expect(')');
        return inner;
      }
      case '[':
        return { kind: 'list', at: token.at, items: this.#items() };
      case '{':
        return { kind: 'map', at: token.at, entries: this.#entries() };
      case '.': {
        const name = this.#take();
        if (name.kind === 'ident') return this.#identifier(name);
        return this.#fail(name, 'IDENTIFIER');
      }
      default:
        return this.#fail(token, OPERAND);
    }
  }

  #identifier(token: Token): Expr {
    const { text, at } = token;
    if (text === 'true' || text === 'false') return { kind: 'const', at, value: text === 'true' };
    if (text === 'null') return { kind: 'const', at, value: null };
    if (text === 'in') return this.#fail(token, OPERAND);
    if (RESERVED.has(text)) throw new SyntaxIssue(at, `reserved identifier: ${text}`);
    const open = this.#accept('(');
    if (open === undefined) return { kind: 'ident', at, name: text };
    const args = this.#arguments(')');
    return expandGlobal(text, open.at, args) ?? call(text, open.at, args);
  }

  #arguments(end: string): readonly Expr[] {
    const args: Expr[] = [];
    while (!this.#is(end)) {
      args.push(this.#expr());
      if (this.#accept(',') === undefined) break;
    }
    this.#expect(end);
    return args;
  }

  #items(): readonly Item[] {
    const items: Item[] = [];
    while (!this.#is(']')) {
      const optional = this.#accept('?') !== undefined;
      items.push({ value: this.#expr(), optional });
      if (this.#accept(',') === undefined) break;
    }
    this.#expect(']');
    return items;
  }

  #entries(): readonly Entry[] {
    const entries: Entry[] = [];
    while (!this.#is('}')) {
      const optional = this.#accept('?') !== undefined;
      const key = this.#expr();
      this.#expect(':');
      entries.push({ key, value: this.#expr(), optional });
      if (this.#accept(',') === undefined) break;
    }
    this.#expect('}');
    return entries;
  }
}

function isLiteral({ text, quoted }: Token): boolean {
  return quoted !== true && (text === 'true' || text === 'false' || text === 'null' || text === 'in');
}

function call(name: string, at: number, args: readonly Expr[], target?: Expr): Expr {
  return { kind: 'call', at, name, target, args };
}

function numberOf({ kind, text, at }: Token): Expr {
  if (kind === 'double') return { kind: 'const', at, value: Number(text) };
  const digits = text.replace(/u$/i, '');
  const value = digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits);
  if (kind === 'uint') {
    if (value >= 2n ** 64n) throw new SyntaxIssue(at, 'invalid uint literal');
    return { kind: 'const', at, value: { uint: value } };
  }
  if (BigInt.asIntN(64, value) !== value) throw new SyntaxIssue(at, 'invalid int literal');
  return { kind: 'const', at, value };
}
