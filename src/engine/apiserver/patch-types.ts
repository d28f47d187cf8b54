/** The kinds of patch, by media type. */
import { patchSchemaOf } from '../api/index.ts';
import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicPatch,
  badRequest,
  isJsonObject,
  type Json,
} from '../meta/index.ts';
import { refuse } from './outcome.ts';
import type { Resource } from './resource.ts';

type Apply = (current: Json, patch: Json, resource: Resource) => Json;

const appliers: Readonly<Record<string, Apply>> = {
  'application/json-patch+json': applyJsonPatch,
  'application/merge-patch+json': (current, patch) => applyMergePatch(current, objectPatch(patch)),
  'application/strategic-merge-patch+json': (current, patch, { definition }) =>
    isJsonObject(current) ? applyStrategicPatch(current, objectPatch(patch), patchSchemaOf(definition)) : current,
};

/** Media types taken; a PATCH of another one is refused with 415, which names these. */
export const patchTypes: readonly string[] = Object.keys(appliers);

/** The current value with a patch applied. Throws 400 and 422 for patches that are broken or don't apply. */
export function applyPatch(mediaType: string, current: Json, patch: Json, resource: Resource): Json {
  return appliers[mediaType]?.(current, patch, resource) ?? current;
}

function objectPatch(patch: Json) {
  return isJsonObject(patch) ? patch : refuse(badRequest('error decoding patch: json: cannot unmarshal into Go value'));
}
