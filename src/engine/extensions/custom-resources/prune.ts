/** Drops what the schema doesn't know (apiextensions pkg/apiserver/schema/pruning). Pruning twice changes nothing more. */
import { isJsonObject, type Json, type JsonObject } from '../../meta/index.ts';
import { envelope, fieldOf, isEmbedded, itemsOf, preserves, propertyOf, type Schema, withFields } from './schema.ts';

/** The object without unknown fields, which are reported by their paths (`spec.foo[0].bar`). Its envelope stays. */
export function prune(object: JsonObject, schema: Schema, unknown: (path: string) => void): JsonObject {
  return pruneObject(object, schema, '', true, unknown);
}

function pruneValue(value: Json, schema: Schema, path: string, unknown: (path: string) => void): Json {
  if (isJsonObject(value)) return pruneObject(value, schema, path, isEmbedded(schema), unknown);
  if (!Array.isArray(value)) return value;
  const items = itemsOf(schema);
  if (items === undefined) return value;
  const list: readonly Json[] = value;
  const pruned = list.map((each, index) => pruneValue(each, items, `${path}[${index}]`, unknown));
  return pruned.some((each, index) => each !== list[index]) ? pruned : value;
}

function pruneObject(
  object: JsonObject,
  schema: Schema,
  path: string,
  isResource: boolean,
  unknown: (path: string) => void,
): JsonObject {
  const changes = new Map<string, Json | undefined>();
  for (const name in object) {
    const value = object[name];
    if (value === undefined || (isResource && envelope.has(name) && propertyOf(schema, name) === undefined)) continue;
    if (isResource && name === 'metadata') continue;
    const field = fieldOf(schema, name);
    const at = path === '' ? name : `${path}.${name}`;
    if (field !== undefined) {
      const pruned = pruneValue(value, field, at, unknown);
      if (pruned !== value) changes.set(name, pruned);
    } else if (!preserves(schema)) {
      unknown(at);
      changes.set(name, undefined);
    }
  }
  return withFields(object, changes);
}
