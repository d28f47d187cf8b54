/** Merging a configuration into a value, and taking fields out of one. Both share with their input what stays the same. */
import { deepEqual } from './equal.ts';
import { EMPTY_FIELDS, type FieldSet, hasElement, isEmptyFields } from './field-set.ts';
import type { Json, JsonObject } from './json.ts';
import { itemsByElement, tryElementOf } from './typed-compare.ts';
import { type ListNode, nodeOfItems, nodeOfKey, walkBoth } from './typed-elements.ts';
import { LEAF_NODE, type TypedNode } from './typed-node.ts';

/** The live value with the configuration's fields put over it. Lists are merged by their keys, in the configuration's order. */
export function mergeTyped(node: TypedNode, live: JsonObject, config: JsonObject): JsonObject {
  return merge(node, live, config) as JsonObject;
}

function merge(node: TypedNode, live: Json | undefined, config: Json | undefined): Json | undefined {
  if (config === undefined || config === live) return live;
  if (live === undefined) return config;
  const walked = walkBoth(node, live, config);
  if (walked === 'leaf' || config === null) return deepEqual(live, config) ? live : config;
  if (walked.as === 'list') return mergeLists(walked.node, walked.a, walked.b);
  let changed: Map<string, Json | undefined> | undefined;
  for (const name in walked.b) {
    const before = Object.hasOwn(walked.a, name) ? walked.a[name] : undefined;
    const after = merge(nodeOfKey(walked.node, name) ?? LEAF_NODE, before, walked.b[name]);
    if (after === before) continue;
    changed ??= new Map(Object.entries(walked.a));
    changed.set(name, after);
  }
  // Of entries, so that a key like __proto__ is a key.
  return changed === undefined ? live : Object.fromEntries(changed);
}

/**
 * Items of both lists come in the configuration's order; those that only the live list has stay between the neighbours they have there
 * (upstream: structured-merge-diff, typed/merge.go).
 */
function mergeLists(node: ListNode, live: readonly Json[], config: readonly Json[]): readonly Json[] {
  const [liveItems, configItems] = [itemsByElement(node, live), itemsByElement(node, config)];
  const inner = nodeOfItems(node);
  const [left, right] = [live.map((item) => tryElementOf(node, item) ?? ''), [...configItems.keys()]];
  const shared = right.filter((element) => liveItems.has(element));
  const merged: Json[] = [];
  const done = new Set<string>();
  let [atLeft, atRight, turn] = [0, 0, 0];

  function take(element: string): void {
    const [item, ...same] = liveItems.get(element) ?? [];
    const value = merge(inner, same.length > 0 ? undefined : item, configItems.get(element)?.[0]);
    if (value !== undefined) merged.push(value);
    done.add(element);
    if (shared[turn] === element) turn += 1;
  }

  while (atLeft < left.length || atRight < right.length) {
    const [mine, theirs] = [left[atLeft], right[atRight]];
    if (mine !== undefined && mine === theirs) {
      take(mine);
      atLeft += 1;
      atRight += 1;
    } else if (mine !== undefined && !configItems.has(mine)) {
      merged.push(live[atLeft] ?? null);
      atLeft += 1;
    } else if (mine !== undefined && (done.has(mine) || (theirs !== undefined && shared[turn] !== mine))) {
      // It comes, or came, where the configuration has it.
      atLeft += 1;
    } else if (theirs !== undefined) {
      take(theirs);
      atRight += 1;
    } else {
      atLeft += 1;
    }
  }
  const isSame = merged.length === live.length && merged.every((item, index) => item === live[index]);
  return isSame ? live : merged;
}

/** The value without the fields of the set. Maps and lists that lose their last item go as well. */
export function removeFields(node: TypedNode, value: JsonObject, fields: FieldSet): JsonObject {
  return isEmptyFields(fields) ? value : ((without(node, value, fields) ?? {}) as JsonObject);
}

function without(node: TypedNode, value: Json, fields: FieldSet): Json | undefined {
  const walked = walkBoth(node, undefined, value);
  if (walked === 'leaf') return value;
  if (walked.as === 'list') {
    const kept: Json[] = [];
    const items = nodeOfItems(walked.node);
    for (const item of walked.b) {
      const element = tryElementOf(walked.node, item) ?? '';
      if (hasElement(fields, element)) continue;
      const below = fields[element];
      const left = below === undefined ? item : without(items, item, below);
      if (left !== undefined) kept.push(left);
    }
    return kept.length === 0 ? undefined : kept;
  }
  const kept: [string, Json | undefined][] = [];
  for (const [name, part] of Object.entries(walked.b)) {
    const element = `f:${name}`;
    if (hasElement(fields, element) || part === undefined) continue;
    const below = fields[element];
    const left = below === undefined ? part : without(nodeOfKey(walked.node, name) ?? LEAF_NODE, part, below);
    if (left !== undefined) kept.push([name, left]);
  }
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** The set with every struct field on the way to one of its fields in it as well: removing the last one removes the struct, too. */
export function withNamedFields(node: TypedNode, fields: FieldSet): FieldSet {
  return namedBelow(node, fields);
}

function namedBelow(node: TypedNode, fields: FieldSet): FieldSet {
  const result: Record<string, FieldSet> = {};
  for (const element in fields) {
    const below = fields[element] ?? EMPTY_FIELDS;
    if (element === '.') {
      result[element] = below;
      continue;
    }
    const name = element.startsWith('f:') ? element.slice(2) : undefined;
    const isStruct = node.type === 'object' && name !== undefined;
    const isNamed = isStruct && node.field(name) !== undefined;
    const inner = isStruct ? nodeOfKey(node, name) : node.type === 'list' ? node.elements : undefined;
    const deep = isEmptyFields(below) ? below : namedBelow(inner ?? LEAF_NODE, below);
    const isMember = isEmptyFields(deep) || deep['.'] !== undefined;
    result[element] = isNamed && !isMember ? { '.': EMPTY_FIELDS, ...deep } : deep;
  }
  return result;
}
