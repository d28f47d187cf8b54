/** The grammar of a POSIX shell, as far as busybox's ash is used. */
import { type Condition, parseCondition } from './condition.ts';
import { type Extent, type SyntaxProblem, type Token, tokenize } from './tokens.ts';

export type Command =
  | {
      readonly type: 'simple';
      readonly words: readonly string[];
      readonly assignments: readonly string[];
      readonly redirects: readonly Redirect[];
      /** Of the script, from 1. */
      readonly line: number;
    }
  | { readonly type: 'and' | 'or'; readonly left: Command; readonly right: Command }
  | { readonly type: 'list'; readonly commands: readonly Command[] }
  | { readonly type: 'pipe'; readonly stages: readonly Command[] }
  | { readonly type: 'not' | 'background' | 'subshell'; readonly body: Command }
  | { readonly type: 'redirected'; readonly body: Command; readonly redirects: readonly Redirect[] }
  | { readonly type: 'function'; readonly name: string; readonly body: Command }
  | { readonly type: 'while' | 'until'; readonly test: Command; readonly body: Command }
  | {
      readonly type: 'for';
      readonly name: string;
      readonly words: readonly string[] | undefined;
      readonly body: Command;
    }
  | { readonly type: 'condition'; readonly condition: Condition }
  | { readonly type: 'case'; readonly word: string; readonly branches: readonly Branch[] }
  | { readonly type: 'if'; readonly test: Command; readonly body: Command; readonly otherwise?: Command };

export interface Branch {
  readonly patterns: readonly string[];
  readonly body: Command;
}

export interface Redirect {
  readonly fd: number;
  readonly operator: '<' | '>' | '>>' | '>&' | '<<';
  /** A word, still to be expanded; of a here-document its body. */
  readonly target: string;
  /** Of a here-document: not to be expanded. */
  readonly literal: boolean;
}

/** The program, or what is wrong with it. */
export function parseShell(script: string, extent?: Extent): Command | SyntaxProblem {
  const tokens = tokenize(script, extent);
  if ('error' in tokens) return tokens;
  const parser = new Parser(tokens);
  const command = parser.list([]);
  const problem = parser.problem();
  if (problem === undefined) return command;
  const { at, expected } = problem;
  if (at === 'end') return { error: 'syntax error: unexpected end of file', incomplete: true };
  const shown = at.text === '\n' ? 'newline' : at.text;
  const hint = expected === undefined ? '' : ` (expecting "${expected}")`;
  return { error: `syntax error: "${shown}" unexpected${hint}`, incomplete: false };
}

const ENDS = new Set(['do', 'done', 'then', 'else', 'elif', 'fi', 'esac', '}', ')', ';;']);
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;
/** Commands within commands. */
const deepest = 100;
const SEPARATORS = new Set([';', '\n']);

/** Where a script stops making sense, and the word that would have been right. */
interface Failure {
  readonly at: Token | 'end';
  readonly expected: string | undefined;
}

/** Recursive descent: a method a rule of the grammar. */
class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  #failure: Failure | undefined;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #isNext(text: string): boolean {
    return this.#peek()?.text === text;
  }

  #fail(expected?: string): void {
    this.#failure ??= { at: this.#peek() ?? 'end', expected };
  }

  #next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) this.#fail();
    this.#at += 1;
    return token?.text ?? '';
  }

  #expect(text: string): void {
    if (this.#isNext(text)) this.#at += 1;
    else this.#fail(text);
  }

  #skipLines(): void {
    while (this.#isNext('\n')) this.#at += 1;
  }

  /** Up to one of these words, which is left. */
  list(ends: readonly string[]): Command {
    const commands: Command[] = [];
    for (;;) {
      while (SEPARATORS.has(this.#peek()?.text ?? '') && this.#peek()?.operator === true) this.#at += 1;
      const token = this.#peek();
      if (token === undefined || this.#failure !== undefined || ends.includes(token.text)) break;
      if (ENDS.has(token.text)) {
        this.#fail();
        break;
      }
      const body = this.#andOr();
      if (this.#isNext('&') && this.#peek()?.operator === true) {
        this.#at += 1;
        commands.push({ type: 'background', body });
      } else {
        commands.push(body);
        const after = this.#peek();
        if (after !== undefined && !SEPARATORS.has(after.text) && !ends.includes(after.text)) this.#fail();
      }
    }
    const [only] = commands;
    return only !== undefined && commands.length === 1 ? only : { type: 'list', commands };
  }

  #andOr(): Command {
    let left = this.#pipeline();
    for (let token = this.#peek(); token?.operator === true && (token.text === '&&' || token.text === '||'); token = this.#peek()) {
      this.#at += 1;
      this.#skipLines();
      left = { type: token.text === '&&' ? 'and' : 'or', left, right: this.#pipeline() };
    }
    return left;
  }

  #pipeline(): Command {
    const negated = this.#isNext('!');
    if (negated) this.#at += 1;
    const stages = [this.#command()];
    while (this.#isNext('|') && this.#peek()?.operator === true) {
      this.#at += 1;
      this.#skipLines();
      stages.push(this.#command());
    }
    const [only] = stages;
    const body: Command = only !== undefined && stages.length === 1 ? only : { type: 'pipe', stages };
    return negated ? { type: 'not', body } : body;
  }

  #command(): Command {
    const token = this.#peek();
    this.#depth += 1;
    if (this.#depth > deepest) this.#fail();
    const compound = token === undefined || this.#failure !== undefined ? undefined : this.#compoundCommand(token.text);
    this.#depth -= 1;
    if (compound === undefined) return this.#simple();
    const redirects: Redirect[] = [];
    while (isRedirect(this.#peek())) redirects.push(this.#redirect());
    return redirects.length === 0 ? compound : { type: 'redirected', body: compound, redirects };
  }

  #compoundCommand(word: string): Command | undefined {
    switch (word) {
      case 'while':
      case 'until': {
        this.#at += 1;
        const test = this.list(['do']);
        return { type: word, test, body: this.#block() };
      }
      case 'for':
        return this.#forCommand();
      case 'if':
        this.#at += 1;
        return this.#ifCommand();
      case 'case':
        return this.#caseCommand();
      case '[[':
        return this.#conditionCommand();
      case '(':
      case '{': {
        this.#at += 1;
        const body = this.list([word === '(' ? ')' : '}']);
        this.#expect(word === '(' ? ')' : '}');
        return word === '(' ? { type: 'subshell', body } : body;
      }
      default:
        return this.#functionDefinition();
    }
  }

  #conditionCommand(): Command | undefined {
    const { condition, end } = parseCondition(this.#tokens, this.#at + 1);
    this.#at = end;
    if (condition === undefined) this.#fail();
    return condition && { type: 'condition', condition };
  }

  #functionDefinition(): Command | undefined {
    const [name, open, close] = [this.#tokens[this.#at], this.#tokens[this.#at + 1], this.#tokens[this.#at + 2]];
    const bare = name?.text === 'function';
    if (!bare && !(open?.text === '(' && close?.text === ')' && name?.operator === false)) return undefined;
    if (bare) this.#at += 1;
    const called = this.#next();
    if (this.#isNext('(')) this.#at += 2;
    this.#skipLines();
    return { type: 'function', name: called, body: this.#command() };
  }

  #forCommand(): Command {
    this.#at += 1;
    const name = this.#next();
    let words: string[] | undefined;
    this.#skipLines();
    if (this.#isNext('in')) {
      this.#at += 1;
      words = [];
      for (let token = this.#peek(); token !== undefined && !token.operator; token = this.#peek()) words.push(this.#next());
    }
    while (SEPARATORS.has(this.#peek()?.text ?? '')) this.#at += 1;
    return { type: 'for', name, words, body: this.#block() };
  }

  #block(): Command {
    this.#expect('do');
    const body = this.list(['done']);
    this.#expect('done');
    return body;
  }

  #ifCommand(): Command {
    const test = this.list(['then']);
    this.#expect('then');
    const body = this.list(['elif', 'else', 'fi']);
    if (this.#isNext('elif')) {
      this.#at += 1;
      return { type: 'if', test, body, otherwise: this.#ifCommand() };
    }
    if (this.#isNext('else')) {
      this.#at += 1;
      const otherwise = this.list(['fi']);
      this.#expect('fi');
      return { type: 'if', test, body, otherwise };
    }
    this.#expect('fi');
    return { type: 'if', test, body };
  }

  #caseCommand(): Command {
    this.#at += 1;
    const word = this.#next();
    this.#skipLines();
    this.#expect('in');
    const branches: Branch[] = [];
    for (this.#skipLines(); !this.#isNext('esac') && this.#failure === undefined && this.#peek() !== undefined; this.#skipLines()) {
      if (this.#isNext('(')) this.#at += 1;
      const patterns = [this.#next()];
      while (this.#isNext('|')) {
        this.#at += 1;
        patterns.push(this.#next());
      }
      this.#expect(')');
      branches.push({ patterns, body: this.list([';;', 'esac']) });
      if (this.#isNext(';;')) this.#at += 1;
    }
    this.#expect('esac');
    return { type: 'case', word, branches };
  }

  #redirect(): Redirect {
    const token = this.#peek();
    this.#at += 1;
    const target = this.#peek();
    const text = this.#next();
    const operator = token?.text ?? '';
    if (operator.startsWith('<<')) {
      return { fd: token?.fd ?? 0, operator: '<<', target: target?.body ?? '', literal: target?.literal ?? false };
    }
    if (operator === '<') return { fd: token?.fd ?? 0, operator: '<', target: text, literal: false };
    const kind = operator === '>>' || operator === '>&' ? operator : operator === '<&' ? '>&' : '>';
    // `&>` is both; nobody minds that errors then go where output goes.
    return { fd: operator === '&>' ? -1 : (token?.fd ?? 1), operator: kind, target: text, literal: false };
  }

  #simple(): Command {
    const words: string[] = [];
    const assignments: string[] = [];
    const redirects: Redirect[] = [];
    const line = this.#peek()?.line ?? 1;
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      if (isRedirect(token)) redirects.push(this.#redirect());
      else if (token.operator) break;
      else if (words.length === 0 && ASSIGNMENT.test(token.text)) assignments.push(this.#next());
      else words.push(this.#next());
    }
    if (words.length + assignments.length + redirects.length === 0) this.#fail();
    return { type: 'simple', words, assignments, redirects, line };
  }

  problem(): Failure | undefined {
    const left = this.#tokens[this.#at];
    return this.#failure ?? (left === undefined ? undefined : { at: left, expected: undefined });
  }
}

function isRedirect(token: Token | undefined): boolean {
  return token?.operator === true && /[<>]/.test(token.text);
}
