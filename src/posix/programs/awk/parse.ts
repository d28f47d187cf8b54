/** awk's grammar, without functions of a program's own and without redirections. */
import { AwkError, type Expr, functions, type Rule, type Statement, type Target } from './syntax.ts';
import { type AwkToken, tokenizeAwk } from './tokens.ts';

const END: AwkToken = { type: 'end', text: '' };
/** Expressions and statements within each other. */
const deepest = 100;
const ASSIGNMENTS = new Set(['=', '+=', '-=', '*=', '/=', '%=', '^=']);
const COMPARISONS = new Set(['<', '<=', '==', '!=', '>', '>=']);

/** Parses a program. Throws an AwkError. */
export function parseAwk(source: string): readonly Rule[] {
  return new AwkParser(tokenizeAwk(source)).program();
}

class AwkParser {
  readonly #tokens: readonly AwkToken[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly AwkToken[]) {
    this.#tokens = tokens;
  }

  program(): readonly Rule[] {
    const rules: Rule[] = [];
    for (this.#skipEnds(); this.#next.type !== 'end'; this.#skipEnds()) rules.push(this.#rule());
    return rules;
  }

  get #next(): AwkToken {
    return this.#tokens[this.#at] ?? END;
  }

  #is(text: string): boolean {
    return (this.#next.type === 'operator' || this.#next.type === 'name') && this.#next.text === text;
  }

  #accept(text: string): boolean {
    const found = this.#is(text);
    if (found) this.#at += 1;
    return found;
  }

  #expect(text: string): void {
    if (!this.#accept(text)) throw this.#unexpected();
  }

  #unexpected(): AwkError {
    return new AwkError(this.#next.type === 'end' ? 'unexpected end of program' : `unexpected '${this.#next.text}'`);
  }

  #skipEnds(): void {
    while (this.#accept(';') || this.#accept('\n'));
  }

  #skipLines(): void {
    while (this.#accept('\n'));
  }

  #nested<T>(parse: () => T): T {
    this.#depth += 1;
    if (this.#depth > deepest) throw new AwkError('program nests too deeply');
    const result = parse();
    this.#depth -= 1;
    return result;
  }

  #rule(): Rule {
    if (this.#accept('BEGIN')) return { when: 'BEGIN', body: this.#block() };
    if (this.#accept('END')) return { when: 'END', body: this.#block() };
    if (this.#is('{')) return { when: 'always', body: this.#block() };
    const from = this.#expr();
    const when = this.#accept(',') ? { from, to: this.#expr() } : from;
    return { when, body: this.#is('{') ? this.#block() : undefined };
  }

  #block(): readonly Statement[] {
    this.#expect('{');
    const body: Statement[] = [];
    for (this.#skipEnds(); !this.#is('}'); this.#skipEnds()) body.push(this.#statement());
    this.#at += 1;
    return body;
  }

  #statement(): Statement {
    return this.#nested(() => {
      if (this.#is('{')) return { type: 'block', body: this.#block() };
      const word = this.#next.type === 'name' ? this.#next.text : '';
      const compound = this.#compound(word);
      if (compound !== undefined) return compound;
      const simple = this.#simple();
      if (!this.#is('}') && this.#next.type !== 'end' && !this.#accept(';')) this.#expect('\n');
      return simple;
    });
  }

  #compound(word: string): Statement | undefined {
    if (!['if', 'while', 'do', 'for'].includes(word)) return undefined;
    this.#at += 1;
    if (word === 'do') {
      const body = this.#body();
      this.#skipEnds();
      this.#expect('while');
      return { type: 'do', body, test: this.#inBrackets() };
    }
    if (word === 'for') return this.#forLoop();
    const test = this.#inBrackets();
    if (word === 'while') return { type: 'while', test, body: this.#body() };
    const yes = this.#body();
    const behind = this.#at;
    this.#skipEnds();
    if (this.#accept('else')) return { type: 'if', test, yes, no: this.#body() };
    this.#at = behind;
    return { type: 'if', test, yes, no: undefined };
  }

  #inBrackets(): Expr {
    this.#expect('(');
    const expr = this.#expr();
    this.#expect(')');
    return expr;
  }

  #body(): Statement {
    this.#skipLines();
    return this.#accept(';') ? { type: 'block', body: [] } : this.#statement();
  }

  #forLoop(): Statement {
    this.#expect('(');
    const [name, word, array, close] = this.#tokens.slice(this.#at, this.#at + 4);
    if (name?.type === 'name' && word?.text === 'in' && array?.type === 'name' && close?.text === ')') {
      this.#at += 4;
      return { type: 'each', name: name.text, array: array.text, body: this.#body() };
    }
    const first = this.#is(';') ? undefined : this.#simple();
    this.#expect(';');
    const test = this.#is(';') ? undefined : this.#expr();
    this.#expect(';');
    const next = this.#is(')') ? undefined : this.#simple();
    this.#expect(')');
    return { type: 'for', first, test, next, body: this.#body() };
  }

  #simple(): Statement {
    const word = this.#next.type === 'name' ? this.#next.text : '';
    switch (word) {
      case 'print':
      case 'printf':
        this.#at += 1;
        return { type: word, args: this.#printed() };
      case 'next':
      case 'break':
      case 'continue':
        this.#at += 1;
        return { type: word };
      case 'exit':
        this.#at += 1;
        return { type: 'exit', code: this.#endsStatement() ? undefined : this.#expr() };
      case 'delete': {
        this.#at += 1;
        const array = this.#name();
        return { type: 'delete', array, keys: this.#accept('[') ? this.#list(']') : [] };
      }
      default:
        return { type: 'expr', of: this.#expr() };
    }
  }

  #endsStatement(): boolean {
    return this.#next.type === 'end' || ['}', ';', '\n', ')'].some((each) => this.#is(each));
  }

  #printed(): readonly Expr[] {
    if (this.#endsStatement()) return [];
    const args = [this.#choice(false)];
    // `print (a, b)`: a list in brackets.
    while (this.#accept(',')) args.push(this.#choice(false));
    if (this.#is('>') || this.#is('>>') || this.#is('|')) throw new AwkError('redirections are not supported');
    return args.flatMap((each) => (each.type === 'call' && each.name === '(' ? each.args : [each]));
  }

  #name(): string {
    if (this.#next.type !== 'name') throw this.#unexpected();
    this.#at += 1;
    return this.#tokens[this.#at - 1]?.text ?? '';
  }

  #list(close: string): readonly Expr[] {
    const list: Expr[] = [];
    this.#skipLines();
    while (!this.#accept(close)) {
      list.push(this.#expr());
      if (!this.#is(close)) this.#expect(',');
      this.#skipLines();
    }
    return list;
  }

  #expr(): Expr {
    return this.#choice(true);
  }

  /** `greater`: whether `>` compares; in a print it would redirect. */
  #choice(greater: boolean): Expr {
    return this.#nested(() => {
      const test = this.#binary(0, greater);
      if (ASSIGNMENTS.has(this.#next.text) && this.#next.type === 'operator' && isTarget(test)) {
        const operator = this.#next.text;
        this.#at += 1;
        return { type: 'assign', operator, to: test, value: this.#choice(greater) };
      }
      if (!this.#accept('?')) return test;
      const yes = this.#choice(greater);
      this.#expect(':');
      return { type: 'choice', test, yes, no: this.#choice(greater) };
    });
  }

  /** Levels: || && in ~ comparison concatenation + * */
  #binary(level: number, greater: boolean): Expr {
    if (level > 7) return this.#unary(greater);
    if (level === 5) return this.#concatenation(greater);
    let left = this.#binary(level + 1, greater);
    for (let operator = this.#operatorOf(level, greater); operator !== undefined; ) {
      this.#at += 1;
      this.#skipLinesBehind(operator);
      if (operator === 'in') left = { type: 'in', key: left, array: this.#name() };
      else left = { type: 'binary', operator, left, right: this.#binary(level + 1, greater) };
      operator = this.#operatorOf(level, greater);
    }
    return left;
  }

  #skipLinesBehind(operator: string): void {
    if (operator === '&&' || operator === '||') this.#skipLines();
  }

  #operatorOf(level: number, greater: boolean): string | undefined {
    const { type, text } = this.#next;
    if (type === 'name') return level === 2 && text === 'in' ? text : undefined;
    if (type !== 'operator') return undefined;
    const at = [['||'], ['&&'], [], ['~', '!~'], [...COMPARISONS], [], ['+', '-'], ['*', '/', '%']][level] ?? [];
    return at.includes(text) && (greater || text !== '>') ? text : undefined;
  }

  #concatenation(greater: boolean): Expr {
    let left = this.#binary(6, greater);
    while (this.#beginsOperand()) {
      left = { type: 'binary', operator: ' ', left, right: this.#binary(6, greater) };
    }
    return left;
  }

  #beginsOperand(): boolean {
    const { type, text } = this.#next;
    if (type === 'operator') return ['(', '$', '!', '++', '--'].includes(text);
    return type === 'name' ? text !== 'in' : type !== 'end';
  }

  #unary(greater: boolean): Expr {
    return this.#nested(() => {
      if (this.#accept('!')) return { type: 'not', of: this.#unary(greater) };
      if (this.#accept('-')) return { type: 'minus', of: this.#unary(greater) };
      if (this.#accept('+')) return { type: 'plus', of: this.#unary(greater) };
      const base = this.#stepped();
      if (!this.#accept('^') && !this.#accept('**')) return base;
      return { type: 'binary', operator: '^', left: base, right: this.#unary(greater) };
    });
  }

  #stepped(): Expr {
    for (const [text, by] of [['++', 1] as const, ['--', -1] as const]) {
      if (!this.#accept(text)) continue;
      const of = this.#primary();
      if (!isTarget(of)) throw this.#unexpected();
      return { type: 'step', by, before: true, of };
    }
    const of = this.#primary();
    if (!isTarget(of)) return of;
    if (this.#accept('++')) return { type: 'step', by: 1, before: false, of };
    return this.#accept('--') ? { type: 'step', by: -1, before: false, of } : of;
  }

  #primary(): Expr {
    const { type, text } = this.#next;
    this.#at += 1;
    switch (type) {
      case 'number':
        return { type: 'number', value: Number(text) };
      case 'string':
      case 'regex':
        return { type, value: text };
      case 'name':
        return this.#named(text);
      case 'operator':
        if (text === '$') return { type: 'field', of: this.#nested(() => this.#primary()) };
        if (text === '(') return this.#bracketed();
    }
    this.#at -= 1;
    throw this.#unexpected();
  }

  #bracketed(): Expr {
    const list = this.#list(')');
    const [only] = list;
    if (only !== undefined && list.length === 1) return only;
    if (this.#accept('in')) return { type: 'in', key: { type: 'call', name: '(', args: list }, array: this.#name() };
    return { type: 'call', name: '(', args: list };
  }

  #named(name: string): Expr {
    if (functions.has(name)) {
      const args = this.#accept('(') ? this.#list(')') : [];
      return { type: 'call', name, args };
    }
    if (this.#is('(')) throw new AwkError(`function ${name} is not defined`);
    return this.#accept('[') ? { type: 'element', array: name, keys: this.#list(']') } : { type: 'name', name };
  }
}

function isTarget(expr: Expr): expr is Target {
  return expr.type === 'name' || expr.type === 'field' || expr.type === 'element';
}
