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
import type { Context } from './context.ts';
import { refuse } from './outcome.ts';
import type { Resource } from './resource.ts';

type Apply = (current: Json, patch: Json, resource: Resource) => Json;

const appliers: Readonly<Record<string, Apply>> = {
  'application/json-patch+json': applyJsonPatch,
  'application/merge-patch+json': (current, patch) => applyMergePatch(current, objectPatch(patch)),
  'application/strategic-merge-patch+json': (current, patch, { definition }) =>
    isJsonObject(current) ? applyStrategicPatch(current, objectPatch(patch), patchSchemaOf(definition)) : current,
};

const strategic = 'application/strategic-merge-patch+json';
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

function objectPatch(patch: Json) {
  return isJsonObject(patch) ? patch : refuse(badRequest('error decoding patch: json: cannot unmarshal into Go value'));
}
