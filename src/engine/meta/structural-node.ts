/** Typed nodes of a structural schema: x-kubernetes-list-type, -list-map-keys, -map-type, -preserve-unknown-fields. */
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { DEDUCED_NODE, LEAF_NODE, scalarNode, type TypedNode } from './typed-node.ts';

/** Nodes by schema: a schema is never changed once it has been given out. */
const known = new WeakMap<JsonObject, TypedNode>();

/**
 * The node of an OpenAPI v3 schema as a CRD has it. `root`: the schema is that of a whole object; `metadata` then is its metadata's node, which
 * structural schemas leave out.
 */
export function structuralNode(schema: JsonObject, metadata?: TypedNode): TypedNode {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const node = metadata === undefined ? nodeOf(schema) : rootNode(nodeOf(schema), metadata);
  known.set(schema, node);
  return node;
}

function rootNode(node: TypedNode, metadata: TypedNode): TypedNode {
  const inner = node.type === 'object' ? node : undefined;
  return {
    type: 'object',
    field(name) {
      if (name === 'metadata') return metadata;
      if (name === 'apiVersion' || name === 'kind') return scalarNode('string');
      return inner?.field(name);
    },
    elements: inner === undefined ? DEDUCED_NODE : inner.elements,
  };
}

function nodeOf(schema: JsonObject): TypedNode {
  switch (schema['type']) {
    case 'object':
      return objectNode(schema);
    case 'array':
      return listNode(schema);
    case undefined:
      return schema['x-kubernetes-preserve-unknown-fields'] === true ? DEDUCED_NODE : LEAF_NODE;
    case 'integer':
    case 'number':
      return scalarNode('numeric');
    case 'string':
    case 'boolean':
      return scalarNode(schema['type']);
    default:
      return LEAF_NODE;
  }
}

function objectNode(schema: JsonObject): TypedNode {
  if (schema['x-kubernetes-map-type'] === 'atomic') return LEAF_NODE;
  const properties = objectAt(schema, 'properties') ?? {};
  const additional = schema['additionalProperties'];
  const isFree = schema['x-kubernetes-preserve-unknown-fields'] === true || additional === true;
  const elements = isJsonObject(additional) ? structuralNode(additional) : isFree ? DEDUCED_NODE : undefined;
  if (schema['x-kubernetes-embedded-resource'] === true && Object.keys(properties).length === 0) return DEDUCED_NODE;
  return {
    type: 'object',
    field(name) {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return isJsonObject(property) ? structuralNode(property) : undefined;
    },
    elements,
  };
}

function listNode(schema: JsonObject): TypedNode {
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return { type: 'set' };
    case 'map': {
      const items = objectAt(schema, 'items') ?? {};
      const keys = stringsOf(schema['x-kubernetes-list-map-keys']);
      if (keys.length === 0) return LEAF_NODE;
      return { type: 'list', keys, defaults: defaultsOf(items, keys), elements: structuralNode(items) };
    }
    default:
      return LEAF_NODE;
  }
}

function defaultsOf(items: JsonObject, keys: readonly string[]): Readonly<Record<string, Json>> {
  const defaults: Record<string, Json> = {};
  for (const key of keys) {
    const value = objectAt(objectAt(items, 'properties') ?? {}, key)?.['default'];
    if (value !== undefined) defaults[key] = value;
  }
  return defaults;
}

function objectAt(schema: JsonObject, name: string): JsonObject | undefined {
  const value = Object.hasOwn(schema, name) ? schema[name] : undefined;
  return isJsonObject(value) ? value : undefined;
}

function stringsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}
