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
