/**
 * Sets of fields in the form of metadata.managedFields (FieldsV1), which is a tree: `f:name` a field, `k:{"name":"x"}` an element of a keyed
 * list, `v:"x"` a member of a set, `i:3` an index, `.` the thing itself. `{}` below a key is the thing itself without anything below.
 * Sets are never changed: operations share what stays the same (upstream: structured-merge-diff, fieldpath).
 */
import { EMPTY_FIELDS, type FieldSet } from './field-order.ts';
import { internedFields } from './interned-fields.ts';
import { isJsonObject, type Json } from './json.ts';

export { EMPTY_FIELDS, type FieldSet } from './field-order.ts';

export function isEmptyFields(set: FieldSet): boolean {
  for (const _ in set) return false;
  return true;
}

/** Whether the path that led to this node is in the set. */
function isMember(node: FieldSet): boolean {
  return node['.'] !== undefined || isEmptyFields(node);
}

/** Fields of either. */
export function unionOfFields(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || isEmptyFields(b)) return a;
  return isEmptyFields(a) ? b : unionOfNodes(a, b);
}

function unionOfNodes(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a;
  if (isEmptyFields(a)) return withSelf(b);
  if (isEmptyFields(b)) return withSelf(a);
  let result: Record<string, FieldSet> | undefined;
  for (const element in b) {
    const before = a[element];
    const other = b[element] ?? EMPTY_FIELDS;
    const after = before === undefined ? other : unionOfNodes(before, other);
    if (after === before) continue;
    result ??= { ...a };
    result[element] = after;
  }
  if (result === undefined) return a;
  return internedFields(result);
}

function withSelf(node: FieldSet): FieldSet {
  return isMember(node) ? node : internedFields({ '.': EMPTY_FIELDS, ...node });
}

/** Fields of `a` that aren't in `b`. What is below a field of `b` stays. */
export function differenceOfFields(a: FieldSet, b: FieldSet): FieldSet {
  return isEmptyFields(a) || isEmptyFields(b) ? a : (without(a, b, false, false) ?? EMPTY_FIELDS);
}

/** Fields of `a` that neither are in `b` nor below one that is. */
export function outsideOfFields(a: FieldSet, b: FieldSet): FieldSet {
  return isEmptyFields(a) || isEmptyFields(b) ? a : (without(a, b, true, false) ?? EMPTY_FIELDS);
}

function without(a: FieldSet, b: FieldSet, isRecursive: boolean, isNode = true): FieldSet | undefined {
  const isGone = isNode && isMember(b);
  if (isGone && isRecursive) return undefined;
  const isSelf = isNode && isMember(a);
  if (isSelf && isEmptyFields(a)) return isGone ? undefined : a;
  if (!isGone && !overlaps(a, b)) return a;
  let isSame = true;
  const result: Record<string, FieldSet> = {};
  for (const element in a) {
    const before = a[element] ?? EMPTY_FIELDS;
    const other = element === '.' ? undefined : b[element];
    const isLeft = element !== '.' || !isGone;
    const after = other === undefined ? (isLeft ? before : undefined) : without(before, other, isRecursive);
    isSame &&= after === before;
    if (after !== undefined) result[element] = after;
  }
  return isSame ? a : normal(internedFields(result), isSelf && !isGone);
}

function overlaps(a: FieldSet, b: FieldSet): boolean {
  for (const element in b) if (a[element] !== undefined && element !== '.') return true;
  return false;
}

/** Fields of both. */
export function intersectionOfFields(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a;
  return isEmptyFields(a) || isEmptyFields(b) ? EMPTY_FIELDS : (common(a, b, false) ?? EMPTY_FIELDS);
}

function common(a: FieldSet, b: FieldSet, isNode = true): FieldSet | undefined {
  const result: Record<string, FieldSet> = {};
  const isBoth = isNode && isMember(a) && isMember(b);
  for (const element in a) {
    const [first, second] = [a[element], b[element]];
    if (first === undefined || second === undefined || element === '.') continue;
    const both = common(first, second);
    if (both !== undefined) result[element] = both;
  }
  if (isBoth && !isEmptyFields(result)) return { '.': EMPTY_FIELDS, ...result };
  return normal(result, isBoth);
}

/** A node without anything below is a leaf if it is in the set, and nothing otherwise. */
function normal(node: FieldSet, isSelf: boolean): FieldSet | undefined {
  for (const element in node) if (element !== '.') return node;
  return isSelf ? EMPTY_FIELDS : undefined;
}

/** Whether the path of these elements is in the set. */
export function hasField(set: FieldSet, path: readonly string[]): boolean {
  let node: FieldSet | undefined = set;
  for (const element of path) {
    node = node[element];
    if (node === undefined) return false;
  }
  return path.length > 0 && isMember(node);
}

/** Whether an element of the set's first level is in it. */
export function hasElement(set: FieldSet, element: string): boolean {
  const node = set[element];
  return node !== undefined && isMember(node);
}

/** Every path of the set, in upstream's order: what is on a level comes before what is below it. */
export function pathsOfFields(set: FieldSet): readonly (readonly string[])[] {
  const paths: (readonly string[])[] = [];
  const visit = (node: FieldSet, path: readonly string[]): void => {
    const elements = Object.keys(node).filter((element) => element !== '.');
    for (const element of elements) if (hasElement(node, element)) paths.push([...path, element]);
    for (const element of elements) visit(node[element] ?? EMPTY_FIELDS, [...path, element]);
  };
  visit(set, []);
  return paths;
}

/** As errors name a path: `.spec.containers[name="web"].image`. */
export function fieldPathText(path: readonly string[]): string {
  return path.map(elementText).join('');
}

function elementText(element: string): string {
  const text = element.slice(2);
  switch (element.charAt(0)) {
    case 'f':
      return `.${text}`;
    case 'k': {
      const keys: unknown = JSON.parse(text);
      const pairs = typeof keys === 'object' && keys !== null ? Object.entries(keys) : [];
      return `[${pairs.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(',')}]`;
    }
    case 'v':
      return `[=${text}]`;
    default:
      return `[${text}]`;
  }
}

/**
 * A set from `fieldsV1` as a client or etcd gave it; undefined when it is none. Elements of an unknown kind are left out, as upstream does for the
 * sake of later versions.
 */
export function parseFields(value: Json | undefined): FieldSet | undefined {
  if (value === undefined || value === null) return EMPTY_FIELDS;
  if (!isJsonObject(value)) return undefined;
  const result: Record<string, FieldSet> = {};
  for (const [element, below] of Object.entries(value)) {
    const known = parseElement(element);
    if (known === 'wrong') return undefined;
    const node = parseFields(below);
    if (node === undefined) return undefined;
    if (known !== 'unknown') result[known] = node;
  }
  return internedFields(result);
}

function parseElement(element: string): string {
  if (element === '.') return element;
  if (element.charAt(1) !== ':') return 'wrong';
  const [kind, text] = [element.charAt(0), element.slice(2)];
  if (kind === 'f') return element;
  if (kind === 'i') return /^-?\d+$/.test(text) ? element : 'wrong';
  if (kind !== 'k' && kind !== 'v') return 'unknown';
  try {
    const value: Json = JSON.parse(text);
    if (kind === 'v') return `v:${JSON.stringify(value)}`;
    return isJsonObject(value) ? keyElement(value) : 'wrong';
  } catch {
    return 'wrong';
  }
}

/** The element of a keyed list with these keys. */
export function keyElement(keys: Readonly<Record<string, Json | undefined>>): string {
  const names = Object.keys(keys);
  if (names.length === 1) return `k:{${JSON.stringify(names[0])}:${JSON.stringify(keys[names[0] ?? ''])}}`;
  const sorted = names.sort().map((name) => `${JSON.stringify(name)}:${JSON.stringify(keys[name])}`);
  return `k:{${sorted.join(',')}}`;
}
