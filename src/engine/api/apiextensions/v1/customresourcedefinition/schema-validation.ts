/** What makes a schema structural, and which parts of OpenAPI it may use (apiextensions/apiserver/schema/validation.go). */
import {
  type FieldError,
  forbiddenField,
  invalidValue,
  isJsonObject,
  notSupported,
  required,
} from '../../../../meta/index.ts';
import type { JSONSchemaProps } from '../../../generated/types.ts';

type Schema = JSONSchemaProps;

/** Deeper schemas are refused rather than walked. */
const maxDepth = 100;

/** Errors of a version's schema. */
export function validateSchema(schema: Schema, path: string, errors: FieldError[]): void {
  openApiErrors(schema, path, errors, 0);
  if (errors.length > 0) return;
  if (!schema.type) errors.push(required(`${path}.type`, 'must not be empty at the root'));
  else if (schema.type !== 'object')
    errors.push(invalidValue(`${path}.type`, schema.type, 'must be object at the root'));
  if (schema['x-kubernetes-embedded-resource'] === true || schema.nullable === true) {
    if (schema.nullable === true)
      errors.push(forbiddenField(`${path}.nullable`, 'nullable cannot be true at the root'));
  }
  structuralErrors(schema, path, errors, 'root');
}

/** Parts of JSON schema that a CRD may never use. */
function openApiErrors(schema: Schema, path: string, errors: FieldError[], depth: number): void {
  if (depth > maxDepth) return void errors.push(invalidValue(path, '', 'schema nests too deeply'));
  const banned = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'] as const;
  if (schema.uniqueItems === true) {
    const detail = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbiddenField(`${path}.uniqueItems`, detail));
  }
  for (const field of banned) {
    if (schema[field] !== undefined) errors.push(forbiddenField(`${path}.${field}`, `${field} is not supported`));
  }
  if (schema.type === 'null')
    errors.push(forbiddenField(`${path}.type`, 'type cannot be set to null, use nullable as an alternative'));
  else if (schema.type && !['string', 'number', 'integer', 'boolean', 'array', 'object'].includes(schema.type)) {
    errors.push(
      notSupported(`${path}.type`, schema.type, ['array', 'boolean', 'integer', 'number', 'object', 'string']),
    );
  }
  if (Array.isArray(schema.items))
    errors.push(forbiddenField(`${path}.items`, 'items must be a schema object and not an array'));
  if (
    schema.additionalProperties !== undefined &&
    Object.keys(schema.properties ?? {}).length > 0 &&
    schema.additionalProperties !== true
  ) {
    errors.push(
      forbiddenField(`${path}.additionalProperties`, 'additionalProperties and properties are mutual exclusive'),
    );
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    errors.push(invalidValue(`${path}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined'));
  }
  listTypeErrors(schema, path, errors);
  for (const [child, at] of children(schema, path)) openApiErrors(child, at, errors, depth + 1);
  for (const [child, at] of alternatives(schema, path)) openApiErrors(child, at, errors, depth + 1);
}

function listTypeErrors(schema: Schema, path: string, errors: FieldError[]): void {
  const listType = schema['x-kubernetes-list-type'];
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const mapType = schema['x-kubernetes-map-type'];
  if (listType !== undefined && schema.type !== 'array') {
    errors.push(
      schema.type
        ? invalidValue(`${path}.type`, schema.type, 'must be array if x-kubernetes-list-type is specified')
        : required(`${path}.type`, 'must be array if x-kubernetes-list-type is specified'),
    );
  }
  if (listType !== undefined && !['atomic', 'set', 'map'].includes(listType)) {
    errors.push(notSupported(`${path}.x-kubernetes-list-type`, listType, ['atomic', 'set', 'map']));
  }
  if (keys.length > 0 && listType !== 'map') {
    errors.push(
      listType === undefined
        ? required(`${path}.x-kubernetes-list-type`, 'must be map if x-kubernetes-list-map-keys is non-empty')
        : invalidValue(
            `${path}.x-kubernetes-list-type`,
            listType,
            'must be map if x-kubernetes-list-map-keys is non-empty',
          ),
    );
  }
  if (mapType !== undefined && schema.type !== 'object') {
    errors.push(
      invalidValue(`${path}.type`, schema.type ?? '', 'must be object if x-kubernetes-map-type is specified'),
    );
  }
  if (mapType !== undefined && mapType !== 'atomic' && mapType !== 'granular') {
    errors.push(notSupported(`${path}.x-kubernetes-map-type`, mapType, ['atomic', 'granular']));
  }
  if (listType !== 'map') return;
  const items = isJsonObject(schema.items) ? (schema.items as Schema) : undefined;
  if (keys.length === 0) {
    errors.push(required(`${path}.x-kubernetes-list-map-keys`, 'must not be empty if x-kubernetes-list-type is map'));
  }
  if (items === undefined)
    errors.push(required(`${path}.items`, 'must have a schema if x-kubernetes-list-type is map'));
  keys.forEach((key, index) => {
    const field = items?.properties?.[key];
    const at = `${path}.x-kubernetes-list-map-keys[${index}]`;
    if (items !== undefined && field === undefined) {
      errors.push(invalidValue(at, key, 'entries must all be names of item properties'));
    } else if (field !== undefined && field.default === undefined && !(items?.required ?? []).includes(key)) {
      const detail = `this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property`;
      errors.push(required(`${path}.items.properties[${key}].default`, detail));
    }
  });
}

type Level = 'root' | 'field' | 'item';

function structuralErrors(schema: Schema, path: string, errors: FieldError[], level: Level): void {
  const intOrString = schema['x-kubernetes-int-or-string'] === true;
  const preserves = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  if (!schema.type && !intOrString && !preserves && level !== 'root') {
    const detail = `must not be empty for specified ${level === 'item' ? 'array items' : 'object fields'}`;
    errors.push(required(`${path}.type`, detail));
  }
  if (intOrString && schema.type) {
    errors.push(invalidValue(`${path}.type`, schema.type, 'must be empty if x-kubernetes-int-or-string is true'));
  }
  if (embedded && schema.type !== 'object') {
    const detail = 'must be object if x-kubernetes-embedded-resource is true';
    errors.push(schema.type ? invalidValue(`${path}.type`, schema.type, detail) : required(`${path}.type`, detail));
  }
  if (embedded && !preserves && Object.keys(schema.properties ?? {}).length === 0) {
    const detail =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    errors.push(required(`${path}.properties`, detail));
  }
  if (schema.type === 'array' && !isJsonObject(schema.items)) {
    errors.push(required(`${path}.items`, 'must be specified'));
  }
  if (level === 'root') metadataErrors(schema, path, errors);
  for (const [child, at] of children(schema, path)) {
    structuralErrors(child, at, errors, at === `${path}.items` ? 'item' : 'field');
  }
  for (const [child, at] of alternatives(schema, path)) nestedErrors(child, schema, at, errors, intOrString);
}

/** Of the metadata at the root a schema may constrain name and generateName only. */
function metadataErrors(schema: Schema, path: string, errors: FieldError[]): void {
  const metadata = schema.properties?.['metadata'];
  if (metadata === undefined) return;
  const others = Object.keys(metadata.properties ?? {}).filter((name) => name !== 'name' && name !== 'generateName');
  if (others.length > 0 || metadata.additionalProperties !== undefined) {
    const detail = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
    errors.push(forbiddenField(`${path}.properties[metadata]`, detail));
  }
}

/** Inside anyOf, allOf, oneOf and not: only constraints, and only of fields that are known outside. */
function nestedErrors(
  schema: Schema,
  outer: Schema | undefined,
  path: string,
  errors: FieldError[],
  intOrString: boolean,
): void {
  const forbidden = ['type', 'additionalProperties', 'default', 'nullable', 'description', 'title'] as const;
  for (const field of forbidden) {
    if (schema[field] === undefined || (intOrString && field === 'type')) continue;
    errors.push(forbiddenField(`${path}.${field}`, 'must be empty to be structural'));
  }
  for (const field of [
    'x-kubernetes-preserve-unknown-fields',
    'x-kubernetes-embedded-resource',
    'x-kubernetes-int-or-string',
  ] as const) {
    if (schema[field] === true) errors.push(forbiddenField(`${path}.${field}`, 'must be false to be structural'));
  }
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    const known = outer?.properties?.[name];
    if (known === undefined && outer !== undefined && outer['x-kubernetes-preserve-unknown-fields'] !== true) {
      errors.push(required(outerPath(path, name), `because it is defined in ${path}.properties[${name}]`));
    }
    nestedErrors(child, known, `${path}.properties[${name}]`, errors, known?.['x-kubernetes-int-or-string'] === true);
  }
  for (const [child, at] of alternatives(schema, path)) nestedErrors(child, outer, at, errors, intOrString);
}

/** Where a field would have to be specified: the path without the alternative it was found in. */
function outerPath(path: string, name: string): string {
  return `${path.replace(/\.(?:anyOf|oneOf|allOf)\[\d+\].*$|\.not.*$/, '')}.properties[${name}]`;
}

/** Schemas of what is below, with their paths. */
export function children(schema: Schema, path: string): readonly (readonly [Schema, string])[] {
  const found: (readonly [Schema, string])[] = [];
  for (const [name, child] of Object.entries(schema.properties ?? {}))
    found.push([child, `${path}.properties[${name}]`]);
  if (isJsonObject(schema.items)) found.push([schema.items as Schema, `${path}.items`]);
  if (isJsonObject(schema.additionalProperties)) {
    found.push([schema.additionalProperties as Schema, `${path}.additionalProperties`]);
  }
  return found;
}

/** Schemas that constrain the same value. */
export function alternatives(schema: Schema, path: string): readonly (readonly [Schema, string])[] {
  const of = (name: 'allOf' | 'anyOf' | 'oneOf') =>
    (schema[name] ?? []).map((child, index) => [child, `${path}.${name}[${index}]`] as const);
  const not = schema.not === undefined ? [] : ([[schema.not, `${path}.not`]] as const);
  return [...of('allOf'), ...of('anyOf'), ...of('oneOf'), ...not];
}
