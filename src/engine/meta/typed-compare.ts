/** Which fields a value has, and which differ between two values (upstream: structured-merge-diff, typed). */
import { deepEqual } from './equal.ts';
import { EMPTY_FIELDS, type FieldSet } from './field-order.ts';
import { fieldPathText } from './field-set.ts';
import { typeError } from './go-value.ts';
import { type FieldPrefix, fieldElement, internedFields, noElements } from './interned-fields.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { elementOf, type ListNode, nodeOfItems, nodeOfKey, TypedError, walkBoth } from './typed-elements.ts';
import { LEAF_NODE, type TypedNode } from './typed-node.ts';

export interface FieldChanges {
  /** Added, or another value than before. */
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

type KeyedList = Extract<ListNode, { readonly type: 'list' }>;

type Nodes = { readonly changed: FieldSet | undefined; readonly removed: FieldSet | undefined };

const CHANGED_LEAF: Nodes = { changed: EMPTY_FIELDS, removed: undefined };

/** Fields that don't count, by name: whole, or some of what is below. */
export interface IgnoredFields {
  readonly [name: string]: true | IgnoredFields;
}

const NONE_IGNORED: IgnoredFields = Object.freeze({});

/** What is different in `b`. Parts that both share cost nothing. */
export function compareFields(node: TypedNode, a: JsonObject, b: JsonObject, ignored = NONE_IGNORED): FieldChanges {
  const { changed = EMPTY_FIELDS, removed = EMPTY_FIELDS } = compare(node, a, b, ignored) ?? {};
  return { changed, removed };
}

function compare(node: TypedNode, a: Json | undefined, b: Json | undefined, ignored: IgnoredFields): Nodes | undefined {
  if (a === b) return undefined;
  if (a === undefined) return { changed: everyField(node, b ?? null), removed: undefined };
  if (b === undefined) return { changed: undefined, removed: everyField(node, a) };
  const walked = walkBoth(node, a, b);
  if (walked === 'leaf') return deepEqual(a, b) ? undefined : CHANGED_LEAF;
  const found = new Found();
  if (walked.as === 'list') {
    compareItems(walked.node, walked.a, walked.b, found);
    return found.nodes();
  }
  for (const name in walked.b) {
    const below = belowOf(ignored, name);
    const before = own(walked.a, name);
    const after = walked.b[name];
    if (below === true || before === after) continue;
    found.add(fieldElement(name), compare(nodeOfKey(walked.node, name) ?? LEAF_NODE, before, after, below));
  }
  for (const name in walked.a) {
    const below = belowOf(ignored, name);
    if (below === true || Object.hasOwn(walked.b, name)) continue;
    found.add(fieldElement(name), compare(nodeOfKey(walked.node, name) ?? LEAF_NODE, walked.a[name], undefined, below));
  }
  return found.nodes();
}

function belowOf(ignored: IgnoredFields, name: string): true | IgnoredFields {
  return ignored === NONE_IGNORED || !Object.hasOwn(ignored, name) ? NONE_IGNORED : (ignored[name] ?? NONE_IGNORED);
}

function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Collects what a level's parts say. */
class Found {
  private changed: FieldPrefix | undefined;
  private removed: FieldPrefix | undefined;

  add(element: string, nodes: Nodes | undefined): void {
    if (nodes?.changed !== undefined) {
      this.changed = (this.changed ?? noElements()).with(element, nodes.changed);
    }
    if (nodes?.removed !== undefined) {
      this.removed = (this.removed ?? noElements()).with(element, nodes.removed);
    }
  }

  nodes(): Nodes | undefined {
    const { changed, removed } = this;
    if (changed === undefined && removed === undefined) return undefined;
    return { changed: changed?.set(), removed: removed?.set() };
  }
}

/** Elements that are there twice count as one, which nothing merges. */
function compareItems(node: ListNode, a: readonly Json[], b: readonly Json[], found: Found): void {
  if (node.type === 'list' && isAligned(node, a, b)) {
    for (let at = 0; at < b.length; at++) {
      const nodes = compare(node.elements, a[at], b[at], NONE_IGNORED);
      if (nodes !== undefined) found.add(elementOf(node, b[at] ?? null), nodes);
    }
    return;
  }
  const [before, after] = [itemsByElement(node, a), itemsByElement(node, b)];
  const items = nodeOfItems(node);
  for (const element of new Set([...before.keys(), ...after.keys()])) {
    const [first = [], second = []] = [before.get(element), after.get(element)];
    if (first.length < 2 && second.length < 2) {
      found.add(element, compare(items, first[0], second[0], NONE_IGNORED));
    } else if (first.length > 1 && second.length > 1) {
      if (!deepEqual(first, second)) found.add(element, CHANGED_LEAF);
    } else if (first.length > 1) {
      const single = second.length === 1 ? compare(items, undefined, second[0], NONE_IGNORED) : undefined;
      found.add(element, { changed: single?.changed, removed: EMPTY_FIELDS });
    } else {
      const single = first.length === 1 ? compare(items, first[0], undefined, NONE_IGNORED) : undefined;
      found.add(element, { changed: EMPTY_FIELDS, removed: single?.removed });
    }
  }
}

/** Lists longer than this are compared by their elements. */
const mostAligned = 8;

/** Whether both have the same items by key, in the same order and each once: mostly only the items' other fields change. */
function isAligned(node: KeyedList, a: readonly Json[], b: readonly Json[]): boolean {
  if (a.length !== b.length || b.length > mostAligned) return false;
  for (let at = 0; at < b.length; at++) {
    const item = b[at];
    if (!isJsonObject(item) || !hasKeys(node, item) || !hasSameKeys(node, a[at], item)) return false;
    for (let other = 0; other < at; other++) if (hasSameKeys(node, b[other], item)) return false;
  }
  return true;
}

function hasKeys({ keys }: KeyedList, item: JsonObject): boolean {
  return keys.every((key) => typeof item[key] === 'string' || typeof item[key] === 'number');
}

function hasSameKeys({ keys }: KeyedList, a: Json | undefined, b: JsonObject): boolean {
  return isJsonObject(a) && keys.every((key) => a[key] === b[key]);
}

/** A list's items by the elements that stand for them. Items that can't be told apart are left out. */
export function itemsByElement(node: ListNode, list: readonly Json[]): ReadonlyMap<string, readonly Json[]> {
  const items = new Map<string, Json[]>();
  for (const item of list) {
    const element = tryElementOf(node, item);
    if (element === undefined) continue;
    const same = items.get(element);
    if (same === undefined) items.set(element, [item]);
    else same.push(item);
  }
  return items;
}

/** The element that stands for an item; undefined where nothing can tell it from others, and `tell` hears why. */
export function tryElementOf(node: ListNode, item: Json, tell?: (why: string) => void): string | undefined {
  try {
    return elementOf(node, item);
  } catch (error) {
    if (!(error instanceof TypedError)) throw error;
    tell?.(error.message);
    return undefined;
  }
}

/** Templates and specs are added again and again: what was found of a frozen value is kept. */
const known = new WeakMap<object, { readonly node: TypedNode; readonly fields: FieldSet }>();

/** The node of a value that wasn't there before: every path in it, those of structs, maps and lists too. */
function everyField(node: TypedNode, value: Json): FieldSet {
  if (node.type === 'leaf' || typeof value !== 'object' || value === null) return EMPTY_FIELDS;
  const before = known.get(value);
  if (before !== undefined && before.node === node) return before.fields;
  const walked = walkBoth(node, undefined, value);
  if (walked === 'leaf') return EMPTY_FIELDS;
  let elements = noElements().with('.', EMPTY_FIELDS);
  if (walked.as === 'list') {
    const items = nodeOfItems(walked.node);
    for (const [element, [item = null, ...same]] of itemsByElement(walked.node, walked.b)) {
      elements = elements.with(element, same.length > 0 ? EMPTY_FIELDS : everyField(items, item));
    }
  } else {
    for (const name in walked.b) {
      const part = walked.b[name];
      if (part === undefined) continue;
      elements = elements.with(fieldElement(name), everyField(nodeOfKey(walked.node, name) ?? LEAF_NODE, part));
    }
  }
  const fields = elements.set();
  if (Object.isFrozen(value)) known.set(value, { node, fields });
  return fields;
}

/**
 * The fields that a configuration names: its leaves, the keys of its maps, the items of its lists. Throws a TypedError for all that doesn't fit
 * its type: fields that it doesn't have, values of another type, lists whose items can't be told apart.
 */
export function fieldsOf(node: TypedNode, value: JsonObject): FieldSet {
  const errors: string[] = [];
  const fields = fieldsBelow(node, value, '', errors) ?? EMPTY_FIELDS;
  const [first, ...more] = errors;
  if (first === undefined) return fields;
  throw new TypedError(more.length === 0 ? first : ['errors:', ...errors].join('\n  '));
}

/** The same of an object that is there already, whatever is in it. */
export function fieldsOfObject(node: TypedNode, object: JsonObject): FieldSet {
  return fieldsBelow(node, object, '', undefined) ?? EMPTY_FIELDS;
}

/** The tree below a value; undefined where nothing of it counts (an empty list that others may fill). `errors`: gets what is wrong. */
function fieldsBelow(node: TypedNode, value: Json, path: string, errors: string[] | undefined): FieldSet | undefined {
  const walked = walkBoth(node, undefined, value);
  if (walked === 'leaf') {
    const wrong = errors && typeError(node, value);
    if (wrong !== undefined) errors?.push(`${path}: ${wrong}`);
    return isListNode(node) && Array.isArray(value) ? undefined : EMPTY_FIELDS;
  }
  const fields: Record<string, FieldSet> = {};
  if (walked.as === 'list') {
    const items = nodeOfItems(walked.node);
    for (const [index, item] of walked.b.entries()) {
      const element = tryElementOf(walked.node, item, (wrong) => errors?.push(`${path}: element ${index}: ${wrong}`));
      if (element === undefined) continue;
      const place = errors === undefined ? '' : fieldPathText([element]);
      const isDouble = fields[element] !== undefined;
      if (isDouble) errors?.push(`${path}: duplicate entries for key ${place}`);
      fields[element] = isDouble ? EMPTY_FIELDS : withSelf(fieldsBelow(items, item, path + place, errors));
    }
  } else {
    for (const [name, part] of Object.entries(walked.b)) {
      if (part === undefined) continue;
      const isNamed = walked.node.field(name) !== undefined;
      const inner = nodeOfKey(walked.node, name);
      if (inner === undefined) errors?.push(`${path}.${name}: field not declared in schema`);
      const below = fieldsBelow(inner ?? LEAF_NODE, part, errors === undefined ? '' : `${path}.${name}`, errors);
      const isMember = !isNamed || part === null || (isJsonObject(part) && Object.keys(part).length === 0);
      if (isMember) fields[`f:${name}`] = withSelf(below);
      else if (below !== undefined) fields[`f:${name}`] = below;
    }
  }
  for (const _ in fields) return internedFields(fields);
  return undefined;
}

const isListNode = (node: TypedNode): boolean => node.type === 'list' || node.type === 'set';

function withSelf(below: FieldSet | undefined): FieldSet {
  if (below === undefined) return EMPTY_FIELDS;
  for (const _ in below) return { '.': EMPTY_FIELDS, ...below };
  return EMPTY_FIELDS;
}
