/** Reading a structural schema. */
import type { JSONSchemaProps } from '../../api/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../meta/index.ts';

export type Schema = JSONSchemaProps;

/** What a version without properties of its own has. */
export const emptySchema: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** The schema of elements, where there is one. */
export function itemsOf({ items }: Schema): Schema | undefined {
  return asSchema(items);
}

/** The schema of values under keys that aren't properties, where there is one. */
export function additionalOf({ additionalProperties }: Schema): Schema | undefined {
  return asSchema(additionalProperties);
}

/** A schema within a schema is kept as plain JSON: it was checked with the definition it is in. */
function asSchema(value: Json | undefined): Schema | undefined {
  return isJsonObject(value) ? (value as Schema) : undefined;
}

/** The schema of a property. */
export function propertyOf({ properties }: Schema, name: string): Schema | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The schema below a key of an object. */
export function fieldOf(schema: Schema, name: string): Schema | undefined {
  return propertyOf(schema, name) ?? additionalOf(schema);
}

/** Whether values of unknown fields stay. */
export function preserves(schema: Schema): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true || schema.additionalProperties === true;
}

export function isEmbedded(schema: Schema): boolean {
  return schema['x-kubernetes-embedded-resource'] === true;
}

/** Parts of an object that its schema needn't mention. */
export const envelope: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** The object with other values under some keys; undefined takes a key away. Shares it when nothing changes. */
export function withFields(object: JsonObject, changes: ReadonlyMap<string, Json | undefined>): JsonObject {
  if (changes.size === 0) return object;
  const result: Record<string, Json | undefined> = { ...object };
  for (const [name, value] of changes) {
    if (value === undefined) delete result[name];
    else result[name] = value;
  }
  return result;
}
