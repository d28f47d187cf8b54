/** Fills in a schema's defaults (apiextensions pkg/apiserver/schema/defaulting). */
import { isJsonObject, type Json, type JsonObject } from '../../meta/index.ts';
import { additionalOf, itemsOf, type Schema, withFields } from './schema.ts';

/** Schemas that have a default somewhere; the others needn't be walked. */
const known = new WeakMap<Schema, boolean>();

function hasDefaults(schema: Schema): boolean {
  let found = known.get(schema);
  if (found === undefined) {
    const below = [...Object.values(schema.properties ?? {}), itemsOf(schema), additionalOf(schema)];
    found = below.some((each) => each !== undefined && (each.default !== undefined || hasDefaults(each)));
    known.set(schema, found);
  }
  return found;
}

/** The object with defaults where fields are absent, or null although they may not be. The same one when there was nothing to do. */
export function applyDefaults(object: JsonObject, schema: Schema): JsonObject {
  return hasDefaults(schema) ? defaultObject(object, schema) : object;
}

function defaultObject(object: JsonObject, schema: Schema): JsonObject {
  const changes = new Map<string, Json | undefined>();
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const value = object[name];
    const isAbsent = value === undefined || (value === null && field.nullable !== true);
    const wanted = isAbsent && field.default !== undefined ? field.default : value;
    if (wanted === undefined) continue;
    const whole = defaultValue(wanted, field);
    if (whole !== value) changes.set(name, whole);
  }
  const additional = additionalOf(schema);
  if (additional !== undefined) {
    for (const name in object) {
      const value = object[name];
      if (value === undefined || schema.properties?.[name] !== undefined) continue;
      const whole = defaultValue(value, additional);
      if (whole !== value) changes.set(name, whole);
    }
  }
  return withFields(object, changes);
}

function defaultValue(value: Json, schema: Schema): Json {
  if (isJsonObject(value)) return applyDefaults(value, schema);
  const items = itemsOf(schema);
  if (!Array.isArray(value) || items === undefined) return value;
  const list: readonly Json[] = value;
  const filled = list.map((each) => defaultValue(each, items));
  return filled.some((each, index) => each !== list[index]) ? filled : value;
}
