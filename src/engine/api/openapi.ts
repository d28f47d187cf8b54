/** OpenAPI v3 of a group version, from the field tables and from structural schemas: what `kubectl explain` and client-side patches read. */
import { isJsonObject, type Json, type JsonObject } from '../meta/index.ts';
import { type FieldDefinition, plainTypeName, qualifiedTypeName, typeDefinition } from './field-table.ts';
import { ATOMIC_MAPS, ATOMIC_STRUCTS, GRANULAR_FIELDS, KEY_DEFAULTS, LIST_MAP_KEYS, SETS } from './list-types.ts';
import { FREE_FORM, META_SCHEMAS } from './openapi-meta.ts';
import { pathsOfKind, schemasOfOperations } from './openapi-operations.ts';
import { kinds } from './registry.ts';
import { ENUMS, MERGE_KEYS, RETAIN_KEYS } from './supplement.ts';
import type { KindDefinition } from './types.ts';

/** Text for a type (`field` is '') or one of its fields; '' when there is none. Upstream's prose is not part of the engine. */
export type Describe = (type: string, field: string) => string;

const noDescriptions: Describe = () => '';

/** The paths of `/openapi/v3` of these kinds: `api/v1`, `apis/apps/v1`. */
export function openApiPaths(served: readonly KindDefinition[] = kinds): readonly string[] {
  return [...new Set(served.map(pathOf))];
}

/** The document at one of `openApiPaths()`; undefined for others. */
export function openApiDocument(
  path: string,
  describe: Describe = noDescriptions,
  served: readonly KindDefinition[] = kinds,
): JsonObject | undefined {
  const members = served.filter((kind) => pathOf(kind) === path);
  if (members.length === 0) return undefined;
  const paths: Record<string, Json> = {};
  const schemas: Record<string, Json> = { ...META_SCHEMAS };
  for (const kind of members) {
    Object.assign(paths, pathsOfKind(kind, path));
    if (kind.structural === undefined) addSchemas(plainTypeName(kind.schema), schemas, describe, kind);
    else schemas[kind.schema] = customSchema(kind, kind.structural, describe);
    schemas[`${kind.schema}List`] = listSchema(kind);
    for (const name of schemasOfOperations(kind)) addSchemas(plainTypeName(name), schemas, describe);
  }
  for (const name of ['ObjectMeta', 'ListMeta', 'DeleteOptions']) addSchemas(name, schemas, describe);
  const components = { schemas, securitySchemes: { BearerToken: bearerToken } };
  return { openapi: '3.0.0', info: { title: 'Kubernetes', version: 'v1.33.0' }, paths, components };
}

const bearerToken = { type: 'apiKey', in: 'header', name: 'authorization' };

function listSchema(kind: KindDefinition): JsonObject {
  const item = { $ref: `#/components/schemas/${kind.schema}` };
  const metadata = { $ref: `#/components/schemas/${qualifiedTypeName('ListMeta')}` };
  return {
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: { type: 'string' },
      items: { type: 'array', items: item },
      kind: { type: 'string' },
      metadata,
    },
    'x-kubernetes-group-version-kind': [{ ...groupVersionKind(kind), kind: `${kind.kind}List` }],
  };
}

const metadataDescription =
  "Standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";

/** As the definition has it, with the parts every object has; where there is prose, any built-in kind's for apiVersion and kind. */
function customSchema(kind: KindDefinition, structural: JsonObject, describe: Describe): JsonObject {
  const given = isJsonObject(structural['properties']) ? structural['properties'] : {};
  const reference = { $ref: `#/components/schemas/${qualifiedTypeName('ObjectMeta')}` };
  const apiVersion = describe('ConfigMap', 'apiVersion');
  const parts: JsonObject =
    apiVersion === ''
      ? { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: reference }
      : {
          apiVersion: { description: apiVersion, type: 'string' },
          kind: { description: describe('ConfigMap', 'kind'), type: 'string' },
          metadata: { description: metadataDescription, allOf: [reference] },
        };
  const properties = { ...given, ...parts };
  return { ...structural, properties, 'x-kubernetes-group-version-kind': [groupVersionKind(kind)] };
}

/** What is said of one type: JSON schema with Kubernetes' extensions. */
export function typeSchema(type: string, describe: Describe = noDescriptions): JsonObject {
  const properties: Record<string, Json> = {};
  const required: string[] = [];
  for (const field of typeDefinition(type).fields.values()) {
    properties[field.name] = fieldSchema(type, field, describe);
    if (field.required) required.push(field.name);
  }
  const description = describe(type, '');
  return {
    ...(description === '' ? {} : { description }),
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(ATOMIC_STRUCTS.has(type) ? { 'x-kubernetes-map-type': 'atomic' } : {}),
  };
}

function pathOf({ group, version }: KindDefinition): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

const groupVersionKind = ({ group, version, kind }: KindDefinition): JsonObject => ({ group, version, kind });

function addSchemas(type: string, schemas: Record<string, Json>, describe: Describe, kind?: KindDefinition): void {
  const name = qualifiedTypeName(type);
  if (name in schemas) return;
  const schema = typeSchema(type, describe);
  schemas[name] =
    kind === undefined ? schema : { ...schema, 'x-kubernetes-group-version-kind': [groupVersionKind(kind)] };
  for (const { struct, scalar, name: field } of typeDefinition(type).fields.values()) {
    if (struct !== '') addSchemas(struct, schemas, describe);
    const named = NAMED[scalar ?? ''] ?? FREE_FORM[`${type}.${field}`];
    if (named !== undefined) schemas[named[0]] = named[1];
  }
}

const SCALARS: Readonly<Record<string, JsonObject>> = {
  s: { type: 'string' },
  i: { type: 'integer', format: 'int32' },
  l: { type: 'integer', format: 'int64' },
  d: { type: 'number', format: 'double' },
  b: { type: 'boolean' },
  y: { type: 'string', format: 'byte' },
  a: {},
};

/** Scalars with a name of their own upstream, which `kubectl explain` shows. */
const NAMED: Readonly<Record<string, readonly [name: string, schema: JsonObject]>> = {
  t: ['io.k8s.apimachinery.pkg.apis.meta.v1.Time', { type: 'string', format: 'date-time' }],
  m: ['io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime', { type: 'string', format: 'date-time' }],
  x: [
    'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
    { oneOf: [{ type: 'integer' }, { type: 'string' }], format: 'int-or-string' },
  ],
  q: ['io.k8s.apimachinery.pkg.api.resource.Quantity', { oneOf: [{ type: 'string' }, { type: 'number' }] }],
};

function fieldSchema(type: string, field: FieldDefinition, describe: Describe): JsonObject {
  const { scalar, struct, shape, name } = field;
  const named = NAMED[scalar ?? ''] ?? FREE_FORM[`${type}.${name}`];
  const reference = scalar === undefined ? qualifiedTypeName(struct) : named?.[0];
  const element =
    reference === undefined ? { ...SCALARS[scalar ?? ''] } : { $ref: `#/components/schemas/${reference}` };
  const description = describe(type, name);
  return {
    ...(description === '' ? {} : { description }),
    ...shaped(shape, element, description !== '' && reference !== undefined),
    ...(ENUMS[`${type}.${name}`] ? { enum: (ENUMS[`${type}.${name}`] ?? '').split(' ') } : {}),
    ...listExtensions(`${type}.${name}`, shape),
  };
}

/** A `$ref` may not have a description beside it, so upstream wraps it. */
function shaped(shape: FieldDefinition['shape'], element: JsonObject, isDescribed: boolean): JsonObject {
  switch (shape) {
    case '[':
      return { type: 'array', items: element };
    case '{':
      return { type: 'object', additionalProperties: element };
    case '{[':
      return { type: 'object', additionalProperties: { type: 'array', items: element } };
    default:
      return isDescribed ? { allOf: [element] } : element;
  }
}

function listExtensions(path: string, shape: FieldDefinition['shape']): JsonObject {
  const mergeKey = MERGE_KEYS[path];
  const keeps = RETAIN_KEYS.includes(path) ? 'retainKeys' : undefined;
  const strategy = [mergeKey === undefined ? undefined : 'merge', keeps].filter((each) => each !== undefined).join(',');
  return {
    ...(mergeKey ? { 'x-kubernetes-patch-merge-key': mergeKey } : {}),
    ...(strategy === '' ? {} : { 'x-kubernetes-patch-strategy': strategy }),
    ...(shape === '[' ? listType(path) : {}),
    ...(shape === '{' && ATOMIC_MAPS.has(path) ? { 'x-kubernetes-map-type': 'atomic' } : {}),
    ...(GRANULAR_FIELDS.has(path) ? { 'x-kubernetes-map-type': 'granular' } : {}),
    ...(KEY_DEFAULTS[path] === undefined ? {} : { default: KEY_DEFAULTS[path] ?? '' }),
  };
}

function listType(path: string): JsonObject {
  const keys = LIST_MAP_KEYS[path]?.split(' ');
  if (keys !== undefined) return { 'x-kubernetes-list-map-keys': keys, 'x-kubernetes-list-type': 'map' };
  return { 'x-kubernetes-list-type': SETS.has(path) ? 'set' : 'atomic' };
}
