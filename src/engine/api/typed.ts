/** Typed nodes of the kinds: what server-side apply and field ownership walk objects by. */
import { type Json, type JsonObject, LEAF_NODE, mapNode, type ScalarType, scalarNode, structuralNode, type TypedNode } from '../meta/index.ts';
import { type FieldDefinition, plainTypeName, type Scalar, type TypeDefinition, typeDefinition } from './field-table.ts';
import {
  ATOMIC_MAPS,
  ATOMIC_STRUCTS,
  GRANULAR_FIELDS,
  IN_EMPTY_OBJECT,
  KEY_DEFAULTS,
  LIST_MAP_KEYS,
  SETS,
} from './list-types.ts';
import { ALWAYS_PRESENT } from './supplement.ts';
import type { KindDefinition } from './types.ts';

const structs = new Map<string, TypedNode>();

/** The node of a kind's objects: of the field tables, or of the structural schema of a custom resource. */
export function typedNodeOf(kind: Pick<KindDefinition, 'schema' | 'structural'>): TypedNode {
  const { schema, structural } = kind;
  return structural === undefined
    ? structNode(plainTypeName(schema))
    : structuralNode(structural, structNode('ObjectMeta'));
}

function structNode(name: string): TypedNode {
  let node = structs.get(name);
  if (node === undefined) {
    node = createStructNode(typeDefinition(name));
    structs.set(name, node);
  }
  return node;
}

/** Fields are read from the tables as they are first needed: types refer to themselves. */
function createStructNode(type: TypeDefinition): TypedNode {
  const fields = new Map<string, TypedNode>();
  return {
    type: 'object',
    elements: undefined,
    field(name) {
      let node = fields.get(name);
      if (node !== undefined) return node;
      const definition = type.fields.get(name);
      if (definition === undefined) return undefined;
      node = fieldNode(`${type.name}.${name}`, definition);
      fields.set(name, node);
      return node;
    },
  };
}

/** What takes scalars of several types, quantities among them, isn't here. */
const SCALAR_TYPES: Partial<Record<Scalar, ScalarType>> = { s: 'string', i: 'numeric', l: 'numeric', d: 'numeric', b: 'boolean', y: 'string' };

function fieldNode(path: string, { shape, struct, scalar = 'a' }: FieldDefinition): TypedNode {
  switch (shape) {
    case '[':
      return listNode(path, struct);
    case '{':
      if (ATOMIC_MAPS.has(path)) return LEAF_NODE;
      if (struct === '') return mapNode(scalarNode(SCALAR_TYPES[scalar]));
      return mapNode(ATOMIC_STRUCTS.has(struct) ? LEAF_NODE : structNode(struct));
    case '{[':
      return mapNode(LEAF_NODE);
    default:
      if (struct === '') return scalarNode(SCALAR_TYPES[scalar]);
      return ATOMIC_STRUCTS.has(struct) && !GRANULAR_FIELDS.has(path) ? LEAF_NODE : structNode(struct);
  }
}

function listNode(path: string, struct: string): TypedNode {
  if (SETS.has(path)) return { type: 'set' };
  const keys = LIST_MAP_KEYS[path]?.split(' ');
  if (keys === undefined) return LEAF_NODE;
  const defaults: Record<string, string> = {};
  for (const key of keys) {
    const value = KEY_DEFAULTS[`${struct}.${key}`];
    if (value !== undefined) defaults[key] = value;
  }
  return { type: 'list', keys, defaults, elements: ATOMIC_STRUCTS.has(struct) ? LEAF_NODE : structNode(struct) };
}

const present = new Set([...ALWAYS_PRESENT, ...IN_EMPTY_OBJECT]);
const emptyObjects = new Map<string, JsonObject>();

/** The object that Go's empty value of a kind is as JSON: what a new object is compared with to find who owns what in it. */
export function emptyObjectOf({ schema, structural }: Pick<KindDefinition, 'schema' | 'structural'>): JsonObject {
  const key = structural === undefined ? schema : '';
  let object = emptyObjects.get(key);
  if (object === undefined) {
    object = { metadata: {}, ...(structural === undefined && emptyStruct(plainTypeName(schema))) };
    emptyObjects.set(key, object);
  }
  return object;
}

function emptyStruct(type: string): JsonObject {
  const fields: Record<string, Json> = {};
  for (const { name, struct, shape } of typeDefinition(type).fields.values()) {
    if (!present.has(`${type}.${name}`)) continue;
    fields[name] = shape === '' && struct !== '' ? emptyStruct(struct) : null;
  }
  return fields;
}
