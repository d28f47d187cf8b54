/**
 * Strategic merge patch: a merge patch that knows which lists are maps (apimachinery pkg/util/strategicpatch).
 * Directives: `$patch: replace|delete`, `$deleteFromPrimitiveList/x`, `$setElementOrder/x`, `$retainKeys`.
 */
import { badRequest, StatusError } from './errors.ts';
import { isJsonObject, type Json, type JsonObject, setKey } from './json.ts';
import { NO_PATCH_SCHEMA, type PatchField, type PatchSchema } from './patch-schema.ts';

const PATCH = '$patch';
const RETAIN = '$retainKeys';
const DELETE_PREFIX = '$deleteFromPrimitiveList/';
const ORDER_PREFIX = '$setElementOrder/';

/** The patched object; unchanged parts are shared. Throws a StatusError (400) for a patch that makes no sense. */
export function applyStrategicPatch(original: JsonObject, patch: JsonObject, schema: PatchSchema): JsonObject {
  const directive = patch[PATCH];
  if (directive === 'replace') return withoutDirectives(patch);
  if (directive === 'delete') return {};
  if (directive !== undefined) return wrongDirective(patch);
  checkPrefixes(patch);
  const result = withoutNulled(retained(original, patch), patch);
  applyDeletions(result, patch);
  for (const key in patch) {
    const value = patch[key];
    if (value === undefined || value === null || key.startsWith('$')) continue;
    setKey(result, key, merged(Object.hasOwn(result, key) ? result[key] : undefined, value, key, schema.field(key)));
  }
  for (const key in patch) {
    if (key.startsWith(ORDER_PREFIX)) applyOrder(result, original, key.slice(ORDER_PREFIX.length), patch, schema);
  }
  return result;
}

/** A copy without what the patch takes away. Built so: an object that a property is deleted from takes several times the memory for good. */
function withoutNulled(original: JsonObject, patch: JsonObject): Record<string, Json | undefined> {
  const isGone = (key: string): boolean => patch[key] === null && !key.startsWith('$');
  for (const key in patch)
    if (isGone(key) && Object.hasOwn(original, key)) return Object.fromEntries(Object.entries(original).filter(([each]) => !isGone(each)));
  return { ...original };
}

/** Upstream knows `merge` as a word, and refuses it as any other. */
function wrongDirective(patch: JsonObject): never {
  const { [PATCH]: directive, ...rest } = patch;
  return fail(`unknown patch type: ${String(directive)} in map: ${JSON.stringify(rest)}`);
}

/** Directives about a list name it. */
function checkPrefixes(patch: JsonObject): void {
  for (const key in patch) {
    if (key.startsWith(DELETE_PREFIX.slice(0, -1)) && !key.startsWith(DELETE_PREFIX)) fail('invalid patch format of primitive list');
    if (key.startsWith(ORDER_PREFIX.slice(0, -1)) && !key.startsWith(ORDER_PREFIX)) fail('invalid patch format of setElementOrder list');
  }
}

const fail = (message: string): never => {
  throw new StatusError(badRequest(message));
};

function merged(old: Json | undefined, value: Json, key: string, field: PatchField | undefined): Json {
  const schema = field?.schema ?? NO_PATCH_SCHEMA;
  if (isJsonObject(value)) {
    return isJsonObject(old) ? applyStrategicPatch(old, value, schema) : withoutDirectives(value);
  }
  if (!Array.isArray(value)) return value;
  const list: readonly Json[] = value;
  if (field?.mergeKey === undefined) return list;
  const before: readonly Json[] = Array.isArray(old) ? old : [];
  return field.mergeKey === '' ? mergeSet(before, list) : mergeList(before, list, field.mergeKey, schema, key);
}

function retained(original: JsonObject, patch: JsonObject): JsonObject {
  const keys = patch[RETAIN];
  if (keys === undefined) return original;
  const kept = new Set<Json>(Array.isArray(keys) ? keys : []);
  const isWrong = Object.keys(patch).some((key) => !key.startsWith('$') && patch[key] !== null && !kept.has(key));
  if (isWrong || !Array.isArray(keys)) return fail('invalid patch format of retainKeys');
  return Object.fromEntries(Object.entries(original).filter(([key]) => kept.has(key)));
}

function applyDeletions(result: Record<string, Json | undefined>, patch: JsonObject): void {
  for (const key in patch) {
    if (!key.startsWith(DELETE_PREFIX)) continue;
    const values = patch[key];
    const field = key.slice(DELETE_PREFIX.length);
    const old = result[field];
    if (!Array.isArray(old) || !Array.isArray(values)) continue;
    const gone = new Set<Json>(values);
    result[field] = old.filter((each: Json) => !gone.has(each));
  }
}

function mergeSet(old: readonly Json[], patch: readonly Json[]): readonly Json[] {
  const there = new Set(old);
  const all = [...old, ...patch.filter((each) => !there.has(each))];
  return inOrder(all, patch, old, ownValue);
}

function mergeList(
  old: readonly Json[],
  patch: readonly Json[],
  mergeKey: string,
  schema: PatchSchema,
  name: string,
): readonly Json[] {
  const identity = keyOf(mergeKey);
  const plain: JsonObject[] = [];
  const gone = new Set<unknown>();
  let isReplaced = false;
  for (const element of patch) {
    if (!isJsonObject(element)) return fail(`the elements of ${JSON.stringify(name)} must be objects`);
    const directive = element[PATCH];
    if (directive === 'replace') {
      isReplaced = true;
      if (Object.keys(element).length > 1) plain.push(withoutDirectives(element));
    } else if (element[mergeKey] === undefined) {
      return fail(`map: ${JSON.stringify(element)} does not contain declared merge key: ${mergeKey}`);
    } else if (directive === 'delete') gone.add(identity(element));
    else if (directive !== undefined) return wrongDirective(element);
    else plain.push(element);
  }
  if (isReplaced) return plain.map(withoutDirectives);
  const result: Json[] = old.filter((each) => !gone.has(identity(each)));
  const places = placesIn(result, identity);
  for (const element of plain) {
    const at = places.get(identity(element)) ?? -1;
    const before = result[at];
    if (isJsonObject(before)) result[at] = applyStrategicPatch(before, element, schema);
    else {
      places.set(identity(element), result.length);
      result.push(withoutDirectives(element));
    }
  }
  return inOrder(result, plain, old, identity);
}

/** What an element of a list is known by; what has no such key is like no other. */
type Identity = (element: Json) => unknown;

const ownValue: Identity = (element) => scalarOf(element);

function keyOf(mergeKey: string): Identity {
  return (element) => (isJsonObject(element) ? scalarOf(element[mergeKey]) : {});
}

function scalarOf(value: Json | undefined): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** Where each element first stands. */
function placesIn(list: readonly Json[], identity: Identity): Map<unknown, number> {
  const places = new Map<unknown, number>();
  list.forEach((element, index) => {
    const key = identity(element);
    if (!places.has(key)) places.set(key, index);
  });
  return places;
}

/**
 * Upstream's order: what the patch names, in the patch's order; the rest as on the server; the two interleaved by the server's
 * order, and what the server didn't have goes before what only the server has.
 */
function inOrder(
  all: readonly Json[],
  wanted: readonly Json[],
  server: readonly Json[],
  identity: Identity,
): readonly Json[] {
  const inWanted = placesIn(wanted, identity);
  const inServer = placesIn(server, identity);
  if (isInOrder(all, inWanted, inServer, identity)) return all;
  const placeIn = (places: ReadonlyMap<unknown, number>, element: Json): number => places.get(identity(element)) ?? -1;
  const named = all.filter((each) => placeIn(inWanted, each) >= 0);
  named.sort((a, b) => placeIn(inWanted, a) - placeIn(inWanted, b));
  const others = all.filter((each) => placeIn(inWanted, each) < 0);
  const result: Json[] = [];
  let next = 0;
  for (const element of named) {
    const place = placeIn(inServer, element);
    for (let other = others[next]; other !== undefined && place >= 0; other = others[next]) {
      const before = placeIn(inServer, other);
      if (before < 0 || before > place) break;
      result.push(other);
      next++;
    }
    result.push(element);
  }
  return [...result, ...others.slice(next)];
}

/** Mostly a patch says something new of elements that the server has, and names them in the server's order. */
function isInOrder(
  all: readonly Json[],
  inWanted: ReadonlyMap<unknown, number>,
  inServer: ReadonlyMap<unknown, number>,
  identity: Identity,
): boolean {
  let last = -1;
  for (let index = 0; index < all.length; index += 1) {
    const key = identity(all[index] ?? null);
    if (inServer.get(key) !== index) return false;
    const place = inWanted.get(key) ?? last;
    if (place < last) return false;
    last = place;
  }
  return true;
}

function applyOrder(
  result: Record<string, Json | undefined>,
  original: JsonObject,
  name: string,
  patch: JsonObject,
  schema: PatchSchema,
): void {
  const list = result[name];
  const order = patch[`${ORDER_PREFIX}${name}`];
  const mergeKey = schema.field(name)?.mergeKey;
  if (!Array.isArray(order)) return void fail(`expected a []interface {}, but received a ${typeof order}`);
  if (!Array.isArray(list) || mergeKey === undefined) return;
  const identity = mergeKey === '' ? ownValue : keyOf(mergeKey);
  checkOrder(patch[name], order, identity);
  const before = original[name];
  const server: readonly Json[] = Array.isArray(before) ? before : [];
  result[name] = inOrder(list, order, server, identity);
}

/** What a patch says of elements is in the order that it says. */
function checkOrder(list: Json | undefined, order: readonly Json[], identity: Identity): void {
  if (!Array.isArray(list) || order.length === 0) return;
  const wanted = list.filter((each: Json) => !isJsonObject(each) || each[PATCH] === undefined);
  let next = 0;
  for (const each of order) if (next < wanted.length && identity(wanted[next] ?? null) === identity(each)) next += 1;
  if (next === wanted.length) return;
  fail(`The order in patch list:\n${JSON.stringify(list)}\n doesn't match ${ORDER_PREFIX.slice(0, -1)} list:\n${JSON.stringify(order)}\n`);
}

/** What a patch says where there is nothing yet: itself, without directives, deletions and nulls. */
function withoutDirectives(patch: JsonObject): JsonObject {
  const result: Record<string, Json> = {};
  for (const key in patch) {
    const value = patch[key];
    if (value === undefined || value === null || key.startsWith('$')) continue;
    if (Array.isArray(value)) {
      const list: readonly Json[] = value;
      result[key] = list
        .filter((each) => !isJsonObject(each) || each[PATCH] !== 'delete')
        .map((each) => (isJsonObject(each) ? withoutDirectives(each) : each));
    } else setKey(result, key, isJsonObject(value) ? withoutDirectives(value) : value);
  }
  return result;
}
