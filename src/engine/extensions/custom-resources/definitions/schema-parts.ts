/** The schemas that are in a schema. */
import { isJsonObject } from '../../../meta/index.ts';
import type { JSONSchemaProps } from '../../../api/generated/types.ts';

type Schema = JSONSchemaProps;

/** Of what is below: with its path and, of a property, its name. */
type Child = readonly [schema: Schema, path: string, name?: string];

/** Schemas of what is below. */
export function children(schema: Schema, path: string): readonly Child[] {
  const found: Child[] = [];
  const { properties = {}, items, additionalProperties } = schema;
  for (const [name, child] of Object.entries(properties)) found.push([child, `${path}.properties[${name}]`, name]);
  if (isJsonObject(items)) found.push([items as Schema, `${path}.items`]);
  if (isJsonObject(additionalProperties)) found.push([additionalProperties as Schema, `${path}.additionalProperties`]);
  return found;
}

/** Schemas that constrain the same value. */
export function alternatives(schema: Schema, path: string): readonly Child[] {
  const of = (name: 'allOf' | 'anyOf' | 'oneOf') =>
    (schema[name] ?? []).map((child, index): Child => [child, `${path}.${name}[${index}]`]);
  const not: readonly Child[] = schema.not === undefined ? [] : [[schema.not, `${path}.not`]];
  return [...not, ...of('allOf'), ...of('anyOf'), ...of('oneOf')];
}
