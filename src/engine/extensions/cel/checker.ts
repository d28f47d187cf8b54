/** Finds the type of an expression, and what is wrong with it, before it runs. Messages are cel-go's. */
import type { Call, Expr, Fold, Select } from './ast.ts';
import type { Issue } from './errors.ts';
import type { Functions, Overload } from './functions.ts';
import {
  assignable,
  type Bindings,
  BOOL,
  BYTES,
  DOUBLE,
  DYN,
  formatType,
  INT,
  listOf,
  mapOf,
  NULL,
  optionalOf,
  renamed,
  resolve,
  STRING,
  substitute,
  type Type,
} from './types.ts';

export interface Checked {
  readonly type: Type;
  readonly issues: readonly Issue[];
}

/** Checks an expression against the variables and functions there are. */
export function check(expr: Expr, variables: ReadonlyMap<string, Type>, functions: Functions): Checked {
  const checker = new Checker(functions);
  const type = checker.check(expr, { get: (name) => variables.get(name) });
  return { type: checker.whole(type), issues: checker.issues };
}

interface Scope {
  get(name: string): Type | undefined;
}

const TYPE_NAMES = new Set('bool int uint double string bytes list map null_type type dyn'.split(' '));

class Checker {
  readonly issues: Issue[] = [];
  readonly #functions: Functions;
  #bindings: Bindings = new Map();
  #fresh = 0;

  constructor(functions: Functions) {
    this.#functions = functions;
  }

  /** With the parameters bound; unbound ones are dyn. */
  whole(type: Type): Type {
    return substitute(type, this.#bindings);
  }

  #issue(offset: number, message: string): Type {
    this.issues.push({ offset, message });
    return DYN;
  }

  #newParam(): Type {
    this.#fresh += 1;
    return { kind: 'param', name: `#${this.#fresh}` };
  }

  #shown(type: Type): string {
    return formatType(this.whole(type));
  }

  check(expr: Expr, scope: Scope): Type {
    switch (expr.kind) {
      case 'const':
        return typeOfConstant(expr.value);
      case 'ident':
        return this.#ident(expr.name, expr.at, scope);
      case 'select':
        return this.#select(expr, scope);
      case 'has':
        this.#field(this.check(expr.operand, scope), expr.field, expr.at, false);
        return BOOL;
      case 'call':
        return this.#call(expr, scope);
      case 'list': {
        let element = this.#newParam();
        for (const item of expr.items) {
          element = this.#join(element, this.#item(this.check(item.value, scope), item), item.value.at);
        }
        return listOf(element);
      }
      case 'map': {
        let key = this.#newParam();
        let value = this.#newParam();
        for (const entry of expr.entries) {
          key = this.#join(key, this.check(entry.key, scope), entry.key.at);
          value = this.#join(value, this.#item(this.check(entry.value, scope), entry), entry.value.at);
        }
        return mapOf(key, value);
      }
      case 'fold':
        return this.#fold(expr, scope);
      case 'bind': {
        const bound = this.check(expr.value, scope);
        return this.check(expr.body, inner(scope, expr.name, bound));
      }
      case 'optMap': {
        const operand = this.#optionalValue(this.check(expr.operand, scope), expr.at);
        const result = this.check(expr.body, inner(scope, expr.name, operand));
        return expr.flat ? result : optionalOf(result);
      }
    }
  }

  #ident(name: string, at: number, scope: Scope): Type {
    const type = scope.get(name);
    if (type !== undefined) return type;
    if (TYPE_NAMES.has(name)) return { kind: 'type' };
    return this.#issue(at, `undeclared reference to '${name}' (in container '')`);
  }

  #item(type: Type, { optional }: { readonly optional: boolean }): Type {
    return optional ? this.#optionalValue(type, 0) : type;
  }

  #optionalValue(type: Type, at: number): Type {
    const found = resolve(type, this.#bindings);
    if (found.kind === 'optional') return found.value;
    if (found.kind !== 'dyn') this.#issue(at, `expected type 'optional_type(dyn)' but found '${this.#shown(found)}'`);
    return DYN;
  }

  /** All elements of a literal have one type. */
  #join(known: Type, next: Type, at: number): Type {
    const before = resolve(known, this.#bindings);
    if (before.kind === 'dyn' || resolve(next, this.#bindings).kind === 'dyn')
      return before.kind === 'param' ? DYN : before;
    if (!assignable(before, next, this.#bindings)) {
      this.#issue(at, `expected type '${this.#shown(before)}' but found '${this.#shown(next)}'`);
    }
    return before;
  }

  /** What `format` is given may be of any types. */
  #mixedList(expr: Expr, scope: Scope): Type {
    if (expr.kind !== 'list') return this.check(expr, scope);
    for (const item of expr.items) this.check(item.value, scope);
    return listOf(DYN);
  }

  #select(expr: Select, scope: Scope): Type {
    const qualified = qualifiedName(expr);
    const known = qualified === undefined ? undefined : scope.get(qualified);
    if (known !== undefined) return known;
    return this.#field(this.check(expr.operand, scope), expr.field, expr.at, expr.optional);
  }

  #field(operand: Type, field: string, at: number, optional: boolean): Type {
    const type = resolve(operand, this.#bindings);
    if (type.kind === 'optional') {
      const found = this.#field(type.value, field, at, false);
      return optionalOf(found);
    }
    const found = this.#plainField(type, field, at);
    return optional ? optionalOf(found) : found;
  }

  #plainField(type: Type, field: string, at: number): Type {
    switch (type.kind) {
      case 'dyn':
      case 'param':
        return DYN;
      case 'map':
        if (!assignable(type.key, STRING, this.#bindings)) {
          return this.#issue(at, `type '${this.#shown(type)}' does not support field selection`);
        }
        return type.value;
      case 'object':
        return type.field(field) ?? this.#issue(at, `undefined field '${field}'`);
      default:
        return this.#issue(at, `type '${this.#shown(type)}' does not support field selection`);
    }
  }

  #call(expr: Call, scope: Scope): Type {
    const qualified = expr.target === undefined ? undefined : qualifiedName(expr.target);
    const asNamespace = qualified === undefined || scope.get(firstOf(qualified)) !== undefined ? undefined : qualified;
    const full = asNamespace === undefined ? undefined : `${asNamespace}.${expr.name}`;
    if (full !== undefined && this.#functions.has(full)) {
      return this.#resolve(
        expr,
        full,
        undefined,
        expr.args.map((arg) => this.check(arg, scope)),
      );
    }
    const target = expr.target === undefined ? undefined : this.check(expr.target, scope);
    const args = expr.args.map((arg) =>
      expr.name === 'format' ? this.#mixedList(arg, scope) : this.check(arg, scope),
    );
    return this.#resolve(expr, expr.name, target, args);
  }

  #resolve(expr: Call, name: string, target: Type | undefined, given: readonly Type[]): Type {
    const overloads = this.#functions.get(name);
    if (overloads === undefined) return this.#issue(expr.at, `undeclared reference to '${name}' (in container '')`);
    const args = target === undefined ? given : [target, ...given];
    let result: Type | undefined;
    let bindings: Bindings | undefined;
    for (const overload of overloads) {
      if (overload.member !== (target !== undefined) || overload.args.length !== args.length) continue;
      const matched = this.#match(overload, args);
      if (matched === undefined) continue;
      bindings ??= matched.bindings;
      const type = substitute(matched.result, matched.bindings);
      if (result === undefined) result = type;
      else if (formatType(result) !== formatType(type)) result = DYN;
    }
    if (result === undefined || bindings === undefined) return this.#noOverload(expr, name, target, given);
    this.#bindings = bindings;
    return result;
  }

  #match(overload: Overload, args: readonly Type[]): { bindings: Bindings; result: Type } | undefined {
    this.#fresh += 1;
    const suffix = `#${this.#fresh}`;
    const bindings = new Map(this.#bindings);
    const fits = overload.args.every((type, index) => {
      const arg = args[index];
      return arg !== undefined && assignable(renamed(type, suffix), arg, bindings);
    });
    return fits ? { bindings, result: renamed(overload.result, suffix) } : undefined;
  }

  #noOverload({ at }: Call, name: string, target: Type | undefined, args: readonly Type[]): Type {
    const list = `(${args.map((arg) => this.#shown(arg)).join(', ')})`;
    const shown = target === undefined ? list : `${this.#shown(target)}.${list}`;
    return this.#issue(at, `found no matching overload for '${name}' applied to '${shown}'`);
  }

  #fold(expr: Fold, scope: Scope): Type {
    const range = resolve(this.check(expr.range, scope), this.#bindings);
    const { first, second } = this.#variables(range, expr);
    let body = inner(scope, expr.first, expr.second === undefined ? first.one : first.two);
    if (expr.second !== undefined) body = inner(body, expr.second, second);
    if (expr.filter !== undefined) this.#expectBool(expr.filter, this.check(expr.filter, body));
    const type = this.check(expr.body, body);
    switch (expr.name) {
      case 'all':
      case 'exists':
      case 'existsOne':
        this.#expectBool(expr.body, type);
        return BOOL;
      case 'filter':
        this.#expectBool(expr.body, type);
        return listOf(first.one);
      case 'map':
      case 'transformList':
        return listOf(type);
      case 'transformMap':
        return mapOf(first.two, type);
      case 'transformMapEntry':
        return type;
    }
  }

  #variables(range: Type, expr: Fold): { first: { one: Type; two: Type }; second: Type } {
    switch (range.kind) {
      case 'list':
        return { first: { one: range.element, two: INT }, second: range.element };
      case 'map':
        return { first: { one: range.key, two: range.key }, second: range.value };
      case 'dyn':
      case 'param':
        return { first: { one: DYN, two: DYN }, second: DYN };
      default: {
        const message = `expression of type '${this.#shown(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`;
        this.#issue(expr.range.at, message);
        return { first: { one: DYN, two: DYN }, second: DYN };
      }
    }
  }

  #expectBool(expr: Expr, type: Type): void {
    if (!assignable(BOOL, type, this.#bindings)) {
      this.#issue(expr.at, `expected type 'bool' but found '${this.#shown(type)}'`);
    }
  }
}

function inner(outer: Scope, name: string, type: Type): Scope {
  return { get: (asked) => (asked === name ? type : outer.get(asked)) };
}

/** `a.b.c` of an expression that is nothing but names. */
export function qualifiedName(expr: Expr): string | undefined {
  if (expr.kind === 'ident') return expr.name;
  if (expr.kind !== 'select' || expr.optional) return undefined;
  const before = qualifiedName(expr.operand);
  return before === undefined ? undefined : `${before}.${expr.field}`;
}

export const firstOf = (qualified: string): string => qualified.split('.', 1)[0] ?? '';

function typeOfConstant(value: (Expr & { kind: 'const' })['value']): Type {
  if (value === null) return NULL;
  if (value instanceof Uint8Array) return BYTES;
  switch (typeof value) {
    case 'string':
      return STRING;
    case 'bigint':
      return INT;
    case 'number':
      return DOUBLE;
    case 'boolean':
      return BOOL;
    default:
      return { kind: 'uint' };
  }
}
