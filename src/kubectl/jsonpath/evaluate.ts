/** Evaluates JSONPath templates against JSON, printing as client-go does. */
import type { Json } from '../../engine/index.ts';
import { isList, isObject } from '../json.ts';
import { toCompactJson } from '../printers/json.ts';
import type { Node, Operand, Step } from './parse.ts';

/** Thrown where a template does not fit the data (client-go's message). */
export class JsonPathError extends Error {}

/** The template's text for this value. `allowMissing` makes absent fields print nothing. */
export function renderTemplate(
  nodes: readonly Node[],
  root: Json,
  allowMissing: boolean,
  print: PrintFound = printFound,
): string {
  return renderNodes(nodes, root, root, { allowMissing, print });
}

type PrintFound = (found: readonly Json[]) => string;

const printFound: PrintFound = (found) => found.map(printValue).join(' ');

interface Rendering {
  readonly allowMissing: boolean;
  readonly print: PrintFound;
}

function renderNodes(nodes: readonly Node[], root: Json, current: Json, rendering: Rendering): string {
  const { allowMissing, print } = rendering;
  let out = '';
  for (const node of nodes) {
    if (node.type === 'text') out += node.text;
    else if (node.type === 'path') {
      out += print(findAll(node.steps, root, current, allowMissing));
    } else {
      for (const item of findAll(node.over, root, current, allowMissing)) {
        out += renderNodes(node.body, root, item, rendering);
      }
    }
  }
  return out;
}

/** The values a path finds, in order. */
export function findAll(steps: readonly Step[], root: Json, current: Json, allowMissing: boolean): readonly Json[] {
  let values: readonly Json[] = [current];
  for (const step of steps) values = values.flatMap((value) => apply(step, value, root, allowMissing));
  return values;
}

/** A value as text: scalars as they are, the rest as compact JSON. */
export function printValue(value: Json): string {
  if (value === null) return '<nil>';
  return typeof value === 'object' ? toCompactJson(value) : String(value);
}

function apply(step: Step, value: Json, root: Json, allowMissing: boolean): readonly Json[] {
  switch (step.type) {
    case 'root':
      return [root];
    case 'current':
      return [value];
    case 'literal':
      return [step.value];
    case 'field':
      return field(value, step.name, allowMissing);
    case 'wildcard':
      return children(value);
    case 'recursive':
      return descend(value);
    case 'union':
      return step.paths.flatMap((path) => findAll(path, root, value, allowMissing));
    case 'index':
      return index(value, step.index, allowMissing);
    case 'slice':
      return slice(value, step);
    case 'filter':
      return children(value).filter((item) => passes(step, item, root));
  }
}

function field(value: Json, name: string, allowMissing: boolean): readonly Json[] {
  const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  if (found !== undefined) return [found];
  if (allowMissing || value === null) return [];
  throw new JsonPathError(`${name} is not found`);
}

function children(value: Json): readonly Json[] {
  if (isList(value)) return value;
  if (!isObject(value)) return [];
  return Object.keys(value)
    .sort()
    .map((key) => value[key] ?? null);
}

function descend(value: Json): readonly Json[] {
  const below = children(value).filter((child) => typeof child === 'object' && child !== null);
  return [value, ...below.flatMap(descend)];
}

function index(value: Json, at: number, allowMissing: boolean): readonly Json[] {
  if (!isList(value)) {
    if (allowMissing && value === null) return [];
    throw new JsonPathError(`${printValue(value)} is not array or slice`);
  }
  const found = value[at < 0 ? value.length + at : at];
  if (found === undefined) throw new JsonPathError(`array index out of bounds: index ${at}, length ${value.length}`);
  return [found];
}

function slice(
  value: Json,
  step: { readonly from?: number; readonly to?: number; readonly step?: number },
): readonly Json[] {
  if (!isList(value)) throw new JsonPathError(`${printValue(value)} is not array or slice`);
  const resolve = (at: number): number => (at < 0 ? value.length + at : at);
  const from = resolve(step.from ?? 0);
  const to = Math.min(resolve(step.to ?? value.length), value.length);
  const by = step.step ?? 1;
  if (by <= 0) throw new JsonPathError('step must be > 0');
  return value.filter((_, at) => at >= from && at < to && (at - from) % by === 0);
}

function passes(
  step: { readonly left: Operand; readonly operator: string; readonly right?: Operand },
  item: Json,
  root: Json,
): boolean {
  const left = findAll(step.left, root, item, true);
  if (step.operator === 'exists') return left.length > 0;
  const right = findAll(step.right ?? [], root, item, true);
  if (left.length === 0 || right.length === 0) return false;
  const [a = null, b = null] = [left[0], right[0]];
  const order = compare(a, b);
  switch (step.operator) {
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '>':
      return order > 0;
    case '<=':
      return order <= 0;
    default:
      return order >= 0;
  }
}

/** Numbers by value, everything else by its text. */
export function compare(a: Json, b: Json): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [printValue(a), printValue(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
