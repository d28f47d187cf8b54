/** JSON merge patch (RFC 7386): objects merge, null deletes, all else replaces. */
import { deepEqual } from './equal.ts';
import { isJsonObject, type Json, type JsonObject, setKey } from './json.ts';

/** The patched value; unchanged parts are shared with the input. */
export function applyMergePatch(target: Json, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const result: Record<string, Json | undefined> = isJsonObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    if (value === null) delete result[key];
    else setKey(result, key, applyMergePatch((Object.hasOwn(result, key) ? result[key] : undefined) ?? null, value));
  }
  return result;
}

/** The patch that makes `modified` of `original`. Lists are whole. */
export function diffMergePatch(original: JsonObject, modified: JsonObject): JsonObject {
  return diff(original, modified, true, true);
}

/**
 * As kubectl apply needs it: what was in `original` (last applied) and isn't in `modified` goes; what `modified` says and
 * `current` doesn't have comes; what others have set stays.
 */
export function createMergePatch(original: JsonObject, modified: JsonObject, current: JsonObject): JsonObject {
  const changes = diff(current, modified, true, false);
  const deletions = diff(original, modified, false, true);
  return mergePatches(deletions, changes);
}

function diff(from: JsonObject, to: JsonObject, withChanges: boolean, withDeletions: boolean): JsonObject {
  const patch: Record<string, Json> = {};
  for (const [key, value] of Object.entries(to)) {
    if (value === undefined || value === null) continue;
    const old = Object.hasOwn(from, key) ? from[key] : undefined;
    if (isJsonObject(old) && isJsonObject(value)) {
      const inner = diff(old, value, withChanges, withDeletions);
      if (Object.keys(inner).length > 0) patch[key] = inner;
    } else if (withChanges && !deepEqual(old, value)) patch[key] = value;
  }
  if (!withDeletions) return patch;
  for (const [key, value] of Object.entries(from)) {
    if (value !== undefined && value !== null && (to[key] === undefined || to[key] === null)) patch[key] = null;
  }
  return patch;
}

/** Two patches that say different things about different fields, as one. */
function mergePatches(first: JsonObject, second: JsonObject): JsonObject {
  const result: Record<string, Json | undefined> = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const old = result[key];
    result[key] = isJsonObject(old) && isJsonObject(value) ? mergePatches(old, value) : value;
  }
  return result;
}
