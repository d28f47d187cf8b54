/**
 * Whether a value is what its schema says. The words are those of upstream's OpenAPI validator (kube-openapi pkg/validation). What an
 * update leaves as it was isn't checked again, so that a schema can become stricter while old objects stay usable (ratcheting).
 */
import { deepEqual, type FieldError, isJsonObject, type Json, type JsonObject } from '../../meta/index.ts';
import { compileRegexp } from '../../meta/regexp/index.ts';
import { hasFormat } from './formats.ts';
import { additionalOf, isEmbedded, itemsOf, propertyOf, type Schema } from './schema.ts';
import { alternativeErrors } from './validate-alternatives.ts';

/** Errors of a value; `old` is what stood in its place. `path` is '' at the root. */
export function validateValue(
  value: Json,
  schema: Schema,
  path: string,
  old: Json | undefined,
  errors: FieldError[],
): void {
  if (old !== undefined && deepEqual(value, old)) return;
  if (value === null && schema.nullable === true) return;
  checkType(value, schema, path, errors);
  alternativeErrors(schema, path, (other) => errorsOf(value, other, path), errors);
  if (typeof value === 'string') checkText(value, schema, path, errors);
  if (typeof value === 'number') checkNumber(value, schema, path, errors);
  if (Array.isArray(value)) checkList(value, schema, path, old, errors);
  checkEnum(value, schema, path, errors);
  if (isJsonObject(value)) checkObject(value, schema, path, old, errors);
}

function errorsOf(value: Json, schema: Schema, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  validateValue(value, schema, path, undefined, errors);
  return errors;
}

/** An error of a value, worded with its path. */
function wrong(path: string, value: Json, words: string): FieldError {
  return { type: 'Invalid', field: fieldName(path), value, detail: `${path} in body ${words}` };
}

/** Upstream's path of the root is no path. */
export const fieldName = (path: string): string => (path === '' ? '<nil>' : path);

/** As messages name the type of a value. */
export function typeOfValue(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function checkType(value: Json, schema: Schema, path: string, errors: FieldError[]): void {
  const intOrString = schema['x-kubernetes-int-or-string'] === true;
  const wanted = intOrString ? 'integer,string' : schema.type;
  if (!wanted) return;
  const actual = typeOfValue(value);
  const fits = wanted === actual || (wanted === 'number' && actual === 'integer') || wanted.split(',').includes(actual);
  if (fits) return;
  const detail = `${path} in body must be of type ${wanted}: ${JSON.stringify(actual)}`;
  errors.push({ type: 'TypeInvalid', field: fieldName(path), value: actual, detail });
}

function checkText(value: string, schema: Schema, path: string, errors: FieldError[]): void {
  const { maxLength, minLength, pattern, format } = schema;
  const length = maxLength === undefined && minLength === undefined ? 0 : [...value].length;
  if (maxLength !== undefined && length > maxLength) {
    errors.push({ type: 'TooLong', field: fieldName(path), value, detail: `may not be more than ${maxLength} bytes` });
  }
  if (minLength !== undefined && length < minLength) {
    errors.push(wrong(path, value, `should be at least ${minLength} chars long`));
  }
  if (pattern !== undefined && pattern !== '') {
    const compiled = compileRegexp(pattern);
    if ('error' in compiled || !compiled.test(value)) errors.push(wrong(path, value, `should match '${pattern}'`));
  }
  if (format !== undefined && !hasFormat(format, value)) {
    errors.push({ ...wrong(path, value, `must be of type ${format}: ${JSON.stringify(value)}`), type: 'TypeInvalid' });
  }
}

function checkNumber(value: number, schema: Schema, path: string, errors: FieldError[]): void {
  const { maximum, minimum, multipleOf, exclusiveMaximum, exclusiveMinimum } = schema;
  if (multipleOf !== undefined && multipleOf > 0 && !isMultiple(value, multipleOf)) {
    errors.push(wrong(path, value, `should be a multiple of ${multipleOf}`));
  }
  if (maximum !== undefined && (exclusiveMaximum === true ? value >= maximum : value > maximum)) {
    errors.push(wrong(path, value, `should be less than ${exclusiveMaximum === true ? '' : 'or equal to '}${maximum}`));
  }
  if (minimum !== undefined && (exclusiveMinimum === true ? value <= minimum : value < minimum)) {
    const words = `should be greater than ${exclusiveMinimum === true ? '' : 'or equal to '}${minimum}`;
    errors.push(wrong(path, value, words));
  }
}

function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  return Math.abs(times - Math.round(times)) < 1e-9;
}

function checkEnum(value: Json, { enum: values }: Schema, path: string, errors: FieldError[]): void {
  if (values === undefined || values.some((each) => deepEqual(each, value))) return;
  const shown = values.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  const detail = `supported values: ${shown.map((each) => JSON.stringify(each)).join(', ')}`;
  errors.push({ type: 'NotSupported', field: fieldName(path), value, detail });
}

function checkList(
  list: readonly Json[],
  schema: Schema,
  path: string,
  old: Json | undefined,
  errors: FieldError[],
): void {
  const items = itemsOf(schema);
  const before = oldElements(old, schema);
  if (items !== undefined) {
    list.forEach((each, index) => validateValue(each, items, `${path}[${index}]`, before(each), errors));
  }
  if (schema.maxItems !== undefined && list.length > schema.maxItems) {
    const detail = `must have at most ${schema.maxItems} item${schema.maxItems === 1 ? '' : 's'}`;
    errors.push({ type: 'TooMany', field: fieldName(path), value: list.length, detail });
  }
  if (schema.minItems !== undefined && list.length < schema.minItems) {
    errors.push(wrong(path, list.length, `should have at least ${schema.minItems} items`));
  }
  duplicates(list, schema, path, errors);
}

/** Elements of lists that are maps are told apart by their keys; of other lists nothing is known. */
export function oldElements(old: Json | undefined, schema: Schema): (element: Json) => Json | undefined {
  if (!Array.isArray(old) || schema['x-kubernetes-list-type'] !== 'map') return () => undefined;
  const byKey = new Map((old as readonly Json[]).map((each) => [keyOf(each, schema), each]));
  return (element) => byKey.get(keyOf(element, schema));
}

function keyOf(element: Json, schema: Schema): string {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const items = itemsOf(schema);
  return JSON.stringify(
    keys.map((key) => (isJsonObject(element) ? (element[key] ?? items?.properties?.[key]?.default ?? null) : null)),
  );
}

function duplicates(list: readonly Json[], schema: Schema, path: string, errors: FieldError[]): void {
  const type = schema['x-kubernetes-list-type'];
  if (type !== 'map' && type !== 'set') return;
  const seen = new Set<string>();
  list.forEach((each, index) => {
    const key = type === 'map' ? keyOf(each, schema) : JSON.stringify(each);
    if (seen.has(key)) {
      errors.push({
        type: 'Duplicate',
        field: `${path}[${index}]`,
        value: type === 'map' ? keyFields(each, schema) : each,
        detail: '',
      });
    }
    seen.add(key);
  });
}

function keyFields(element: Json, schema: Schema): Json {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (!isJsonObject(element)) return element;
  return Object.fromEntries(keys.flatMap((key) => (element[key] === undefined ? [] : [[key, element[key] ?? null]])));
}

function checkObject(
  object: JsonObject,
  schema: Schema,
  path: string,
  old: Json | undefined,
  errors: FieldError[],
): void {
  const before = isJsonObject(old) ? old : {};
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const count = Object.keys(object).length;
  if (schema.maxProperties !== undefined && count > schema.maxProperties) {
    errors.push({
      type: 'TooMany',
      field: fieldName(path),
      value: count,
      detail: `must have at most ${schema.maxProperties} items`,
    });
  }
  if (schema.minProperties !== undefined && count < schema.minProperties) {
    errors.push(wrong(path, count, `should have at least ${schema.minProperties} properties`));
  }
  for (const name of schema.required ?? []) {
    if (object[name] === undefined) errors.push({ type: 'Required', field: below(name), detail: '' });
  }
  if (isEmbedded(schema)) embeddedErrors(object, path, errors);
  const additional = additionalOf(schema);
  for (const name in object) {
    const value = object[name];
    const field = propertyOf(schema, name) ?? additional;
    if (value === undefined || field === undefined || (path === '' && name === 'metadata')) continue;
    validateValue(value, field, below(name), before[name], errors);
  }
}

function embeddedErrors(object: JsonObject, path: string, errors: FieldError[]): void {
  for (const name of ['apiVersion', 'kind']) {
    if (!object[name]) errors.push({ type: 'Required', field: `${path}.${name}`, detail: 'must not be empty' });
  }
}
