/** Rules that could cost too much are refused with the definition (apiextensions pkg/apis/apiextensions/validation, cel/model). */
import { type FieldError, forbiddenField } from '../../meta/index.ts';
import { estimateCost, largest, type Shape } from '../cel/estimate.ts';
import { escapeName } from './expression-types.ts';
import type { CompiledRule } from './rules.ts';
import { additionalOf, itemsOf, propertyOf, type Schema } from './schema.ts';

/** Of one rule, and of all rules of a definition. */
const RULE_LIMIT = 10_000_000;
const DEFINITION_LIMIT = 100_000_000;

const shapes = new WeakMap<Schema, Shape>();

/** How large a value of a schema can be. Where the schema has no limit, a request's size is one. */
export function shapeOf(schema: Schema): Shape {
  let shape = shapes.get(schema);
  if (shape === undefined) {
    shape = create(schema);
    shapes.set(schema, shape);
  }
  return shape;
}

function create(schema: Schema): Shape {
  if (schema['x-kubernetes-int-or-string'] === true) return { size: largest - 2 };
  switch (schema.type) {
    case 'string':
      return { size: textSize(schema) };
    case 'array': {
      const items = itemsOf(schema) ?? {};
      const size = schema.maxItems ?? Math.floor((largest - 2) / (leastSize(items) + 1));
      return { size, element: shapeOf(items) };
    }
    case 'object': {
      const additional = additionalOf(schema);
      if (additional !== undefined) {
        const size = schema.maxProperties ?? Math.floor((largest - 2) / (leastSize(additional) + 6));
        return { size, element: shapeOf(additional) };
      }
      return { size: Object.keys(schema.properties ?? {}).length, field: (escaped) => fieldShape(schema, escaped) };
    }
    default:
      return { size: 1 };
  }
}

function fieldShape(schema: Schema, escaped: string): Shape | undefined {
  const name = Object.keys(schema.properties ?? {}).find((each) => escapeName(each) === escaped);
  const field = name === undefined ? undefined : propertyOf(schema, name);
  // Of the metadata there are only names.
  return field === undefined ? { size: 253, field: () => ({ size: 253 }) } : shapeOf(field);
}

function textSize({ enum: values, format, maxLength }: Schema): number {
  if (values !== undefined) return Math.max(...values.map((each) => String(each).length));
  if (format === 'date') return 10;
  if (format === 'date-time' || format === 'duration') return 25;
  // A character takes up to four bytes.
  return maxLength === undefined ? largest - 2 : maxLength * 4;
}

/** The least a value takes when it is written down. */
function leastSize(schema: Schema): number {
  switch (schema.type) {
    case 'boolean':
      return 4;
    case 'string':
    case 'array':
      return 2;
    case 'object': {
      const needed = (schema.required ?? []).map((name) => name.length + 3 + leastSize(propertyOf(schema, name) ?? {}));
      return needed.reduce((sum, size) => sum + size + 1, 2);
    }
    default:
      return 1;
  }
}

/** Adds up what the rules of a definition may cost. */
export interface CostSheet {
  /** `times`: how often the rule runs for one object. */
  add(compiled: CompiledRule, schema: Schema, times: number, path: string): readonly FieldError[];
  /** What is wrong with all of them together. */
  errors(): readonly FieldError[];
}

/** The most rules that are named where all together cost too much. */
const mostNamed = 4;

/** `root`: the path of the whole schema. */
export function createCostSheet(root: string): CostSheet {
  const costs: { readonly path: string; readonly cost: number }[] = [];
  return {
    add({ program }, schema, times, path) {
      if ('error' in program) return [];
      const self = shapeOf(schema);
      const once = estimateCost(program.expr, (name) => (name === 'self' || name === 'oldSelf' ? self : undefined));
      const cost = once * Math.max(1, times);
      costs.push({ path: `${path}.rule`, cost });
      return cost > RULE_LIMIT ? [forbiddenField(`${path}.rule`, words('estimated rule cost', cost / RULE_LIMIT))] : [];
    },
    errors() {
      const sum = costs.reduce((all, { cost }) => all + cost, 0);
      if (sum <= DEFINITION_LIMIT) return [];
      const named = costs.sort((a, b) => b.cost - a.cost).slice(0, mostNamed);
      const total = words('x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema', sum / DEFINITION_LIMIT);
      const detail = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
      return [...named.map(({ path }) => forbiddenField(path, detail)), forbiddenField(root, total)];
    },
  };
}

function words(what: string, factor: number): string {
  const shown = factor > 100 ? 'more than 100x' : factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`;
  return `${what} exceeds budget by factor of ${shown} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}
