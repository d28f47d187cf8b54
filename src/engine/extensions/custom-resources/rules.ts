/** x-kubernetes-validations: what a schema's author demands in words of CEL (apiextensions pkg/apiserver/schema/cel/validation.go). */
import type { ValidationRule } from '../../api/index.ts';
import { deepEqual, type FieldError, isJsonObject, type Json } from '../../meta/index.ts';
import { compile, messageIn, optionalOf, type Program, type Type, tryRun, type Value } from '../cel/index.ts';
import { typeOf, valueBySchema } from './expression-types.ts';
import { additionalOf, isEmbedded, itemsOf, type Schema } from './schema.ts';
import { fieldName, oldElements } from './validate.ts';

export interface CompiledRule {
  readonly rule: ValidationRule;
  readonly program: Program | { readonly error: string };
  readonly message: Program | { readonly error: string } | undefined;
  readonly usesOldSelf: boolean;
}

/** What all rules of an object may cost together. */
const objectBudget = 10_000_000;

const compiled = new WeakMap<Schema, readonly CompiledRule[]>();
const withRules = new WeakMap<Schema, boolean>();

/** Whether there is a rule in a schema or below. */
export function hasRules(schema: Schema): boolean {
  let found = withRules.get(schema);
  if (found === undefined) {
    const below = [
      ...Object.values(schema.properties ?? {}),
      itemsOf(schema),
      additionalOf(schema),
      ...(schema.allOf ?? []),
    ];
    const own = (schema['x-kubernetes-validations'] ?? []).length > 0;
    found = own || below.some((each) => each !== undefined && hasRules(each));
    withRules.set(schema, found);
  }
  return found;
}

/** The rules of one schema, compiled. */
export function rulesOf(schema: Schema, isResource: boolean): readonly CompiledRule[] {
  let rules = compiled.get(schema);
  if (rules === undefined) {
    const self = typeOf(schema, isResource);
    rules = (schema['x-kubernetes-validations'] ?? []).map((rule) => compileRule(rule, self));
    compiled.set(schema, rules);
  }
  return rules;
}

function compileRule(rule: ValidationRule, self: Type | undefined): CompiledRule {
  if (self === undefined) {
    const error = 'rules may only be on schemas of a known type';
    return { rule, program: { error }, message: undefined, usesOldSelf: false };
  }
  const oldSelf = rule.optionalOldSelf === true ? optionalOf(self) : self;
  const variables = new Map([
    ['self', self],
    ['oldSelf', oldSelf],
  ]);
  const program = compileAs('bool', rule.rule, variables, ['compilation', 'cel expression must evaluate to a bool']);
  if ('error' in program) return { rule, program, message: undefined, usesOldSelf: false };
  const message = rule.messageExpression
    ? compileAs('string', rule.messageExpression, variables, ['messageExpression compilation', 'messageExpression must evaluate to a string'])
    : undefined;
  return { rule, program, message, usesOldSelf: program.uses('oldSelf') };
}

/** Compiled, where its value is of this type. `words`: what failed, and what is said of another type. */
function compileAs(
  kind: Type['kind'],
  source: string,
  variables: Parameters<typeof compile>[1],
  [step, detail]: readonly [string, string],
): Program | { readonly error: string } {
  const program = compile(source, variables);
  if ('error' in program) return { error: `${step} failed: ${program.error}` };
  return program.type.kind === kind ? program : { error: detail };
}

interface Run {
  budget: number;
  readonly errors: FieldError[];
  readonly warn: (text: string) => void;
}

/** Runs all rules of an object. Of what hasn't changed a broken rule is only warned of, unless it is about the change itself. */
export function validateRules(
  object: Json,
  schema: Schema,
  old: Json | undefined,
  warn: (text: string) => void,
): readonly FieldError[] {
  if (!hasRules(schema)) return [];
  const run: Run = { budget: objectBudget, errors: [], warn };
  walk({ value: object, schema, path: '', old, unchanged: false, isResource: true }, run);
  return run.errors;
}

interface Place {
  readonly value: Json;
  readonly schema: Schema;
  readonly path: string;
  readonly old: Json | undefined;
  /** What it is part of hasn't changed, where its own old value can't be told. */
  readonly unchanged: boolean;
  readonly isResource: boolean;
}

function walk(place: Place, run: Run): void {
  const { value, schema, path, old } = place;
  if (value === null || !hasRules(schema) || run.budget < 0) return;
  const unchanged = old === undefined ? place.unchanged : deepEqual(value, old);
  for (const rule of rulesOf(schema, place.isResource)) {
    if (run.budget < 0) return;
    runRule(rule, { ...place, unchanged }, run);
  }
  for (const each of schema.allOf ?? []) {
    if (hasRules(each)) walk({ ...place, schema: { ...schema, ...each, allOf: [] }, unchanged }, run);
  }
  const items = itemsOf(schema);
  if (Array.isArray(value) && items !== undefined) {
    const before = oldElements(old, schema);
    (value as readonly Json[]).forEach((each, index) => {
      const at = `${path}[${index}]`;
      walk({ value: each, schema: items, path: at, old: before(each), unchanged, isResource: isEmbedded(items) }, run);
    });
  }
  if (!isJsonObject(value)) return;
  const additional = additionalOf(schema);
  const before = isJsonObject(old) ? old : {};
  for (const name in value) {
    const part = value[name];
    const field = schema.properties?.[name] ?? additional;
    if (part === undefined || field === undefined) continue;
    const at = path === '' ? name : `${path}.${name}`;
    walk({ value: part, schema: field, path: at, old: before[name], unchanged, isResource: isEmbedded(field) }, run);
  }
}

function runRule({ rule, program, message, usesOldSelf }: CompiledRule, place: Place, run: Run): void {
  const { value, schema, path, old, isResource } = place;
  const type = schema.type ?? '';
  const invalid = (detail: string): FieldError => ({ type: 'Invalid', field: fieldName(path), value: type, detail });
  if ('error' in program) {
    run.errors.push(invalid(`rule compile error: ${program.error}`));
    return;
  }
  const isOptional = rule.optionalOldSelf === true;
  if (usesOldSelf && old === undefined && !isOptional) return;
  const self = valueBySchema(value, schema, isResource);
  const before: Value | undefined = old === undefined ? undefined : valueBySchema(old, schema, isResource);
  const oldSelf: Value | undefined = isOptional ? { kind: 'optional', value: before } : before;
  const activation = { get: (name: string) => (name === 'self' ? self : name === 'oldSelf' ? oldSelf : undefined) };
  const named = rule.message ? rule.message.trim() : rule.rule.trim();
  const result = tryRun(program, activation);
  if ('error' in result) {
    if (result.limit) {
      const words = `'${result.error}': no further validation rules will be run due to call cost exceeds limit for rule: ${named}`;
      run.budget = -1;
      run.errors.push(invalid(words));
    } else if (result.error.startsWith('no such overload')) {
      run.errors.push(
        invalid(
          `'${result.error}': call arguments did not match a supported operator, function or macro signature for rule: ${named}`,
        ),
      );
    } else run.errors.push(invalid(`${result.error} evaluating rule: ${named}`));
    return;
  }
  run.budget -= result.cost;
  if (run.budget < 0) {
    run.errors.push(
      invalid('validation failed due to running out of cost budget, no further validation rules will be run'),
    );
    return;
  }
  if (result.value === true) return;
  const detail =
    messageOf(message, activation) ?? (rule.message ? rule.message.trim() : `failed rule: ${rule.rule.trim()}`);
  const error = reasoned(rule, `${path}${rule.fieldPath ?? ''}`.replace(/^\./, ''), type, detail);
  if (!usesOldSelf && place.unchanged) run.warn(wordsOf(error));
  else run.errors.push(error);
}

function messageOf(
  message: CompiledRule['message'],
  activation: { get(name: string): Value | undefined },
): string | undefined {
  if (message === undefined || 'error' in message) return undefined;
  const result = tryRun(message, activation);
  return 'error' in result ? undefined : messageIn(result.value);
}

function reasoned(rule: ValidationRule, path: string, type: string, detail: string): FieldError {
  const field = fieldName(path);
  switch (rule.reason) {
    case 'FieldValueForbidden':
      return { type: 'Forbidden', field, detail };
    case 'FieldValueRequired':
      return { type: 'Required', field, detail };
    case 'FieldValueDuplicate':
      return { type: 'Duplicate', field, value: type, detail };
    default:
      return { type: 'Invalid', field, value: type, detail };
  }
}

const wordsOf = (error: FieldError): string =>
  `${error.field}: Invalid value: ${JSON.stringify(error.value ?? '')}: ${error.detail}`;
