/** Runs an expression that has been checked. What it may cost is counted as upstream counts it, so that nothing can hang. */
import type { Call, Expr, Fold } from './ast.ts';
import { firstOf, qualifiedName } from './checker.ts';
import { CelError, CelLimitError, noSuchOverload } from './errors.ts';
import { type Functions, overloadFor } from './functions.ts';
import { elements, equal, isCompound, keyText, list, mapFrom, NONE, type Spend, some, type Value } from './values.ts';

/** Variables by name. */
export interface Activation {
  get(name: string): Value | undefined;
}

/** What an expression gave and what it cost. Throws CelError and CelLimitError. */
export function evaluate(
  expr: Expr,
  activation: Activation,
  functions: Functions,
  limit: number,
): { readonly value: Value; readonly cost: number } {
  const run = new Evaluation(functions, limit);
  const value = run.value(expr, activation);
  return { value, cost: run.cost };
}

const LIST_COST = 10;
const MAP_COST = 30;

class Evaluation {
  cost = 0;
  readonly #functions: Functions;
  readonly #limit: number;

  constructor(functions: Functions, limit: number) {
    this.#functions = functions;
    this.#limit = limit;
  }

  readonly #spend: Spend = (cost) => {
    this.cost += cost;
    if (this.cost > this.#limit) throw new CelLimitError();
  };

  value(expr: Expr, scope: Activation): Value {
    switch (expr.kind) {
      case 'const':
        return typeof expr.value === 'object' && expr.value !== null && 'uint' in expr.value
          ? { kind: 'uint', value: expr.value.uint }
          : expr.value;
      case 'ident':
        this.#spend(1);
        return this.#variable(expr.name, scope);
      case 'select': {
        const qualified = qualifiedName(expr);
        const known = qualified === undefined ? undefined : scope.get(qualified);
        this.#spend(1);
        if (known !== undefined) return known;
        return this.#select(this.value(expr.operand, scope), expr.field, expr.optional);
      }
      case 'has':
        this.#spend(1);
        return this.#has(this.value(expr.operand, scope), expr.field);
      case 'call':
        return this.#call(expr, scope);
      case 'list':
        return this.#list(expr, scope);
      case 'map':
        return this.#map(expr, scope);
      case 'fold':
        return this.#fold(expr, scope);
      case 'bind': {
        const bound = this.value(expr.value, scope);
        return this.value(expr.body, within(scope, expr.name, bound));
      }
      case 'optMap': {
        const operand = this.value(expr.operand, scope);
        if (!isCompound(operand) || operand.kind !== 'optional') return noSuchOverload();
        if (operand.value === undefined) return NONE;
        const result = this.value(expr.body, within(scope, expr.name, operand.value));
        return expr.flat ? result : some(result);
      }
    }
  }

  #bool(expr: Expr, scope: Activation): boolean {
    const value = this.value(expr, scope);
    return typeof value === 'boolean' ? value : noSuchOverload();
  }

  /** A variable may be null, as `oldObject` is in a creation. What isn't a variable names a type. */
  #variable(name: string, scope: Activation): Value {
    const value = scope.get(name);
    return value === undefined ? typeValue(name) : value;
  }

  #select(operand: Value, field: string, optional: boolean): Value {
    if (!isCompound(operand)) return noSuchOverload();
    if (operand.kind === 'optional') {
      if (operand.value === undefined) return NONE;
      const found = fieldOf(operand.value, field);
      return found === undefined ? NONE : some(found);
    }
    const found = fieldOf(operand, field);
    if (optional) return found === undefined ? NONE : some(found);
    if (found === undefined) throw new CelError(`no such key: ${field}`);
    return found;
  }

  #has(operand: Value, field: string): boolean {
    const within = isCompound(operand) && operand.kind === 'optional' ? operand.value : operand;
    return within !== undefined && fieldOf(within, field) !== undefined;
  }

  #list(expr: Expr & { kind: 'list' }, scope: Activation): Value {
    this.#spend(LIST_COST);
    const items: Value[] = [];
    for (const item of expr.items) {
      const value = this.value(item.value, scope);
      if (!item.optional) items.push(value);
      else if (!isCompound(value) || value.kind !== 'optional') return noSuchOverload();
      else if (value.value !== undefined) items.push(value.value);
    }
    return list(items);
  }

  #map(expr: Expr & { kind: 'map' }, scope: Activation): Value {
    this.#spend(MAP_COST);
    const entries: [Value, Value][] = [];
    const seen = new Set<string>();
    for (const entry of expr.entries) {
      const key = this.value(entry.key, scope);
      let value = this.value(entry.value, scope);
      if (entry.optional) {
        if (!isCompound(value) || value.kind !== 'optional') return noSuchOverload();
        if (value.value === undefined) continue;
        value = value.value;
      }
      const text = keyText(key);
      if (seen.has(text)) throw new CelError(`Failed with repeated key`);
      seen.add(text);
      entries.push([key, value]);
    }
    return mapFrom(entries);
  }

  #call(expr: Call, scope: Activation): Value {
    const [first, second, third] = expr.args;
    if (first !== undefined && second !== undefined) {
      if (expr.name === '_&&_') return this.#logic(first, second, scope, false);
      if (expr.name === '_||_') return this.#logic(first, second, scope, true);
      if (expr.name === '_?_:_' && third !== undefined) {
        return this.value(this.#bool(first, scope) ? second : third, scope);
      }
    }
    if (expr.target !== undefined && (expr.name === 'orValue' || expr.name === 'or') && first !== undefined) {
      const target = this.value(expr.target, scope);
      if (isCompound(target) && target.kind === 'optional') {
        if (target.value === undefined) return this.value(first, scope);
        return expr.name === 'or' ? target : target.value;
      }
    }
    return this.#function(expr, scope);
  }

  #function(expr: Call, scope: Activation): Value {
    const qualified = expr.target === undefined ? undefined : qualifiedName(expr.target);
    const full = qualified === undefined ? undefined : `${qualified}.${expr.name}`;
    const isQualified = full !== undefined && this.#functions.has(full) && scope.get(firstOf(full)) === undefined;
    const target = expr.target === undefined || isQualified ? undefined : this.value(expr.target, scope);
    const args = expr.args.map((arg) => this.value(arg, scope));
    const all = target === undefined ? args : [target, ...args];
    this.#spend(1);
    const name = isQualified ? full : expr.name;
    if (all.length === 2) {
      const [left = null, right = null] = all;
      if (name === '_==_') return equal(left, right, this.#spend);
      if (name === '_!=_') return !equal(left, right, this.#spend);
    }
    const overload = overloadFor(this.#functions.get(name) ?? [], target !== undefined, all);
    return overload === undefined ? noSuchOverload() : overload.run(all, this.#spend);
  }

  /** `decides`: the value of one side that makes the other one not matter, even when it fails. */
  #logic(left: Expr, right: Expr, scope: Activation, decides: boolean): boolean {
    let failed: unknown;
    try {
      if (this.#bool(left, scope) === decides) return decides;
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      failed = error;
    }
    if (this.#bool(right, scope) === decides) return decides;
    if (failed !== undefined) throw failed;
    return !decides;
  }

  #fold(expr: Fold, scope: Activation): Value {
    const range = this.value(expr.range, scope);
    const steps = this.#steps(expr, range, scope);
    switch (expr.name) {
      case 'all':
        return this.#quantify(expr, steps, false);
      case 'exists':
        return this.#quantify(expr, steps, true);
      case 'existsOne': {
        let count = 0;
        for (const { scope: step } of steps) if (this.#bool(expr.body, step)) count += 1;
        return count === 1;
      }
      case 'filter':
        return list([...steps].filter(({ scope: step }) => this.#bool(expr.body, step)).map(({ one }) => one));
      case 'map':
      case 'transformList':
        return list(Array.from(this.#kept(expr, steps), ({ scope: step }) => this.value(expr.body, step)));
      case 'transformMap':
        return mapFrom(
          Array.from(this.#kept(expr, steps), ({ scope: step, key }) => [key, this.value(expr.body, step)] as const),
        );
      case 'transformMapEntry':
        return mapFrom(this.#mergedEntries(expr, steps));
    }
  }

  *#mergedEntries(expr: Fold, steps: Iterable<Step>): Generator<readonly [Value, Value]> {
    for (const { scope } of this.#kept(expr, steps)) {
      const entry = this.value(expr.body, scope);
      if (!isCompound(entry) || entry.kind !== 'map') return noSuchOverload();
      for (const key of entry.keys()) yield [key, entry.get(key) ?? null];
    }
  }

  *#steps(expr: Fold, range: Value, scope: Activation): Generator<Step> {
    if (!isCompound(range)) return noSuchOverload();
    let index = 0n;
    const map = range.kind === 'map' ? range : undefined;
    const items = map?.keys() ?? (range.kind === 'list' ? elements(range) : noSuchOverload());
    for (const item of items) {
      this.#spend(1);
      const key = map === undefined ? index : item;
      index += 1n;
      const element = map !== undefined && expr.second !== undefined ? (map.get(item) ?? null) : item;
      const inner =
        expr.second === undefined
          ? within(scope, expr.first, item)
          : within(within(scope, expr.first, key), expr.second, element);
      yield { scope: inner, one: item, key };
    }
  }

  *#kept({ filter }: Fold, steps: Iterable<Step>): Generator<Step> {
    for (const step of steps) if (filter === undefined || this.#bool(filter, step.scope)) yield step;
  }

  /** Errors count only when no element decides. */
  #quantify(expr: Fold, steps: Iterable<Step>, decides: boolean): boolean {
    let failed: unknown;
    for (const { scope } of steps) {
      try {
        if (this.#bool(expr.body, scope) === decides) return decides;
      } catch (error) {
        if (!(error instanceof CelError)) throw error;
        failed ??= error;
      }
    }
    if (failed !== undefined) throw failed;
    return !decides;
  }
}

interface Step {
  readonly scope: Activation;
  /** The element of a list, the key of a map. */
  readonly one: Value;
  readonly key: Value;
}

function within(outer: Activation, name: string, value: Value): Activation {
  return { get: (asked) => (asked === name ? value : outer.get(asked)) };
}

function fieldOf(operand: Value, field: string): Value | undefined {
  if (!isCompound(operand) || operand.kind !== 'map') return noSuchOverload();
  return operand.get(field);
}

function typeValue(name: string): Value {
  return { kind: 'type', name };
}
