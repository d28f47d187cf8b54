/**
 * Lists as they go over a wire. Those of Go's types say kind and version once, for all items; custom resources are kept as they came, with
 * both each (upstream: what encoding/json makes of an empty TypeMeta).
 */
import { apiVersionOf, kinds } from '../api/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../meta/index.ts';

let typedLists: ReadonlySet<string> | undefined;

/** Whether a list's items leave out what it says of them. */
export function isTypedList(body: Json): body is JsonObject {
  if (!isJsonObject(body) || !Array.isArray(body['items'])) return false;
  typedLists ??= new Set(kinds.map((each) => `${apiVersionOf(each)} ${each.kind}List`));
  return typedLists.has(`${String(body['apiVersion'])} ${String(body['kind'])}`);
}

/** An item without them. */
export function withoutType({ apiVersion: _, kind: __, ...item }: JsonObject): JsonObject {
  return item;
}

/** An answer's body as it goes over a wire: a list without the kind and version of its items, anything else as it is. */
export function onWire(body: Json): Json {
  return isTypedList(body) ? { ...body, items: (body['items'] as readonly JsonObject[]).map(withoutType) } : body;
}
