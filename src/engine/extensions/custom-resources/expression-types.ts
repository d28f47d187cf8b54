/** A structural schema as types and values of expressions (apiextensions pkg/apiserver/schema/cel/model). */
import { isJsonObject, type Json, type JsonObject, parseGoDuration } from '../../meta/index.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  fromJson,
  fromJsonList,
  fromJsonMap,
  INT,
  listOf,
  mapOf,
  STRING,
  TIMESTAMP,
  type Type,
  type Value,
} from '../cel/index.ts';
import { fromBase64 } from '../cel/json-values.ts';
import { RESERVED } from '../cel/parser.ts';
import { parseTimestamp } from '../cel/time.ts';
import { additionalOf, isEmbedded, itemsOf, preserves, type Schema } from './schema.ts';

const metadataType: Type = {
  kind: 'object',
  name: 'ObjectMeta',
  field: (name) => (name === 'name' || name === 'generateName' ? STRING : undefined),
};
const memo = new WeakMap<Schema, Type | undefined>();
const rootMemo = new WeakMap<Schema, Type | undefined>();

/** The type of a schema's values; undefined for what expressions can't see. `isResource`: it has an envelope. */
export function typeOf(schema: Schema, isResource = isEmbedded(schema)): Type | undefined {
  const types = isResource ? rootMemo : memo;
  if (types.has(schema)) return types.get(schema);
  const type = create(schema, isResource);
  types.set(schema, type);
  return type;
}

function create(schema: Schema, isResource: boolean): Type | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) return DYN;
  switch (schema.type) {
    case 'array': {
      const items = itemsOf(schema);
      const element = items === undefined ? undefined : typeOf(items);
      return element === undefined ? undefined : listOf(element);
    }
    case 'object': {
      const additional = additionalOf(schema);
      if (additional !== undefined) {
        const value = typeOf(additional);
        return value === undefined ? undefined : mapOf(STRING, value);
      }
      return objectType(schema, isResource);
    }
    case 'string':
      return textType(schema);
    case 'boolean':
      return BOOL;
    case 'number':
      return DOUBLE;
    case 'integer':
      return INT;
    default:
      return preserves(schema) && isResource ? objectType(schema, isResource) : undefined;
  }
}

function objectType(schema: Schema, isResource: boolean): Type {
  const names = new Map<string, string>();
  for (const name of Object.keys(schema.properties ?? {})) {
    const escaped = escapeName(name);
    if (escaped !== undefined) names.set(escaped, name);
  }
  return {
    kind: 'object',
    name: 'object',
    field(escaped) {
      if (isResource && (escaped === 'apiVersion' || escaped === 'kind')) return STRING;
      if (isResource && escaped === 'metadata') return metadataType;
      const name = names.get(escaped);
      const field = name === undefined ? undefined : schema.properties?.[name];
      return field === undefined ? undefined : typeOf(field);
    },
  };
}

function textType({ format }: Schema): Type {
  if (format === 'byte') return BYTES;
  if (format === 'duration') return DURATION;
  return format === 'date' || format === 'date-time' ? TIMESTAMP : STRING;
}

const KEYWORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in', ...RESERVED]);

/** A field's name as expressions write it; undefined when they can't. */
export function escapeName(name: string): string | undefined {
  if (KEYWORDS.has(name)) return `__${name}__`;
  if (!/^[A-Za-z_][A-Za-z0-9_.\-/]*$/.test(name)) return undefined;
  return name
    .replaceAll('__', '__underscores__')
    .replaceAll('.', '__dot__')
    .replaceAll('-', '__dash__')
    .replaceAll('/', '__slash__');
}

/** The value of some JSON by its schema. */
export function valueBySchema(json: Json, schema: Schema, isResource = isEmbedded(schema)): Value {
  if (json === null || schema['x-kubernetes-int-or-string'] === true) return fromJson(json);
  if (isJsonObject(json)) return objectValue(json, schema, isResource);
  if (typeof json === 'object') {
    const items = itemsOf(schema);
    return fromJsonList(json, (each) => (items === undefined ? fromJson(each) : valueBySchema(each, items)));
  }
  if (typeof json === 'number') return schema.type === 'number' ? json : fromJson(json);
  return typeof json === 'string' ? textValue(json, schema) : json;
}

function objectValue(json: JsonObject, schema: Schema, isResource: boolean): Value {
  const additional = additionalOf(schema);
  if (additional !== undefined) return fromJsonMap(json, (each) => valueBySchema(each, additional));
  const escaped: Record<string, Json> = {};
  const names: Record<string, Schema | undefined> = {};
  for (const [name, value] of Object.entries(json)) {
    const key = escapeName(name);
    if (key === undefined || value === undefined) continue;
    escaped[key] = value;
    names[key] = schema.properties?.[name];
  }
  const map = fromJsonMap(escaped, fromJson);
  return {
    ...map,
    size: Object.keys(escaped).length,
    isObject: true,
    get(key) {
      if (typeof key !== 'string' || !Object.hasOwn(escaped, key)) return undefined;
      const value = escaped[key] ?? null;
      const field = names[key];
      if (field === undefined || (isResource && key === 'metadata')) return fromJson(value);
      return valueBySchema(value, field);
    },
  };
}

function textValue(text: string, { format }: Schema): Value {
  try {
    if (format === 'byte') return fromBase64(text);
    if (format === 'date-time') return { kind: 'timestamp', nanos: parseTimestamp(text) };
    if (format === 'date') return { kind: 'timestamp', nanos: parseTimestamp(`${text}T00:00:00Z`) };
  } catch {
    // Not what its format says: the schema's own check tells so.
    return text;
  }
  const duration = format === 'duration' ? parseGoDuration(text) : undefined;
  return duration === undefined || 'error' in duration ? text : { kind: 'duration', nanos: duration.nanos };
}
