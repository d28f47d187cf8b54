/**
 * What merging and field ownership must know of a value's type (upstream: the schema of structured-merge-diff). Built from the field tables for
 * the kinds of the engine (`api/typed.ts`) and from structural schemas for custom resources (`meta/structural-node.ts`).
 */
import type { Json } from './json.ts';

export type TypedNode =
  /** A scalar, or a list, map or struct that is owned as a whole (list-type atomic, map-type atomic). */
  | { readonly type: 'leaf'; readonly scalar?: ScalarType | undefined }
  /** A struct (`field` knows its fields), a map (`elements` is what its values are), or both. */
  | { readonly type: 'object'; field(name: string): TypedNode | undefined; readonly elements: TypedNode | undefined }
  /** list-type map: elements are known by their keys; a key that is absent counts as its default. */
  | {
      readonly type: 'list';
      readonly keys: readonly string[];
      readonly defaults: Readonly<Record<string, Json>>;
      readonly elements: TypedNode;
    }
  /** list-type set: elements are plain values, each there once. */
  | { readonly type: 'set' }
  /** No schema at all: maps are merged key by key, lists are owned as a whole. */
  | { readonly type: 'deduced' };

export type ScalarType = 'numeric' | 'string' | 'boolean';

export const LEAF_NODE: TypedNode = { type: 'leaf' };

const scalarNodes: Readonly<Record<ScalarType, TypedNode>> = {
  numeric: { type: 'leaf', scalar: 'numeric' },
  string: { type: 'leaf', scalar: 'string' },
  boolean: { type: 'leaf', scalar: 'boolean' },
};

/** A leaf that is a scalar of one type; of any where none is given. */
export function scalarNode(scalar: ScalarType | undefined): TypedNode {
  return scalar === undefined ? LEAF_NODE : scalarNodes[scalar];
}
export const DEDUCED_NODE: TypedNode = { type: 'deduced' };

/** A struct without fields of its own whose keys are free. */
export function mapNode(elements: TypedNode): TypedNode {
  return { type: 'object', field: () => undefined, elements };
}
