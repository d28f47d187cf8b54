/** The grammar of `[[ … ]]`: `!` binds closest, then `&&`, then `||`; brackets group. Words stay raw, for the expansion. */
import { isUnaryOperator, numericOperators } from './test-operators.ts';
import type { Token } from './tokens.ts';

export type Condition =
  | { readonly type: 'and' | 'or'; readonly left: Condition; readonly right: Condition }
  | { readonly type: 'not'; readonly body: Condition }
  /** A word alone is tested with `-n`. */
  | { readonly type: 'unary'; readonly operator: string; readonly word: string }
  | { readonly type: 'binary'; readonly operator: string; readonly left: string; readonly right: string };

/** `end`: behind the `]]`, or the token that is wrong. */
export interface ParsedCondition {
  readonly condition: Condition | undefined;
  readonly end: number;
}

/** Parses what stands behind a `[[`. */
export function parseCondition(tokens: readonly Token[], from: number): ParsedCondition {
  return new ConditionParser(tokens, from).whole();
}

const CLOSING = ']]';
const TEXT_OPERATORS = new Set(['=', '==', '!=', '=~']);
const ORDER_OPERATORS = new Set(['<', '>']);
/** Conditions within conditions. */
const deepest = 100;

/** Recursive descent: a method a level of the grammar. Each gives undefined where the token that comes is wrong. */
class ConditionParser {
  readonly #tokens: readonly Token[];
  #at: number;
  #depth = 0;

  constructor(tokens: readonly Token[], from: number) {
    this.#tokens = tokens;
    this.#at = from;
  }

  whole(): ParsedCondition {
    const condition = this.#or();
    const isClosed = condition !== undefined && this.#peek()?.text === CLOSING;
    return isClosed ? { condition, end: this.#at + 1 } : { condition: undefined, end: this.#at };
  }

  /** A condition may go on in the next line. */
  #peek(): Token | undefined {
    while (this.#tokens[this.#at]?.text === '\n') this.#at += 1;
    return this.#tokens[this.#at];
  }

  #accept(operator: string): boolean {
    const token = this.#peek();
    const found = token?.operator === true && token.text === operator;
    if (found) this.#at += 1;
    return found;
  }

  #word(): string | undefined {
    const token = this.#peek();
    if (token === undefined || token.operator || token.text === CLOSING) return undefined;
    this.#at += 1;
    return token.text;
  }

  #or(): Condition | undefined {
    let left = this.#and();
    while (left !== undefined && this.#accept('||')) {
      const right = this.#and();
      left = right && { type: 'or', left, right };
    }
    return left;
  }

  #and(): Condition | undefined {
    let left = this.#not();
    while (left !== undefined && this.#accept('&&')) {
      const right = this.#not();
      left = right && { type: 'and', left, right };
    }
    return left;
  }

  #not(): Condition | undefined {
    if (this.#depth >= deepest) return undefined;
    this.#depth += 1;
    const condition = this.#peek()?.text === '!' ? this.#negated() : this.#primary();
    this.#depth -= 1;
    return condition;
  }

  #negated(): Condition | undefined {
    this.#at += 1;
    const body = this.#not();
    return body && { type: 'not', body };
  }

  #primary(): Condition | undefined {
    if (this.#accept('(')) {
      const inner = this.#or();
      return inner !== undefined && this.#accept(')') ? inner : undefined;
    }
    const left = this.#word();
    if (left === undefined) return undefined;
    const operator = this.#binaryOperator();
    if (operator !== undefined) {
      const right = this.#word();
      return right === undefined ? undefined : { type: 'binary', operator, left, right };
    }
    const word = isUnaryOperator(left) ? this.#word() : undefined;
    return word === undefined ? { type: 'unary', operator: '-n', word: left } : { type: 'unary', operator: left, word };
  }

  #binaryOperator(): string | undefined {
    const token = this.#peek();
    if (token === undefined) return undefined;
    const { operator, text } = token;
    const isBinary = operator ? ORDER_OPERATORS.has(text) : TEXT_OPERATORS.has(text) || Object.hasOwn(numericOperators, text);
    if (isBinary) this.#at += 1;
    return isBinary ? text : undefined;
  }
}
