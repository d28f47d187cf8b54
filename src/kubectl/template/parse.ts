/** Go templates as trees (text/template/parse). */
import { lineOf, type Piece, piecesOf, TemplateSyntaxError, type Token } from './tokens.ts';

/** Where a node stands, and how Go names it in an error. */
interface Placed {
  readonly at: number;
  readonly source: string;
}

export type Operand = Placed &
  (
    | { readonly type: 'dot' | 'nil' }
    | { readonly type: 'text'; readonly value: string }
    | { readonly type: 'bool'; readonly value: boolean }
    | { readonly type: 'number'; readonly value: number; readonly integer: boolean }
    | { readonly type: 'field'; readonly path: readonly string[] }
    | { readonly type: 'variable'; readonly name: string; readonly path: readonly string[] }
    | { readonly type: 'function'; readonly name: string }
    | { readonly type: 'group'; readonly pipeline: Pipeline; readonly path: readonly string[] }
  );

export interface Pipeline {
  /** `$a := …`; of `range $i, $e := …` two. `assign`: with `=`. */
  readonly variables: readonly string[];
  readonly assign: boolean;
  /** What is piped from one to the next: each a function or value and its arguments. */
  readonly commands: readonly (readonly Operand[])[];
}

/** What a condition or a list decides about. */
export interface Branch {
  readonly type: 'if' | 'with' | 'range';
  readonly pipeline: Pipeline;
  readonly body: readonly Node[];
  readonly otherwise: readonly Node[];
}

export type Node =
  | Branch
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'print'; readonly pipeline: Pipeline }
  | { readonly type: 'break' | 'continue' }
  | { readonly type: 'template'; readonly name: string; readonly pipeline: Pipeline | undefined; readonly at: number };

export interface Template {
  readonly text: string;
  readonly nodes: readonly Node[];
  /** Of `define` and `block`. */
  readonly named: ReadonlyMap<string, readonly Node[]>;
}

/** Parses a template; `functions` are the names it may call. Throws a TemplateSyntaxError. */
export function parseGoTemplate(text: string, functions: ReadonlySet<string>): Template {
  return new Parser(text, functions).parse();
}

const KEYWORDS: ReadonlySet<string> = new Set([
  'if',
  'with',
  'range',
  'else',
  'end',
  'define',
  'template',
  'block',
  'break',
  'continue',
]);

type Stop = 'end' | 'else' | 'eof';

class Parser {
  private readonly text: string;
  private readonly functions: ReadonlySet<string>;
  private readonly pieces: readonly Piece[];
  private readonly named = new Map<string, readonly Node[]>();
  private piece = 0;
  private tokens: readonly Token[] = [];
  private next = 0;
  private variables: string[] = ['$'];

  constructor(text: string, functions: ReadonlySet<string>) {
    this.text = text;
    this.functions = functions;
    this.pieces = piecesOf(text);
  }

  parse(): Template {
    const { nodes, stop } = this.list();
    if (stop !== 'eof') this.fail(`unexpected {{${stop}}}`);
    return { text: this.text, nodes, named: this.named };
  }

  private fail(message: string): never {
    const at = this.tokens[Math.min(this.next, this.tokens.length - 1)]?.at ?? this.text.length;
    throw new TemplateSyntaxError(lineOf(this.text, at), message);
  }

  /** Nodes up to an `end` or `else`, whose tokens are then the current ones. */
  private list(): { readonly nodes: readonly Node[]; readonly stop: Stop } {
    const nodes: Node[] = [];
    for (;;) {
      const piece = this.pieces[this.piece];
      if (piece === undefined) return { nodes, stop: 'eof' };
      this.piece += 1;
      if (piece.type === 'text') {
        nodes.push(piece);
        continue;
      }
      this.tokens = piece.tokens;
      this.next = 0;
      const word = this.peek().type === 'word' && KEYWORDS.has(this.peek().text) ? this.take().text : '';
      if (word === 'end') {
        this.done('end');
        return { nodes, stop: 'end' };
      }
      if (word === 'else') return { nodes, stop: 'else' };
      const node = this.action(word);
      if (node !== undefined) nodes.push(node);
    }
  }

  private action(word: string): Node | undefined {
    switch (word) {
      case 'if':
      case 'with':
      case 'range':
        return this.branch(word);
      case 'break':
      case 'continue':
        this.done(word);
        return { type: word };
      case 'template':
        return this.call();
      case 'define':
      case 'block':
        return this.define(word);
      default: {
        if (this.peek().type === 'end') this.fail('missing value for command');
        const pipeline = this.pipeline('command');
        this.done('command');
        return { type: 'print', pipeline };
      }
    }
  }

  private branch(type: 'if' | 'with' | 'range'): Node {
    const known = this.variables.length;
    const pipeline = this.pipeline(type);
    this.done(type);
    const { nodes: body, stop } = this.list();
    let otherwise: readonly Node[] = [];
    if (stop === 'else') {
      const again = this.peek();
      if (again.type === 'word' && again.text === type && type !== 'range') {
        this.take();
        otherwise = [this.branch(type)];
      } else {
        this.done('else');
        const rest = this.list();
        if (rest.stop !== 'end') this.fail(rest.stop === 'eof' ? 'unexpected EOF' : `expected end; found {{else}}`);
        otherwise = rest.nodes;
      }
    } else if (stop === 'eof') this.fail('unexpected EOF');
    this.variables.length = known;
    return { type, pipeline, body, otherwise };
  }

  private call(): Node {
    const at = this.peek().at;
    const name = this.name('template clause');
    const pipeline = this.peek().type === 'end' ? undefined : this.pipeline('template clause');
    this.done('template clause');
    return { type: 'template', name, pipeline, at };
  }

  private define(word: 'define' | 'block'): Node | undefined {
    const at = this.peek().at;
    const name = this.name(`${word} clause`);
    const pipeline = word === 'block' ? this.pipeline('block clause') : undefined;
    this.done(`${word} clause`);
    const outer = this.variables;
    this.variables = ['$'];
    const { nodes, stop } = this.list();
    if (stop !== 'end') this.fail(stop === 'eof' ? 'unexpected EOF' : `unexpected {{else}} in ${word} clause`);
    this.variables = outer;
    this.named.set(name, nodes);
    return word === 'block' ? { type: 'template', name, pipeline, at } : undefined;
  }

  private name(where: string): string {
    const token = this.take();
    if (token.type !== 'string') this.fail(`unexpected ${shown(token)} in ${where}`);
    return unquote(token.text);
  }

  private peek(): Token {
    return this.tokens[this.next] ?? { type: 'end', text: '', at: this.text.length, spaced: false };
  }

  private take(): Token {
    const token = this.peek();
    this.next += 1;
    return token;
  }

  private done(where: string): void {
    if (this.peek().type !== 'end') this.fail(`unexpected ${shown(this.peek())} in ${where}`);
  }

  private pipeline(where: string): Pipeline {
    const { variables, assign } = this.declaration(where);
    const commands: (readonly Operand[])[] = [];
    do {
      commands.push(this.command(where));
    } while (this.peek().text === '|' && this.take());
    commands.slice(1).forEach(([first], index) => {
      if (first !== undefined && ['bool', 'dot', 'nil', 'number', 'text'].includes(first.type))
        this.fail(`non executable command in pipeline stage ${index + 2}`);
    });
    if (!assign) this.variables.push(...variables);
    return { variables, assign, commands };
  }

  private declaration(where: string): { readonly variables: readonly string[]; readonly assign: boolean } {
    const start = this.next;
    const variables: string[] = [];
    while (this.peek().type === 'variable') {
      variables.push(this.take().text);
      const after = this.peek().text;
      if (after === ':=' || after === '=') {
        this.take();
        const unknown = after === '=' ? variables.find((each) => !this.variables.includes(each)) : undefined;
        if (unknown !== undefined) this.fail(`undefined variable "${unknown}"`);
        return { variables, assign: after === '=' };
      }
      if (after !== ',' || where !== 'range' || variables.length > 1) break;
      this.take();
    }
    this.next = start;
    return { variables: [], assign: false };
  }

  private command(where: string): readonly Operand[] {
    const operands: Operand[] = [];
    for (;;) {
      const token = this.peek();
      if (token.type === 'end' || token.text === '|' || token.text === ')') break;
      operands.push(this.operand(where));
    }
    if (operands.length === 0) this.fail(`missing value for ${where}`);
    return operands;
  }

  private operand(where: string): Operand {
    const token = this.take();
    const placed = { at: token.at, source: token.text };
    switch (token.type) {
      case 'string':
        return { ...placed, type: 'text', value: unquote(token.text) };
      case 'char':
        return { ...placed, type: 'number', value: unquote(token.text).codePointAt(0) ?? 0, integer: true };
      case 'number': {
        const value = Number(token.text.replaceAll('_', ''));
        const integer = /^[+-]?(?:\d+|0[xX].*)$/.test(token.text);
        return { ...placed, type: 'number', value, integer };
      }
      case 'field':
        return this.chain(token, { type: 'field', first: [token.text.slice(1)] });
      case 'variable':
        if (!this.variables.includes(token.text)) this.fail(`undefined variable "${token.text}"`);
        return this.chain(token, { type: 'variable', name: token.text, first: [] });
      case 'word':
        if (token.text === 'true' || token.text === 'false')
          return { ...placed, type: 'bool', value: token.text === 'true' };
        if (token.text === 'nil') return { ...placed, type: 'nil' };
        if (!this.functions.has(token.text)) this.fail(`function "${token.text}" not defined`);
        return { ...placed, type: 'function', name: token.text };
      default:
        if (token.text === '.') return { ...placed, type: 'dot' };
        if (token.text !== '(') return this.fail(`unexpected ${shown(token)} in ${where}`);
        return this.group(token);
    }
  }

  private group(open: Token): Operand {
    const pipeline = this.pipeline('parenthesized pipeline');
    if (this.peek().text !== ')') this.fail(`unexpected ${shown(this.peek())} in parenthesized pipeline`);
    this.take();
    const { path, at } = this.fields();
    const end = this.peek().at;
    return {
      type: 'group',
      pipeline,
      path,
      at: path.length > 0 ? at : open.at,
      source: this.text.slice(open.at, end).trimEnd(),
    };
  }

  /** Go says of a longer path where its second part stands. */
  private chain(
    token: Token,
    start:
      | { readonly type: 'field'; readonly first: readonly string[] }
      | { readonly type: 'variable'; readonly name: string; readonly first: readonly string[] },
  ): Operand {
    const { path: rest, at } = this.fields();
    const placed = {
      at: rest.length > 0 ? at : token.at,
      source: `${token.text}${rest.map((name) => `.${name}`).join('')}`,
    };
    const path = [...start.first, ...rest];
    if (start.type === 'field') return { ...placed, type: 'field', path };
    return { ...placed, type: 'variable', name: start.name, path };
  }

  /** `.a.b` right after something, without a blank. */
  private fields(): { readonly path: readonly string[]; readonly at: number } {
    const { at } = this.peek();
    const path: string[] = [];
    while (this.peek().type === 'field' && !this.peek().spaced) path.push(this.take().text.slice(1));
    return { path, at };
  }
}

function shown(token: Token): string {
  if (token.type === 'end') return '"}}"';
  return token.type === 'word' && KEYWORDS.has(token.text) ? `<${token.text}>` : JSON.stringify(token.text);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

function unquote(quoted: string): string {
  const inner = quoted.slice(1, -1);
  if (quoted.startsWith('`')) return inner;
  return inner.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|(.))/g,
    (_, x?: string, u?: string, long?: string, octal?: string, char = '') => {
      const hex = x ?? u ?? long;
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      return ESCAPES[char] ?? char;
    },
  );
}
