/** Makes strategic merge patches (apimachinery pkg/util/strategicpatch CreateThreeWayMergePatch). */
import { deepEqual } from './equal.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { NO_PATCH_SCHEMA, type PatchField, type PatchSchema } from './patch-schema.ts';

interface Wanted {
  readonly changes: boolean;
  readonly deletions: boolean;
}

/** The patch that makes `modified` of `original`; `{}` when they are equal. */
export function diffStrategicPatch(original: JsonObject, modified: JsonObject, schema: PatchSchema): JsonObject {
  return diffObjects(original, modified, schema, { changes: true, deletions: true });
}

/**
 * As kubectl apply needs it: what was in `original` (last applied) and isn't in `modified` goes; what `modified` says and
 * `current` doesn't have comes; what others have set stays.
 */
export function createStrategicPatch(
  original: JsonObject,
  modified: JsonObject,
  current: JsonObject,
  schema: PatchSchema,
): JsonObject {
  const changes = diffObjects(current, modified, schema, { changes: true, deletions: false });
  const deletions = diffObjects(original, modified, schema, { changes: false, deletions: true });
  return mergePatches(deletions, changes, schema);
}

function diffObjects(from: JsonObject, to: JsonObject, schema: PatchSchema, wanted: Wanted): JsonObject {
  const patch: Record<string, Json> = {};
  for (const [key, value] of Object.entries(to)) {
    if (value === undefined || value === null) continue;
    const old = Object.hasOwn(from, key) ? from[key] : undefined;
    if (old === value) continue;
    const field = schema.field(key);
    if (isJsonObject(old) && isJsonObject(value)) diffInner(patch, key, old, value, field, wanted);
    else if (Array.isArray(old) && Array.isArray(value) && field?.mergeKey !== undefined) {
      if (field.mergeKey === '') diffSets(patch, key, old, value, wanted);
      else diffLists(patch, key, old, value, field.mergeKey, field.schema ?? NO_PATCH_SCHEMA, wanted);
    } else if (wanted.changes && !deepEqual(old, value)) patch[key] = value;
  }
  if (wanted.deletions) {
    for (const [key, value] of Object.entries(from)) {
      if (value !== undefined && value !== null && (to[key] === undefined || to[key] === null)) patch[key] = null;
    }
  }
  return patch;
}

function diffInner(
  patch: Record<string, Json>,
  key: string,
  old: JsonObject,
  value: JsonObject,
  field: PatchField | undefined,
  wanted: Wanted,
): void {
  const inner = diffObjects(old, value, field?.schema ?? NO_PATCH_SCHEMA, wanted);
  if (Object.keys(inner).length === 0) return;
  patch[key] = field?.retainKeys === true && wanted.changes ? { $retainKeys: keysOf(value), ...inner } : inner;
}

const keysOf = (value: JsonObject): readonly string[] =>
  Object.keys(value)
    .filter((key) => value[key] !== null)
    .sort();

function diffSets(
  patch: Record<string, Json>,
  key: string,
  old: readonly Json[],
  value: readonly Json[],
  wanted: Wanted,
): void {
  const added = value.filter((each) => !old.includes(each));
  const gone = old.filter((each) => !value.includes(each));
  if (wanted.deletions && gone.length > 0) patch[`$deleteFromPrimitiveList/${key}`] = gone;
  const kept = old.filter((each) => value.includes(each));
  if (!wanted.changes || deepEqual(kept, value)) return;
  patch[`$setElementOrder/${key}`] = value;
  if (added.length > 0) patch[key] = added;
}

function diffLists(
  patch: Record<string, Json>,
  key: string,
  old: readonly Json[],
  value: readonly Json[],
  mergeKey: string,
  schema: PatchSchema,
  wanted: Wanted,
): void {
  const before = byKey(old, mergeKey);
  const after = byKey(value, mergeKey);
  // Elements that can't be told apart can't be merged: the whole list is sent.
  if (before === undefined || after === undefined) {
    if (wanted.changes && !deepEqual(old, value)) patch[key] = [...value, { $patch: 'replace' }];
    return;
  }
  const changes: JsonObject[] = [];
  for (const [id, element] of after) {
    const known = before.get(id);
    const inner = known === undefined ? element : diffObjects(known, element, schema, wanted);
    if (known === undefined ? !wanted.changes : Object.keys(inner).length === 0) continue;
    changes.push({ ...inner, [mergeKey]: element[mergeKey] });
  }
  if (wanted.deletions) {
    for (const [id, element] of before) {
      if (!after.has(id)) changes.push({ $patch: 'delete', [mergeKey]: element[mergeKey] });
    }
  }
  if (changes.length > 0) patch[key] = changes;
  const isSameOrder = deepEqual(
    [...before.keys()].filter((id) => after.has(id)),
    [...after.keys()],
  );
  if (wanted.changes && (changes.length > 0 || !isSameOrder)) {
    patch[`$setElementOrder/${key}`] = [...after.values()].map((element) => ({ [mergeKey]: element[mergeKey] }));
  }
}

function byKey(list: readonly Json[], mergeKey: string): Map<string, JsonObject> | undefined {
  const elements = new Map<string, JsonObject>();
  for (const element of list) {
    const id = isJsonObject(element) ? element[mergeKey] : undefined;
    if (id === undefined || !isJsonObject(element) || elements.has(JSON.stringify(id))) return undefined;
    elements.set(JSON.stringify(id), element);
  }
  return elements;
}

/** Two patches as one: the second speaks of changes, the first of deletions. */
function mergePatches(first: JsonObject, second: JsonObject, schema: PatchSchema): JsonObject {
  const result: Record<string, Json | undefined> = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const old = result[key];
    const field = schema.field(key);
    const inner = field?.schema ?? NO_PATCH_SCHEMA;
    if (isJsonObject(old) && isJsonObject(value)) result[key] = mergePatches(old, value, inner);
    else if (Array.isArray(old) && Array.isArray(value) && field?.mergeKey) {
      result[key] = asOrdered(mergeElements(old, value, field.mergeKey, inner), second[`$setElementOrder/${key}`], field.mergeKey);
    } else result[key] = value;
  }
  return result;
}

/** Elements in the order that the patch says, without which servers refuse it; those to delete come last. */
function asOrdered(list: readonly Json[], order: Json | undefined, mergeKey: string): readonly Json[] {
  if (!Array.isArray(order)) return list;
  const places = order.map((each: Json) => JSON.stringify(isJsonObject(each) ? each[mergeKey] : each));
  const placeOf = (each: Json): number => {
    const place = isJsonObject(each) ? places.indexOf(JSON.stringify(each[mergeKey])) : -1;
    return place < 0 ? places.length : place;
  };
  return [...list].sort((a, b) => placeOf(a) - placeOf(b));
}

function mergeElements(
  first: readonly Json[],
  second: readonly Json[],
  mergeKey: string,
  schema: PatchSchema,
): readonly Json[] {
  const result = [...second];
  for (const element of first) {
    if (!isJsonObject(element)) continue;
    const at = result.findIndex((each) => isJsonObject(each) && deepEqual(each[mergeKey], element[mergeKey]));
    const other = result[at];
    if (isJsonObject(other)) result[at] = mergePatches(element, other, schema);
    else result.push(element);
  }
  return result;
}
