/**
 * Reads the part of HCL that a configuration of the cloud's resources needs: blocks, arguments, texts with references in them, numbers, lists,
 * maps. (hashicorp/hcl/v2 hclsyntax/spec.md) No parser for JavaScript is small enough for a page: those there are hold the compiled Go one.
 */

export interface Position {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export type Expression = { readonly at: Position } & (
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [string, Expression])[] }
  /** `converge_machine.extra.name` */
  | { readonly kind: 'reference'; readonly path: readonly string[] }
  /** A text with references in it: `"${converge_machine.extra.name}-1"`. */
  | { readonly kind: 'template'; readonly parts: readonly Expression[] }
);

export interface Block {
  readonly type: string;
  readonly labels: readonly string[];
  readonly at: Position;
  readonly body: Body;
}

export interface Body {
  readonly arguments: ReadonlyMap<string, { readonly at: Position; readonly value: Expression }>;
  readonly blocks: readonly Block[];
}

/** What is wrong with a configuration, as Terraform says it: a summary, and a sentence or two. */
export class ConfigError extends Error {
  readonly summary: string;
  readonly at: Position | undefined;
  /** `resource "converge_machine" "extra"` */
  readonly within: string | undefined;
  constructor(summary: string, detail: string, at?: Position, within?: string) {
    super(detail);
    this.summary = summary;
    this.at = at;
    this.within = within;
  }
}

interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'newline' | 'end';
  readonly text: string;
  readonly line: number;
}

const tokenPattern =
  /(?<newline>\n)|[ \t\r]+|(?:#|\/\/)[^\n]*|\/\*[\s\S]*?\*\/|(?<name>[A-Za-z_][\w-]*)|(?<number>\d+(?:\.\d+)?)|"(?<text>(?:[^"\\\n]|\\.)*)"|(?<sign>[{}[\]=,.:])/y;

function tokensOf(source: string, file: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < source.length) {
    const at = tokenPattern.lastIndex;
    const found = tokenPattern.exec(source);
    if (found === null) {
      const detail = `This character is not used within the part of the language that is understood here: ${source[at] ?? ''}`;
      throw new ConfigError('Invalid character', detail, { file, line });
    }
    for (const [kind, text] of Object.entries(found.groups ?? {})) if (text !== undefined && isKind(kind)) tokens.push({ kind, text, line });
    line += found[0].split('\n').length - 1;
  }
  return [...tokens, { kind: 'newline', text: '\n', line }, { kind: 'end', text: '', line }];
}

const isKind = (kind: string): kind is Token['kind'] => ['name', 'number', 'text', 'sign', 'newline'].includes(kind);

/** @throws ConfigError */
export function parseHcl(source: string, file: string): Body {
  const reader = new Reader(tokensOf(source, file), file);
  const body = reader.body();
  reader.expect('end', '', 'Argument or block definition required', 'An argument or block definition is required here.');
  return body;
}

class Reader {
  readonly #tokens: readonly Token[];
  readonly #file: string;
  #at = 0;

  constructor(tokens: readonly Token[], file: string) {
    this.#tokens = tokens;
    this.#file = file;
  }

  body(): Body {
    const args = new Map<string, { readonly at: Position; readonly value: Expression }>();
    const blocks: Block[] = [];
    this.#skipLines();
    while (this.#peek().kind === 'name') {
      const at = this.#place();
      const name = this.#next().text;
      if (this.#take('sign', '=')) {
        if (args.has(name))
          throw new ConfigError('Attribute redefined', `The argument "${name}" was already set. Each argument may be set only once.`, at);
        args.set(name, { at, value: this.#expression() });
        if (this.#peek().text !== '}')
          this.expect('newline', '\n', 'Missing newline after argument', 'An argument definition must end with a newline.');
      } else blocks.push(this.#block(name, at));
      this.#skipLines();
    }
    return { arguments: args, blocks };
  }

  expect(kind: Token['kind'], text: string, summary: string, detail: string): void {
    if (!this.#take(kind, text)) throw new ConfigError(summary, detail, this.#place());
  }

  #block(type: string, at: Position): Block {
    const labels: string[] = [];
    while (this.#peek().kind === 'text' || this.#peek().kind === 'name') labels.push(this.#next().text);
    this.expect('sign', '{', 'Invalid block definition', 'A block definition must have block content delimited by "{" and "}".');
    const body = this.body();
    this.expect('sign', '}', 'Unclosed configuration block', 'There is no closing brace for this block before the end of the file.');
    return { type, labels, at, body };
  }

  #expression(): Expression {
    const at = this.#place();
    const { kind, text } = this.#next();
    if (kind === 'text') return templateOf(text, at);
    if (kind === 'number') return { kind: 'literal', value: Number(text), at };
    if (kind === 'name') return this.#named(text, at);
    if (text === '[') return { kind: 'list', items: this.#items(']', () => this.#expression()), at };
    if (text === '{') return { kind: 'map', entries: this.#items('}', () => this.#entry()), at };
    throw new ConfigError('Invalid expression', 'Expected the start of an expression, but found something else.', at);
  }

  #named(name: string, at: Position): Expression {
    if (name === 'true' || name === 'false') return { kind: 'literal', value: name === 'true', at };
    if (name === 'null') return { kind: 'literal', value: null, at };
    const path = [name];
    while (this.#take('sign', '.')) path.push(this.#next().text);
    return { kind: 'reference', path, at };
  }

  #entry(): readonly [string, Expression] {
    const { kind, text } = this.#next();
    if (kind !== 'name' && kind !== 'text') throw new ConfigError('Invalid object', 'A name is required here.', this.#place());
    if (!this.#take('sign', '=') && !this.#take('sign', ':'))
      throw new ConfigError('Missing attribute value', 'Expected an equals sign ("=") to mark the beginning of the attribute value.', this.#place());
    return [text, this.#expression()];
  }

  /** Separated by commas, or by lines. */
  #items<T>(end: string, read: () => T): readonly T[] {
    const items: T[] = [];
    this.#skipLines();
    while (!this.#take('sign', end)) {
      items.push(read());
      const lines = this.#skipLines();
      const separated = this.#take('sign', ',') || (lines && end === '}');
      this.#skipLines();
      if (separated || this.#peek().text === end) continue;
      throw new ConfigError('Missing item separator', 'Expected a comma to mark the beginning of the next item.', this.#place());
    }
    return items;
  }

  #skipLines(): boolean {
    const before = this.#at;
    while (this.#peek().kind === 'newline') this.#at += 1;
    return this.#at > before;
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '', line: 1 };
  }

  #next(): Token {
    const token = this.#peek();
    if (token.kind !== 'end') this.#at += 1;
    return token;
  }

  #take(kind: Token['kind'], text: string): boolean {
    const token = this.#peek();
    if (token.kind !== kind || token.text !== text) return false;
    this.#at += 1;
    return true;
  }

  #place(): Position {
    return { file: this.#file, line: this.#peek().line };
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\' };
const unescaped = (text: string): string => text.replaceAll(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter);

function templateOf(text: string, at: Position): Expression {
  const parts = text.split(/(\$\{[^}]*\})/).filter((part) => part !== '');
  const read = parts.map((part): Expression => {
    const inner = /^\$\{\s*([\w.-]+)\s*\}$/.exec(part)?.[1];
    if (inner !== undefined) return { kind: 'reference', path: inner.split('.'), at };
    if (part.startsWith('${')) throw new ConfigError('Invalid expression', `Only references are understood within "\${ … }", not ${part}.`, at);
    return { kind: 'literal', value: unescaped(part), at };
  });
  const [only] = read;
  if (read.length === 0) return { kind: 'literal', value: '', at };
  if (read.length === 1 && only?.kind === 'literal') return only;
  return { kind: 'template', parts: read, at };
}
