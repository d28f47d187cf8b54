/** OpenAPI v3 of a group version, from the field tables: what `kubectl explain` and client-side patches read. */
import type { Json, JsonObject } from '../meta/index.ts';
import { type FieldDefinition, plainTypeName, qualifiedTypeName, typeDefinition } from './field-table.ts';
import { kinds, unstoredKinds } from './registry.ts';
import { ENUMS, MERGE_KEYS, RETAIN_KEYS } from './supplement.ts';
import type { KindDefinition } from './types.ts';

/** Text for a type (`field` is '') or one of its fields; '' when there is none. Upstream's prose is not part of the engine. */
export type Describe = (type: string, field: string) => string;

const described = [...kinds, ...unstoredKinds];
const noDescriptions: Describe = () => '';

/** The paths of `/openapi/v3`: `api/v1`, `apis/apps/v1`. */
export function openApiPaths(): readonly string[] {
  return [...new Set(described.map(pathOf))];
}

/** The document at one of `openApiPaths()`; undefined for others. */
export function openApiDocument(path: string, describe: Describe = noDescriptions): JsonObject | undefined {
  const members = described.filter((kind) => pathOf(kind) === path);
  if (members.length === 0) return undefined;
  const paths: Record<string, Json> = {};
  const schemas: Record<string, Json> = {};
  for (const kind of members) {
    const collection = `/${path}/${kind.namespaced ? 'namespaces/{namespace}/' : ''}${kind.plural}`;
    paths[`${collection}/{name}`] = { patch: patchOperation(kind) };
    addSchemas(plainTypeName(kind.schema), schemas, describe, kind);
  }
  return { openapi: '3.0.0', info: { title: 'Kubernetes', version: 'v1.33.0' }, paths, components: { schemas } };
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
  };
}

function pathOf({ group, version }: KindDefinition): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

const groupVersionKind = ({ group, version, kind }: KindDefinition): JsonObject => ({ group, version, kind });

/** kubectl looks here for `fieldValidation` (then it leaves validation to the server) and for the patch types. */
function patchOperation(kind: KindDefinition): JsonObject {
  const content = Object.fromEntries(
    ['json-patch', 'merge-patch', 'strategic-merge-patch'].map((type) => [`application/${type}+json`, { schema: {} }]),
  );
  const parameters = ['dryRun', 'fieldManager', 'fieldValidation'].map((name) => {
    return { name, in: 'query', schema: { type: 'string' } };
  });
  return {
    'x-kubernetes-action': 'patch',
    'x-kubernetes-group-version-kind': groupVersionKind(kind),
    parameters,
    requestBody: { content },
    responses: {},
  };
}

function addSchemas(type: string, schemas: Record<string, Json>, describe: Describe, kind?: KindDefinition): void {
  const name = qualifiedTypeName(type);
  if (name in schemas) return;
  const schema = typeSchema(type, describe);
  schemas[name] =
    kind === undefined ? schema : { ...schema, 'x-kubernetes-group-version-kind': [groupVersionKind(kind)] };
  for (const { struct, scalar } of typeDefinition(type).fields.values()) {
    if (struct !== '') addSchemas(struct, schemas, describe);
    const named = NAMED[scalar ?? ''];
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
  const reference = scalar === undefined ? qualifiedTypeName(struct) : NAMED[scalar]?.[0];
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
  const patch = {
    ...(mergeKey ? { 'x-kubernetes-patch-merge-key': mergeKey } : {}),
    ...(strategy === '' ? {} : { 'x-kubernetes-patch-strategy': strategy }),
  };
  if (shape !== '[') return patch;
  if (mergeKey === undefined) return { ...patch, 'x-kubernetes-list-type': 'atomic' };
  if (mergeKey === '') return { ...patch, 'x-kubernetes-list-type': 'set' };
  return { ...patch, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [mergeKey] };
}
