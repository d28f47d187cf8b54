/** The kinds of patch, by media type. */
import { patchSchemaOf } from '../api/index.ts';
import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicPatch,
  badRequest,
  goKind,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../meta/index.ts';
import type { Context } from './context.ts';
import { refuse } from './outcome.ts';
import type { Resource } from './resource.ts';

const merge = 'application/merge-patch+json';
const strategic = 'application/strategic-merge-patch+json';

type Apply = (current: Json, patch: Json, resource: Resource) => Json;

const appliers: Readonly<Record<string, Apply>> = {
  'application/json-patch+json': applyJsonPatch,
  [merge]: (current, patch) =>
    patch === null ? refuse(badRequest('Invalid JSON Patch')) : applyMergePatch(current, objectPatch(patch, merge)),
  [strategic]: (current, patch, { definition }) =>
    isJsonObject(current) ? applyStrategicPatch(current, objectPatch(patch ?? {}, strategic), patchSchemaOf(definition)) : current,
};

const applied = 'application/apply-patch+yaml';

/** Media types a resource takes; a PATCH of another one is refused with 415, which names these. Custom resources have no merge keys. */
export function patchTypesOf({ resource, parts }: Pick<Context, 'resource' | 'parts'>): readonly string[] {
  const types = Object.keys(appliers).filter((type) => type !== strategic || !resource.definition.structural);
  return parts.fieldManagement === undefined ? types : [...types, applied];
}

/** Whether a PATCH of this type is server-side apply, which is no patch of the current object. */
export function isApplyPatch(mediaType: string): boolean {
  return mediaType === applied;
}

/** The current value with a patch applied. Throws 400 and 422 for patches that are broken or don't apply. */
export function applyPatch(mediaType: string, current: Json, patch: Json, resource: Resource): Json {
  return appliers[mediaType]?.(current, patch, resource) ?? current;
}

/** What upstream says before a decoder's error (endpoints/handlers/patch.go). */
export const decodingPatch = (mediaType: string): string => (mediaType === strategic ? '' : 'error decoding patch: ');

function objectPatch(patch: Json, mediaType: string): JsonObject {
  if (isJsonObject(patch)) return patch;
  const why = `json: cannot unmarshal ${goKind(patch)} into Go value of type map[string]interface {}`;
  return refuse(badRequest(decodingPatch(mediaType) + why));
}
