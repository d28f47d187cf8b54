/** JSON values in the words of Go: what its decoder calls them, and how its verbs print them. */
import { isJsonObject, type Json } from './json.ts';
import type { TypedNode } from './typed-node.ts';

/** What the decoder calls a value: `cannot unmarshal array`. */
export function goKind(value: Json | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** As `%v` prints it. */
export function goText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (!isJsonObject(value)) return value === null ? '<nil>' : String(value);
  return `map[${entriesOf(value).map(([key, part]) => `${key}:${goText(part)}`).join(' ')}]`;
}

/** As `%#v` prints it. */
export function goSyntax(value: Json): string {
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (!isJsonObject(value)) return value === null ? 'interface {}(nil)' : JSON.stringify(value);
  return `map[string]interface {}{${entriesOf(value).map(([key, part]) => `${JSON.stringify(key)}:${goSyntax(part)}`).join(', ')}}`;
}

const entriesOf = (value: { readonly [key: string]: Json | undefined }): [string, Json][] =>
  Object.keys(value)
    .sort()
    .map((key) => [key, value[key] ?? null]);

/** Of a node's type, or a leaf's: what Go's decoder calls values of it, and what an error does. */
const expected: Readonly<Record<string, readonly [kind: string, words: string]>> = {
  object: ['object', 'map'],
  list: ['array', 'list'],
  set: ['array', 'list'],
  numeric: ['number', 'numeric (int or float)'],
  string: ['string', 'string'],
  boolean: ['bool', 'boolean'],
};

const goTypes: Readonly<Record<string, string>> = { array: '[]interface {}', object: 'map[string]interface {}' };

/** Why a value isn't what its node says (typed/validate.go); null fits everywhere. */
export function typeError(node: TypedNode, value: Json): string | undefined {
  const type = node.type === 'leaf' ? node.scalar : node.type;
  const wanted = expected[type ?? ''];
  const kind = goKind(value);
  if (wanted === undefined || kind === 'null' || kind === wanted[0]) return undefined;
  let got = `&{${goText(value)}}`;
  if (type === 'numeric') got = goTypes[kind] ?? kind;
  else if (type === 'string') got = `&value.valueUnstructured{Value:${goSyntax(value)}}`;
  return `expected ${wanted[1]}, got ${got}`;
}
