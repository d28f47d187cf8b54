/** Schemas of answers and bodies that are no kind's own: upstream's meta/v1 types that the field tables don't have. */
import type { Json, JsonObject } from '../meta/index.ts';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${META}.${name}` });
const string: JsonObject = { type: 'string' };
const integer: JsonObject = { type: 'integer', format: 'int32' };

function struct(properties: Readonly<Record<string, Json>>): JsonObject {
  return { type: 'object', properties };
}

export const META_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  [`${META}.Patch`]: { type: 'object' },
  [`${META}.StatusCause`]: struct({ field: string, message: string, reason: string }),
  [`${META}.StatusDetails`]: struct({
    causes: { type: 'array', items: reference('StatusCause'), 'x-kubernetes-list-type': 'atomic' },
    group: string,
    kind: string,
    name: string,
    retryAfterSeconds: integer,
    uid: string,
  }),
  [`${META}.Status`]: {
    ...struct({
      apiVersion: string,
      code: integer,
      details: { ...reference('StatusDetails') },
      kind: string,
      message: string,
      metadata: reference('ListMeta'),
      reason: string,
      status: string,
    }),
    'x-kubernetes-group-version-kind': [{ group: '', kind: 'Status', version: 'v1' }],
  },
};

const free = (name: string, words: string): readonly [string, JsonObject] => [
  `io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.${name}`,
  { description: words },
];
const json = free('JSON', 'Any JSON value.');
const schemaOrArray = free('JSONSchemaPropsOrArray', 'A schema, or a list of them.');
const schemaOrBool = free('JSONSchemaPropsOrBool', 'A schema, or whether anything goes.');

/** Fields that hold anything have types with names upstream; an empty schema is none to `kubectl explain`. */
export const FREE_FORM: Readonly<Record<string, readonly [name: string, schema: JsonObject]>> = {
  'ManagedFieldsEntry.fieldsV1': [`${META}.FieldsV1`, { type: 'object' }],
  'ControllerRevision.data': ['io.k8s.apimachinery.pkg.runtime.RawExtension', { type: 'object' }],
  'CustomResourceSubresources.status': [
    'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceStatus',
    { type: 'object' },
  ],
  'JSONSchemaProps.additionalItems': schemaOrBool,
  'JSONSchemaProps.additionalProperties': schemaOrBool,
  'JSONSchemaProps.default': json,
  'JSONSchemaProps.dependencies': free('JSONSchemaPropsOrStringArray', 'A schema, or a list of names.'),
  'JSONSchemaProps.enum': json,
  'JSONSchemaProps.example': json,
  'JSONSchemaProps.items': schemaOrArray,
};
