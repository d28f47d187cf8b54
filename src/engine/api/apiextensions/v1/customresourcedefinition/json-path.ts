/** The JSONPath of printer columns: `.spec.replicas`, `.status.conditions[?(@.type=="Ready")].status`, `.items[*].name`. */
import { isJsonObject, type Json } from '../../../../meta/index.ts';

type Step =
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'index'; readonly index: number }
  | { readonly type: 'all' }
  | { readonly type: 'deep'; readonly name: string }
  | { readonly type: 'filter'; readonly path: readonly Step[]; readonly operator: string; readonly value: Json };

export type JsonPath = readonly Step[];

const STEP =
  /^(?:\.\.([A-Za-z_][\w-]*)|\.((?:\\.|[^.[\]\\])+)|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]|\[(-?\d+)\]|(\[\*\]|\.\*)|\[\?\(\s*@((?:\.[A-Za-z_][\w-]*)+)\s*(?:(==|!=|<=|>=|<|>)\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|-?\d+(?:\.\d+)?|true|false)\s*)?\)\])/;

/** The steps of a path; `error` for one that can't be read. */
export function parseJsonPath(path: string): { readonly steps: JsonPath } | { readonly error: string } {
  const steps: Step[] = [];
  let rest = path.startsWith('$') ? path.slice(1) : path;
  if (rest === '.') return { steps };
  while (rest !== '') {
    const match = STEP.exec(rest);
    if (match === null)
      return { error: `is an invalid path: unrecognized character in path at ${JSON.stringify(rest)}` };
    steps.push(stepOf(match));
    rest = rest.slice(match[0].length);
  }
  return { steps };
}

function stepOf(match: RegExpExecArray): Step {
  const [, deep, dotted, single, double, index, , filter, operator = '', operand = 'null'] = match;
  if (deep !== undefined) return { type: 'deep', name: deep };
  if (dotted === '*') return { type: 'all' };
  const name = dotted ?? single ?? double;
  if (name !== undefined) return { type: 'field', name: name.replace(/\\(.)/g, '$1') };
  if (index !== undefined) return { type: 'index', index: Number(index) };
  if (filter === undefined) return { type: 'all' };
  const path = filter
    .slice(1)
    .split('.')
    .map((part) => ({ type: 'field', name: part }) as const);
  return { type: 'filter', path, operator, value: literal(operand) };
}

function literal(text: string): Json {
  if (/^["']/.test(text)) return text.slice(1, -1).replace(/\\(.)/g, '$1');
  return text === 'true' || text === 'false' ? text === 'true' : Number(text);
}

/** All values at a path, in order. */
export function valuesAt(value: Json, steps: JsonPath): readonly Json[] {
  let found: readonly Json[] = [value];
  for (const step of steps) found = found.flatMap((each) => [...stepInto(each, step)]);
  return found;
}

function stepInto(value: Json, step: Step): readonly Json[] {
  switch (step.type) {
    case 'field': {
      const next = isJsonObject(value) && Object.hasOwn(value, step.name) ? value[step.name] : undefined;
      return next === undefined ? [] : [next];
    }
    case 'index': {
      const next: Json | undefined = Array.isArray(value) ? value.at(step.index) : undefined;
      return next === undefined ? [] : [next];
    }
    case 'all':
      return children(value);
    case 'deep':
      return descend(value, step.name);
    case 'filter':
      return children(value).filter((each) => {
        const found = valuesAt(each, step.path);
        return step.operator === '' ? found.length > 0 : found.some((left) => holds(left, step.operator, step.value));
      });
  }
}

function children(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value).filter((each) => each !== undefined) : [];
}

function descend(value: Json, name: string): readonly Json[] {
  return [...stepInto(value, { type: 'field', name }), ...children(value).flatMap((each) => descend(each, name))];
}

function holds(left: Json, operator: string, right: Json): boolean {
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  if (typeof left !== 'number' || typeof right !== 'number') return false;
  if (operator === '<') return left < right;
  if (operator === '<=') return left <= right;
  return operator === '>' ? left > right : left >= right;
}
