/** Which parts of OpenAPI a schema may use, and what is right of lists and maps (apiextensions/validation/validation.go). */
import {
  type FieldError,
  forbiddenField,
  invalidValue,
  isJsonObject,
  notSupported,
  required,
  shownList,
} from '../../../meta/index.ts';
import type { JSONSchemaProps } from '../../../api/generated/types.ts';
import { alternatives, children } from './schema-parts.ts';

type Schema = JSONSchemaProps;

/** Deeper schemas are refused rather than walked. */
const maxDepth = 100;

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const banned = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'] as const;
const metaFields = ['metadata', 'kind', 'apiVersion'];

interface Where {
  readonly isRoot: boolean;
  /** Within metadata, of the whole or of an object in it. */
  readonly isMeta: boolean;
  /** Why there may be no default; undefined: there may be one. */
  readonly noDefault: string | undefined;
  readonly depth: number;
}

/** Errors of a schema and of all that are in it. */
export function validateOpenApi(schema: Schema, path: string, errors: FieldError[]): void {
  walk(schema, path, { isRoot: true, isMeta: false, noDefault: undefined, depth: 0 }, errors);
}

function walk(schema: Schema, path: string, where: Where, errors: FieldError[]): void {
  const { isRoot, depth } = where;
  if (depth > maxDepth) return void errors.push(invalidValue(path, '', 'schema nests too deeply'));
  partErrors(schema, path, where, errors);
  const inner: Where = { ...where, isRoot: false, depth: depth + 1 };
  for (const [child, at, name] of children(schema, path)) {
    const isMeta = (isRoot || schema['x-kubernetes-embedded-resource'] === true) && metaFields.includes(name ?? '');
    const noDefault = isMeta && isRoot ? `in top-level ${name}` : mapDefault(where, at, path);
    walk(child, at, { ...inner, isMeta: where.isMeta || isMeta, noDefault }, errors);
  }
  for (const [child, at] of alternatives(schema, path)) walk(child, at, inner, errors);
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    errors.push(invalidValue(`${path}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined'));
  }
  mapTypeErrors(schema, path, errors);
  listTypeErrors(schema, path, errors);
}

/** Of values below keys of metadata it isn't known where they are. */
function mapDefault({ isMeta, noDefault }: Where, at: string, path: string): string | undefined {
  return isMeta && at === `${path}.additionalProperties` ? 'inside additionalProperties applying to object metadata' : noDefault;
}

function partErrors(schema: Schema, path: string, { isMeta, noDefault }: Where, errors: FieldError[]): void {
  const forbid = (part: string, why = `${part} is not supported`): void => {
    errors.push(forbiddenField(`${path}.${part}`, why));
  };
  if (schema.type && !types.includes(schema.type)) errors.push(notSupported(`${path}.type`, schema.type, types));
  if (schema.default !== undefined && noDefault !== undefined) forbid('default', `must not be set ${noDefault}`);
  for (const part of banned) if (schema[part] !== undefined) forbid(part);
  if (schema.type === 'null') forbid('type', 'type cannot be set to null, use nullable as an alternative');
  if (Array.isArray(schema.items)) forbid('items', 'items must be a schema object and not an array');
  if (isMeta && schema['x-kubernetes-embedded-resource'] === true) {
    forbid('x-kubernetes-embedded-resource', 'must not be used inside of resource meta');
  }
  if (schema.uniqueItems === true) forbid('uniqueItems', 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic');
  const { additionalProperties: additional, properties = {} } = schema;
  if (additional !== undefined && additional !== true && Object.keys(properties).length > 0) {
    forbid('additionalProperties', 'additionalProperties and properties are mutual exclusive');
  }
}

/** What has no type lacks it; another type is wrong. */
function typeError(type: string | undefined, path: string, detail: string): FieldError {
  return type ? invalidValue(path, type, detail) : required(path, detail);
}

function mapTypeErrors(schema: Schema, path: string, errors: FieldError[]): void {
  const mapType = schema['x-kubernetes-map-type'];
  if (mapType === undefined) return;
  if (schema.type !== 'object') {
    errors.push(typeError(schema.type, `${path}.type`, 'must be object if x-kubernetes-map-type is specified'));
  }
  if (mapType !== 'atomic' && mapType !== 'granular') {
    errors.push(notSupported(`${path}.x-kubernetes-map-type`, mapType, ['atomic', 'granular']));
  }
}

function listTypeErrors(schema: Schema, path: string, errors: FieldError[]): void {
  const listType = schema['x-kubernetes-list-type'];
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const items = isJsonObject(schema.items) ? (schema.items as Schema) : undefined;
  const at = `${path}.x-kubernetes-list-type`;
  if (listType !== undefined && schema.type !== 'array') {
    errors.push(typeError(schema.type, `${path}.type`, 'must be array if x-kubernetes-list-type is specified'));
  } else if (listType === 'set' && items !== undefined) setErrors(items, `${path}.items`, errors);
  if (listType !== undefined && !['atomic', 'set', 'map'].includes(listType)) {
    errors.push(notSupported(at, listType, ['atomic', 'set', 'map']));
  }
  if (keys.length > 0 && listType !== 'map') {
    errors.push(typeError(listType, at, 'must be map if x-kubernetes-list-map-keys is non-empty'));
  }
  if (listType === 'map') mapErrors(schema, items, keys, path, errors);
  if (items === undefined || (listType !== 'set' && listType !== 'map')) return;
  if (items.nullable === true) {
    errors.push(forbiddenField(`${path}.items.nullable`, `cannot be nullable when x-kubernetes-list-type is ${listType}`));
  }
  if (listType === 'map') keyErrors(items, keys, `${path}.items`, errors);
}

/** What is in a set is compared as a whole. Upstream shows the type of a list where that of a map is wrong. */
function setErrors(items: Schema, path: string, errors: FieldError[]): void {
  const detail = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const listType = items['x-kubernetes-list-type'];
  if (items.type === 'array' && (listType ?? 'atomic') !== 'atomic') {
    errors.push(invalidValue(`${path}.x-kubernetes-list-type`, listType ?? null, detail));
  }
  if (items.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
    errors.push(invalidValue(`${path}.x-kubernetes-map-type`, listType ?? null, detail));
  }
}

function mapErrors(schema: Schema, items: Schema | undefined, keys: readonly string[], path: string, errors: FieldError[]): void {
  const at = `${path}.x-kubernetes-list-map-keys`;
  if (keys.length === 0) errors.push(required(at, 'must not be empty if x-kubernetes-list-type is map'));
  if (schema.items === undefined) errors.push(required(`${path}.items`, 'must have a schema if x-kubernetes-list-type is map'));
  else if (items === undefined) {
    errors.push(invalidValue(`${path}.items`, schema.items, 'must only have a single schema if x-kubernetes-list-type is map'));
  } else if (items.type !== 'object') {
    const detail = "must be object if parent array's x-kubernetes-list-type is map";
    errors.push(invalidValue(`${path}.items.type`, items.type ?? '', detail));
  }
  if (items?.type !== 'object') return;
  const wrong = (detail: string): void => {
    errors.push({ ...invalidValue(at, null, detail), shown: shownList(keys) });
  };
  keys.forEach((key, index) => {
    const type = items.properties?.[key]?.type;
    if (items.properties?.[key] === undefined) wrong('entries must all be names of item properties');
    else if (type === 'array' || type === 'object') {
      const detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      errors.push(invalidValue(`${path}.items.properties[${key}].type`, 'object', detail));
    }
    if (keys.indexOf(key) < index) wrong('must not contain duplicate entries');
  });
}

function keyErrors(items: Schema, keys: readonly string[], path: string, errors: FieldError[]): void {
  const words = 'this property is in x-kubernetes-list-map-keys, so it';
  for (const key of keys) {
    const field = items.properties?.[key];
    if (field === undefined) continue;
    if (field.default === undefined && !items.required?.includes(key)) {
      errors.push(required(`${path}.properties[${key}].default`, `${words} must have a default or be a required property`));
    }
    if (field.nullable === true) errors.push(forbiddenField(`${path}.properties[${key}].nullable`, `${words} cannot be nullable`));
  }
}
