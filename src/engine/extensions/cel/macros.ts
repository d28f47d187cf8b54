/** Calls that are not functions, since they take names: has, all, exists, map, filter, cel.bind … */
import type { Expr, FoldName } from './ast.ts';
import { SyntaxIssue } from './errors.ts';

/** `has(a.b)`. Undefined when it is a plain call. */
export function expandGlobal(name: string, at: number, args: readonly Expr[]): Expr | undefined {
  const [only] = args;
  if (name !== 'has' || args.length !== 1 || only === undefined) return undefined;
  if (only.kind !== 'select' || only.optional) throw new SyntaxIssue(only.at, 'invalid argument to has() macro');
  return { kind: 'has', at, operand: only.operand, field: only.field };
}

/** How many arguments each has with one variable, and with two. */
const FOLDS: Readonly<
  Record<string, { readonly name: FoldName; readonly one: readonly number[]; readonly two: readonly number[] }>
> = {
  all: { name: 'all', one: [2], two: [3] },
  exists: { name: 'exists', one: [2], two: [3] },
  exists_one: { name: 'existsOne', one: [2], two: [] },
  existsOne: { name: 'existsOne', one: [2], two: [3] },
  map: { name: 'map', one: [2, 3], two: [] },
  filter: { name: 'filter', one: [2], two: [] },
  transformList: { name: 'transformList', one: [], two: [3, 4] },
  transformMap: { name: 'transformMap', one: [], two: [3, 4] },
  transformMapEntry: { name: 'transformMapEntry', one: [], two: [3, 4] },
};

/** `a.all(x, p)` and its like, `cel.bind(x, v, e)`, `a.optMap(x, e)`. Undefined when it is a plain call. */
export function expandMember(name: string, at: number, target: Expr, args: readonly Expr[]): Expr | undefined {
  const [first, second, third] = args;
  if (name === 'bind' && target.kind === 'ident' && target.name === 'cel' && first && second && third) {
    const message = 'cel.bind() variable names must be simple identifiers';
    return { kind: 'bind', at, name: variable(first, message), value: second, body: third };
  }
  if ((name === 'optMap' || name === 'optFlatMap') && args.length === 2 && first && second) {
    const bound = variable(first, `${name}() variable name must be a simple identifier`);
    return { kind: 'optMap', at, operand: target, name: bound, body: second, flat: name === 'optFlatMap' };
  }
  const fold = Object.hasOwn(FOLDS, name) ? FOLDS[name] : undefined;
  if (fold === undefined) return undefined;
  const isOne = fold.one.includes(args.length);
  const body = args.at(-1);
  if ((!isOne && !fold.two.includes(args.length)) || first === undefined || body === undefined) return undefined;
  const filterAt = isOne ? 1 : 2;
  return {
    kind: 'fold',
    at,
    name: fold.name,
    range: target,
    first: variable(first, 'argument must be a simple name'),
    second: isOne || second === undefined ? undefined : variable(second, 'argument must be a simple name'),
    filter: filterAt < args.length - 1 ? args[filterAt] : undefined,
    body,
  };
}

function variable(expr: Expr, message: string): string {
  if (expr.kind !== 'ident') throw new SyntaxIssue(expr.at, message);
  return expr.name;
}
