/** What an expression may cost at most, estimated from the largest sizes its variables can have (cel-go checker/cost.go). */
import type { Expr, Fold } from './ast.ts';

/** How large a value can be: characters, elements or entries. Nothing is known of what has no shape. */
export interface Shape {
  readonly size: number;
  /** Of the elements of a list, the values of a map. */
  readonly element?: Shape | undefined;
  /** Of a field of an object. */
  field?(name: string): Shape | undefined;
}

interface Estimate {
  readonly cost: number;
  readonly shape: Shape;
}

type Shapes = (name: string) => Shape | undefined;

/** A number, a boolean, a time. */
const SCALAR: Shape = { size: 1 };
/** What the compiler knows nothing of may be as large as a request. */
export const largest = 3 * 1024 * 1024;
const UNKNOWN: Shape = { size: largest };

const PER_CHARACTER = 0.1;
const PER_PATTERN_CHARACTER = 0.25;

/** The most that one run can cost. */
export function estimateCost(expr: Expr, shapes: Shapes): number {
  return Math.ceil(estimate(expr, shapes).cost);
}

function estimate(expr: Expr, shapes: Shapes): Estimate {
  switch (expr.kind) {
    case 'const':
      return { cost: 0, shape: typeof expr.value === 'string' ? { size: expr.value.length } : SCALAR };
    case 'ident':
      return { cost: 1, shape: shapes(expr.name) ?? UNKNOWN };
    case 'select': {
      const { cost, shape } = estimate(expr.operand, shapes);
      return { cost: cost + 1, shape: shape.field?.(expr.field) ?? shape.element ?? UNKNOWN };
    }
    case 'has':
      return { cost: estimate(expr.operand, shapes).cost + 1, shape: SCALAR };
    case 'call': {
      const args = expr.args.map((arg) => estimate(arg, shapes));
      const all = expr.target === undefined ? args : [estimate(expr.target, shapes), ...args];
      return callEstimate(expr.name, all);
    }
    case 'list': {
      const items = expr.items.map(({ value }) => estimate(value, shapes));
      return { cost: 10 + total(items), shape: { size: items.length, element: widest(items) } };
    }
    case 'map': {
      const parts = expr.entries.flatMap(({ key, value }) => [estimate(key, shapes), estimate(value, shapes)]);
      return { cost: 30 + total(parts), shape: { size: expr.entries.length, element: widest(parts) } };
    }
    case 'fold':
      return foldEstimate(expr, shapes);
    case 'bind': {
      const bound = estimate(expr.value, shapes);
      const body = estimate(expr.body, (name) => (name === expr.name ? bound.shape : shapes(name)));
      return { cost: bound.cost + body.cost, shape: body.shape };
    }
    case 'optMap': {
      const operand = estimate(expr.operand, shapes);
      const body = estimate(expr.body, (name) => (name === expr.name ? operand.shape : shapes(name)));
      return { cost: operand.cost + body.cost, shape: body.shape };
    }
  }
}

const total = (parts: readonly Estimate[]): number => parts.reduce((sum, { cost }) => sum + cost, 0);

function widest(parts: readonly Estimate[]): Shape | undefined {
  let found: Shape | undefined;
  for (const { shape } of parts) if (found === undefined || shape.size > found.size) found = shape;
  return found;
}

/** Calls whose result is as large as what they are given; of others it is a scalar. */
const GROWING = new Set([
  '_+_',
  'replace',
  'split',
  'join',
  'findAll',
  'format',
  'lowerAscii',
  'upperAscii',
  'substring',
  'trim',
  'reverse',
  'dyn',
  'string',
  'flatten',
]);
/** Calls that walk through a text. */
const WALKING = new Set([
  'contains',
  'startsWith',
  'endsWith',
  'indexOf',
  'lastIndexOf',
  'replace',
  'split',
  'join',
  'lowerAscii',
  'upperAscii',
  'substring',
  'trim',
  'reverse',
  'format',
  'quantity',
  'url',
  'ip',
  'cidr',
  'isURL',
  'isIP',
  'isCIDR',
  'validate',
]);
/** Calls that read every element. */
const COUNTING = new Set(['isSorted', 'sum', 'min', 'max', 'sets.contains', 'sets.intersects', 'sets.equivalent']);
const COMPARING = new Set(['_==_', '_!=_', '_<_', '_<=_', '_>_', '_>=_']);

function callEstimate(name: string, args: readonly Estimate[]): Estimate {
  const cost = total(args) + 1;
  const [first = UNKNOWN, second = SCALAR, third = SCALAR] = args.map(({ shape }) => shape);
  if (name === '_?_:_') return { cost, shape: second.size > third.size ? second : third };
  if (name === '_[_]' || name === '_[?_]') return { cost, shape: first.element ?? first.field?.('') ?? UNKNOWN };
  if (name === 'orValue' || name === 'value' || name === 'or') return { cost, shape: first };
  if (COMPARING.has(name)) {
    return { cost: cost + Math.min(first.size, second.size) * PER_CHARACTER, shape: SCALAR };
  }
  if (name === '@in') return { cost: cost + second.size, shape: SCALAR };
  if (name === 'matches' || name === 'find' || name === 'findAll') {
    const walked = first.size * PER_CHARACTER * Math.max(1, second.size * PER_PATTERN_CHARACTER);
    return { cost: cost + walked, shape: name === 'matches' ? SCALAR : first };
  }
  if (COUNTING.has(name)) return { cost: cost + first.size * Math.max(1, second.size), shape: first.element ?? SCALAR };
  const walked =
    WALKING.has(name) || name === '_+_' ? (first.size + (name === '_+_' ? second.size : 0)) * PER_CHARACTER : 0;
  if (!GROWING.has(name)) return { cost: cost + walked, shape: SCALAR };
  const size = name === '_+_' ? first.size + second.size : first.size;
  return { cost: cost + walked, shape: { ...first, size } };
}

/** What a step itself costs, besides its body. */
const STEP = 4;

function foldEstimate(expr: Fold, shapes: Shapes): Estimate {
  const range = estimate(expr.range, shapes);
  const { size } = range.shape;
  const element = range.shape.element ?? (range.shape === UNKNOWN ? UNKNOWN : SCALAR);
  const inner: Shapes = (name) => {
    if (name === expr.first) return expr.second === undefined ? element : SCALAR;
    return name === expr.second ? element : shapes(name);
  };
  const body = estimate(expr.body, inner);
  const filter = expr.filter === undefined ? 0 : estimate(expr.filter, inner).cost;
  const isQuantifier = expr.name === 'all' || expr.name === 'exists' || expr.name === 'existsOne';
  const cost = range.cost + size * (body.cost + filter + STEP + (isQuantifier ? 0 : 10));
  if (isQuantifier) return { cost, shape: SCALAR };
  return { cost, shape: { size, element: expr.name === 'filter' ? element : body.shape } };
}
