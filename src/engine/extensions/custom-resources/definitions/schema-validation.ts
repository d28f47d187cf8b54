/** What makes a schema structural (apiextensions/apiserver/schema/{validation,complete,convert}.go). */
import {
  deepEqual,
  type FieldError,
  fieldErrorMessage,
  forbiddenField,
  invalidValue,
  isJsonObject,
  required,
} from '../../../meta/index.ts';
import type { JSONSchemaProps } from '../../../api/generated/types.ts';
import { validateOpenApi } from './open-api-validation.ts';
import { alternatives, children } from './schema-parts.ts';

type Schema = JSONSchemaProps;

/** Errors of a version's schema. */
export function validateSchema(schema: Schema, path: string, hasStatus: boolean, errors: FieldError[]): void {
  if (hasStatus) statusErrors(schema, path, errors);
  if (schema.nullable === true) errors.push(forbiddenField(`${path}.nullable`, 'nullable cannot be true at the root'));
  const openApi: FieldError[] = [];
  validateOpenApi(schema, path, openApi);
  if (openApi.some(({ detail }) => detail === 'schema nests too deeply')) return void errors.push(...openApi);
  const unsupported = unsupportedIn(schema);
  const structural: FieldError[] = [];
  if (unsupported === undefined) {
    structuralErrors(schema, path, structural, 'root');
    completenessErrors(schema, schema, path, path, structural);
  }
  // Upstream sorts them: it looks at maps in any order.
  const sorted = structural.map((error) => [fieldErrorMessage(error), error] as const).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  errors.push(...sorted.map(([, error]) => error), ...openApi);
  if (unsupported && errors.length === 0) errors.push(invalidValue(path, '', `OpenAPIV3Schema '${unsupported}' is not supported`));
}

const rootFields =
  'Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations';
const rootNames: ReadonlySet<string> = new Set([
  ...rootFields.split(' ').map((name) => name.charAt(0).toLowerCase() + name.slice(1)),
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-validations',
]);

/** The status has a schema of its own then, which must say all that there is to it. */
function statusErrors(schema: Schema, path: string, errors: FieldError[]): void {
  const where = 'of the schema if the status subresource is enabled';
  if (schema.type && schema.type !== 'object') {
    errors.push(invalidValue(`${path}.type`, schema.type, `only "object" is allowed as the type at the root ${where}`));
  } else if (Object.keys(schema).some((name) => !rootNames.has(name))) {
    errors.push(invalidValue(path, { ...schema }, `only [${rootFields}] fields are allowed at the root ${where}`));
  }
}

/** Parts that keep a schema from being made a structural one; undefined: none does. */
function unsupportedIn(schema: Schema): string | undefined {
  const parts = ['id', '$schema', '$ref', 'patternProperties', 'dependencies', 'additionalItems', 'definitions'] as const;
  const own = parts.find((part) => schema[part] !== undefined);
  if (own !== undefined) return own.replace('$schema', 'schema');
  if (Array.isArray(schema.items) || schema['x-kubernetes-preserve-unknown-fields'] === false) return '';
  for (const [child] of [...children(schema, ''), ...alternatives(schema, '')]) {
    const found = unsupportedIn(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Level = 'root' | 'field' | 'item';

const levels: Readonly<Record<Level, string>> = {
  root: 'at the root',
  item: 'for specified array items',
  field: 'for specified object fields',
};

function structuralErrors(schema: Schema, path: string, errors: FieldError[], level: Level): void {
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const isMixed = schema['x-kubernetes-int-or-string'] === true;
  const keeps = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const { type, properties = {}, additionalProperties: additional } = schema;
  if (type === 'array' && schema.items === undefined) errors.push(required(`${path}.items`, 'must be specified'));
  for (const [child, at] of children(schema, path)) structuralErrors(child, at, errors, at === `${path}.items` ? 'item' : 'field');
  if (additional !== undefined && level === 'root') errors.push(forbiddenField(`${path}.additionalProperties`, 'must not be used at the root'));
  for (const part of ['preserve-unknown-fields', 'embedded-resource'] as const) {
    if (!isMixed || schema[`x-kubernetes-${part}`] !== true) continue;
    errors.push(invalidValue(`${path}.x-kubernetes-${part}`, true, 'must be false if x-kubernetes-int-or-string is true'));
  }
  alternativeErrors(schema, path, errors);
  if (isEmbedded && type !== 'object') {
    const detail = 'must be object if x-kubernetes-embedded-resource is true';
    errors.push(type ? invalidValue(`${path}.type`, type, detail) : required(`${path}.type`, detail));
  } else if (!type && !isMixed && !keeps) errors.push(required(`${path}.type`, `must not be empty ${levels[level]}`));
  if (isEmbedded && additional !== undefined) {
    errors.push(forbiddenField(`${path}.additionalProperties`, 'must not be used if x-kubernetes-embedded-resource is set'));
  }
  if (level === 'root' && type && type !== 'object') errors.push(invalidValue(`${path}.type`, type, 'must be object at the root'));
  if (level === 'root' || isEmbedded) envelopeErrors(schema, path, errors);
  if (level === 'root') metadataErrors(properties['metadata'], `${path}.properties[metadata]`, errors);
  if (isEmbedded && !keeps && Object.keys(properties).length === 0) {
    const without = 'x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    errors.push(required(`${path}.properties`, `must not be empty if ${without}`));
  }
}

/** Of an object there is known what its kind, its version and its metadata are. */
function envelopeErrors({ properties = {} }: Schema, path: string, errors: FieldError[]): void {
  for (const [name, type] of Object.entries({ kind: 'string', apiVersion: 'string', metadata: 'object' })) {
    const given = properties[name]?.type ?? '';
    if (properties[name] === undefined || given === type) continue;
    errors.push(invalidValue(`${path}.properties[${name}].type`, given, `must be ${type}`));
  }
}

/** Of the metadata at the root a schema may constrain name and generateName only. */
function metadataErrors(metadata: Schema | undefined, path: string, errors: FieldError[]): void {
  const { type: _, default: _d, properties = {}, ...rest } = metadata ?? {};
  const others = Object.keys(properties).filter((name) => name !== 'name' && name !== 'generateName');
  if (others.length === 0 && Object.keys(rest).length === 0) return;
  errors.push(forbiddenField(path, 'must not specify anything other than name and generateName, but metadata is implicitly specified'));
}

const numberOrText = [{ type: 'integer' }, { type: 'string' }];

const isNumberOrText = (anyOf: Schema['anyOf']): boolean => anyOf !== undefined && deepEqual(anyOf, numberOrText);

/** Where a value may be a number or a text, an alternative may say so: by itself, or as the first of what all must hold. */
function alternativeErrors(schema: Schema, path: string, errors: FieldError[]): void {
  const isSaid = isNumberOrText(schema.anyOf);
  for (const [child, at] of alternatives(schema, path)) {
    if (isSaid && at.startsWith(`${path}.anyOf[`)) continue;
    const isFirst = at === `${path}.allOf[0]` && isNumberOrText(child.anyOf);
    nestedErrors(child, at, errors, isFirst);
  }
}

/** What an alternative may not say, and how upstream words it. */
const forbiddenParts: Readonly<Record<string, string>> = {
  type: 'empty',
  additionalProperties: 'undefined',
  default: 'undefined',
  title: 'empty',
  description: 'empty',
  nullable: 'false',
  'x-kubernetes-preserve-unknown-fields': 'false',
  'x-kubernetes-embedded-resource': 'false',
  'x-kubernetes-int-or-string': 'false',
  'x-kubernetes-list-map-keys': 'empty',
  'x-kubernetes-list-type': 'undefined',
  'x-kubernetes-map-type': 'undefined',
  'x-kubernetes-validations': 'empty',
};

/** Inside anyOf, allOf, oneOf and not: only constraints. `isSaid`: its anyOf is that of a number or a text. */
function nestedErrors(schema: Schema, path: string, errors: FieldError[], isSaid = false): void {
  if (!isSaid) for (const [child, at] of alternatives(schema, path)) nestedErrors(child, at, errors);
  const { properties = {}, items } = schema;
  for (const [name, child] of Object.entries(properties)) nestedErrors(child, `${path}.properties[${name}]`, errors);
  if (isJsonObject(items)) nestedErrors(items as Schema, `${path}.items`, errors);
  for (const [part, how] of Object.entries(forbiddenParts)) {
    const value = schema[part as keyof Schema];
    if (value === undefined || value === false || value === '') continue;
    errors.push(forbiddenField(`${path}.${part}`, `must be ${how} to be structural`));
  }
  if (properties['metadata'] === undefined) return;
  errors.push(forbiddenField(`${path}.properties[metadata]`, 'must not be specified in a nested context'));
}

/**
 * Whatever an alternative at the root constrains is known outside: `known`, what is there under `path`; `schema`, what constrains it under `at`.
 * Alternatives of what is below aren't looked at.
 */
function completenessErrors(schema: Schema, known: Schema | undefined, path: string, at: string, errors: FieldError[]): void {
  if (known === undefined) return void errors.push(required(path, `because it is defined in ${at}`));
  const below = (part: Schema, outside: Schema | undefined, name: string): void => {
    completenessErrors(part, outside, `${path}.${name}`, `${at}.${name}`, errors);
  };
  for (const [child, childAt] of alternatives(schema, at)) completenessErrors(child, known, path, childAt, errors);
  if (schema === known) return;
  const items = asSchema(schema.items);
  if (items !== undefined) below(items, asSchema(known.items), 'items');
  for (const [name, part] of Object.entries(schema.properties ?? {})) below(part, known.properties?.[name], `properties[${name}]`);
}

const asSchema = (value: Schema['items']): Schema | undefined => (isJsonObject(value) ? (value as Schema) : undefined);
