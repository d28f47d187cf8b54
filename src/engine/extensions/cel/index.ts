/**
 * The Common Expression Language as Kubernetes has it. `compile` an expression once against its variables' types, then `run` it as often
 * as needed; what it may cost is bounded, and it sees neither clock nor chance.
 */
import type { Expr } from './ast.ts';
import { check } from './checker.ts';
import { CelError, CelLimitError, formatIssues, type Issue, SyntaxIssue } from './errors.ts';
import { type Activation, evaluate } from './evaluate.ts';
import { standardFunctions } from './library/index.ts';
import { parse } from './parser.ts';
import { assignable, formatType, type Type } from './types.ts';
import type { Value } from './values.ts';

export { CelError, CelLimitError } from './errors.ts';
export type { Activation } from './evaluate.ts';
export { fromJson, fromJsonList, fromJsonMap, toJson } from './json-values.ts';
export type { AccessAnswer, AccessQuestion, Ask } from './library/authorizers.ts';
export { AUTHORIZER_TYPE, authorizerValue, RESOURCE_CHECK_TYPE, requestResourceValue } from './library/authorizers.ts';
export * from './types.ts';
export { isCompound, type MapValue, type Value } from './values.ts';

/** Upstream's limit for one run of one expression. */
export const PER_CALL_LIMIT = 1_000_000;

/** Types of variables by name; `authorizer.requestResource` is a name, too. */
export type Variables = ReadonlyMap<string, Type>;

export interface Program {
  readonly source: string;
  readonly expr: Expr;
  readonly type: Type;
  /** Throws CelError and CelLimitError. `limit`: what it may cost, by default PER_CALL_LIMIT. */
  run(activation: Activation, limit?: number): { readonly value: Value; readonly cost: number };
  /** Whether it mentions a variable. */
  uses(variable: string): boolean;
}

/** Compiles an expression. `error` is cel-go's text, a line for each issue with a mark below. */
export function compile(source: string, variables: Variables): Program | { readonly error: string } {
  const functions = standardFunctions();
  let expr: Expr;
  try {
    expr = parse(source);
  } catch (error) {
    if (error instanceof SyntaxIssue) return { error: formatIssues(source, [error.issue]) };
    throw error;
  }
  const { type, issues } = check(expr, variables, functions);
  if (issues.length > 0) return { error: formatIssues(source, inOrder(issues)) };
  return {
    source,
    expr,
    type,
    run: (activation, limit = PER_CALL_LIMIT) => evaluate(expr, activation, functions, limit),
    uses: (variable) => mentions(expr, variable),
  };
}

function inOrder(issues: readonly Issue[]): readonly Issue[] {
  return [...issues].sort((a, b) => a.offset - b.offset);
}

/** Whether a type may stand where another is wanted; `got` and `wanted` as messages name them. */
export function isOfType(got: Type, wanted: Type): boolean {
  return got.kind !== 'dyn' && assignable(wanted, got, new Map()) && formatType(got) === formatType(wanted);
}

/** Runs a program and turns what goes wrong into a value. */
export function tryRun(
  program: Program,
  activation: Activation,
  limit?: number,
): { readonly value: Value; readonly cost: number } | { readonly error: string; readonly limit: boolean } {
  try {
    return program.run(activation, limit);
  } catch (error) {
    if (error instanceof CelError) return { error: error.message, limit: false };
    if (error instanceof CelLimitError) return { error: error.message, limit: true };
    if (error instanceof RangeError) return { error: 'expression too deep', limit: true };
    throw error;
  }
}

function mentions(expr: Expr, name: string): boolean {
  switch (expr.kind) {
    case 'const':
      return false;
    case 'ident':
      return expr.name === name;
    case 'select':
    case 'has':
      return mentions(expr.operand, name);
    case 'call':
      return [...expr.args, ...(expr.target === undefined ? [] : [expr.target])].some((each) => mentions(each, name));
    case 'list':
      return expr.items.some(({ value }) => mentions(value, name));
    case 'map':
      return expr.entries.some(({ key, value }) => mentions(key, name) || mentions(value, name));
    case 'fold': {
      if (mentions(expr.range, name)) return true;
      if (expr.first === name || expr.second === name) return false;
      return mentions(expr.body, name) || (expr.filter !== undefined && mentions(expr.filter, name));
    }
    case 'bind':
      return mentions(expr.value, name) || (expr.name !== name && mentions(expr.body, name));
    case 'optMap':
      return mentions(expr.operand, name) || (expr.name !== name && mentions(expr.body, name));
  }
}

const longestMessage = 5120;

/** What a messageExpression says: texts over several lines, empty ones and ones that are too long are no messages. */
export function messageIn(value: Value): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' || text.includes('\n') || text.length > longestMessage ? undefined : text;
}
