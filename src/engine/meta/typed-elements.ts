/** Walking values by typed nodes: which node a value has, and which element of a field set stands for an item of a list. */
import { keyElement } from './field-set.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { DEDUCED_NODE, type TypedNode } from './typed-node.ts';

/** Values that don't fit their type: the message says where and why. */
export class TypedError extends Error {
  override readonly name = 'TypedError';
}

type ObjectNode = Extract<TypedNode, { readonly type: 'object' }>;
export type ListNode = Extract<TypedNode, { readonly type: 'list' | 'set' }>;

const deducedObject: ObjectNode = { type: 'object', field: () => undefined, elements: DEDUCED_NODE };

/** How two versions of a value are walked. Either may be absent or null. */
export type Walked =
  | { readonly as: 'object'; readonly node: ObjectNode; readonly a: JsonObject; readonly b: JsonObject }
  | { readonly as: 'list'; readonly node: ListNode; readonly a: readonly Json[]; readonly b: readonly Json[] }
  | 'leaf';

const NOTHING: JsonObject = Object.freeze({});
const NO_ITEMS: readonly Json[] = Object.freeze([]);

/** What has a shape of its own on both sides is walked; everything else, and what is empty on both, is a leaf. */
export function walkBoth(node: TypedNode, a: Json | undefined, b: Json | undefined): Walked {
  if (node.type === 'leaf') return 'leaf';
  const shown = b ?? a;
  if (node.type === 'list' || node.type === 'set') {
    if (!isList(a ?? NO_ITEMS) || !isList(b ?? NO_ITEMS)) return 'leaf';
    const [first, second] = [isList(a) ? a : NO_ITEMS, isList(b) ? b : NO_ITEMS];
    return first.length === 0 && second.length === 0 ? 'leaf' : { as: 'list', node, a: first, b: second };
  }
  if (!isJsonObject(shown)) return 'leaf';
  const [first, second] = [a ?? NOTHING, b ?? NOTHING];
  if (!isJsonObject(first) || !isJsonObject(second) || (isEmpty(first) && isEmpty(second))) return 'leaf';
  return { as: 'object', node: node.type === 'deduced' ? deducedObject : node, a: first, b: second };
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isEmpty(value: JsonObject): boolean {
  for (const _ in value) return false;
  return true;
}

/** The node of a key of an object; undefined where the type has no such field. */
export function nodeOfKey(node: ObjectNode, name: string): TypedNode | undefined {
  return node.field(name) ?? node.elements;
}

/** The node of a list's items. */
export function nodeOfItems(node: ListNode): TypedNode {
  return node.type === 'list' ? node.elements : { type: 'leaf' };
}

/** The element that stands for an item: by its keys, or by its value. Throws a TypedError. */
export function elementOf(node: ListNode, item: Json): string {
  if (node.type === 'set') {
    if (item === null || typeof item === 'object') {
      const what = item === null ? "that's an explicit null" : isJsonObject(item) ? "that's a map type" : 'with lists';
      throw new TypedError(`associative list without keys has an element ${what}`);
    }
    return `v:${JSON.stringify(item)}`;
  }
  if (!isJsonObject(item)) {
    const what = item === null ? 'a null element' : 'non-map elements';
    throw new TypedError(`associative list with keys may not have ${what}`);
  }
  const keys: Record<string, Json> = {};
  let isKnown = false;
  for (const name of node.keys) {
    const value = item[name] ?? node.defaults[name];
    if (value === undefined) continue;
    keys[name] = value;
    isKnown = true;
  }
  if (isKnown) return keyElement(keys);
  const names = `["${node.keys.join('" "')}"]`;
  const why = `omits all key fields ${names} (and doesn't have default values for any key fields)`;
  throw new TypedError(`associative list with keys has an element that ${why}`);
}
