/**
 * Lists and maps of a kind, each made long: an object of tests/kinds is what is around it, and its schema says what else could be there.
 */
import type { Json, JsonObject } from '../../src/engine/index.ts';
import type { Schema, Schemas } from './draw.ts';

/** A list or a map, and the way to it through an object; `0` is a list's first item. */
export interface Place {
  readonly path: readonly string[];
  readonly kind: 'list' | 'map';
  /** Of an item or a value. */
  readonly schema: Schema;
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Deeper than this is more of the same: a schema in a schema, a pod in a template. */
const mostDepth = 14;

function resolve(schema: Schema, schemas: Schemas): Schema & { readonly name?: string } {
  const to = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (to === undefined) return schema;
  const name = to.slice('#/components/schemas/'.length);
  return { ...resolve(schemas[name] ?? {}, schemas), name };
}

/** Every list and map of a kind, each type of a field once below itself. */
export function placesOf(kind: Schema, schemas: Schemas): readonly Place[] {
  const places: Place[] = [];
  const walk = (given: Schema, path: readonly string[], above: readonly string[]): void => {
    const { name, ...schema } = resolve(given, schemas);
    if (path.length > mostDepth || (name !== undefined && above.includes(name)) || path[1] === 'managedFields') return;
    const below = name === undefined ? above : [...above, name];
    for (const [field, part] of Object.entries(schema.properties ?? {})) walk(part, [...path, field], below);
    if (schema.type === 'array' && schema.items !== undefined) {
      places.push({ path, kind: 'list', schema: schema.items });
      walk(schema.items, [...path, '0'], below);
    }
    if (typeof schema.additionalProperties === 'object') places.push({ path, kind: 'map', schema: schema.additionalProperties });
  };
  walk(kind, [], []);
  return places;
}

/** Values of fields that a check would refuse otherwise, and would then not look at the rest. */
const plausible: ReadonlyMap<string, Json> = new Map(
  Object.entries<readonly string[]>({
    '/a': ['mountPath', 'path'],
    '10.0.0.0/24': ['podCIDRs'],
    '10.0.0.0/8': ['cidr'],
    '10.0.0.1': ['ip', 'ips'],
    a: ['image', 'type', 'values'],
    apps: ['apiGroups'],
    CREATE: ['operations'],
    DoNotSchedule: ['whenUnsatisfiable'],
    get: ['verbs'],
    In: ['operator'],
    'metadata.name': ['fieldPath'],
    Metadata: ['level'],
    Node: ['kind'],
    NoSchedule: ['effect'],
    pods: ['resources'],
    Prefix: ['pathType'],
    TCP: ['protocol'],
    v1: ['apiVersion', 'apiVersions'],
  }).flatMap(([value, fields]) => fields.map((field) => [field, value] as const)),
);

/** Numbers are 1 otherwise. */
const number = ['maxSkew', 'weight', 'containerPort'];

/** The least of a type: what is required, and what names it. */
function least(given: Schema, schemas: Schemas, field: string): Json {
  const schema = resolve(given, schemas);
  if (schema.properties !== undefined) {
    const { properties, required = [] } = schema;
    const told = Object.keys(properties).filter((name) => required.includes(name) || plausible.has(name) || number.includes(name) || name === 'name' || name === 'key');
    return Object.fromEntries(told.map((name) => [name, least(properties[name] ?? {}, schemas, name)]));
  }
  if (schema.type === 'array') return [least(schema.items ?? {}, schemas, field)];
  if (schema.type === 'object') return {};
  const known = plausible.get(field);
  if (known !== undefined && schema.type === 'string') return known;
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  if (schema.type === 'boolean') return true;
  return schema.enum?.[0] ?? 'a';
}

/** Fields whose values tell items apart. */
const tellingApart = new Set(['key', 'name', 'port', 'containerPort', 'hostPort', 'nodePort', 'ip', 'hostIP', 'mountPath', 'devicePath', 'path', 'topologyKey', 'uid', 'host', 'number']);

/** The same item with other names, and other numbers. */
function another(item: Json, at: number, field: string): Json {
  if (typeof item === 'string') return renamed(item, at);
  if (typeof item === 'number') return item + at;
  if (Array.isArray(item)) return item.map((each) => (typeof each === 'object' ? another(each, at, field) : each));
  if (!isObject(item)) return item;
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, value !== undefined && (typeof value === 'object' || tellingApart.has(name)) ? another(value, at, name) : (value ?? null)]),
  );
}

function renamed(text: string, at: number): string {
  const address = /^10\.0\.0\.\d+(\/\d+)?$/.exec(text);
  if (address !== null) return `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}${address[1] ?? ''}`;
  return `${text}${at}`;
}

/** The object with `n` items at a place: each another one, or each the same; in reverse order, where that is so. */
export function grown(object: JsonObject, { path, kind, schema }: Place, schemas: Schemas, root: Schema, n: number, isDistinct: boolean, isReversed = false): JsonObject {
  const make = (found: Json | undefined): Json => {
    const field = path.at(-1) ?? '';
    const known = Array.isArray(found) ? found[0] : isObject(found) ? Object.values(found)[0] : undefined;
    const item = known ?? least(schema, schemas, field);
    const numbers = Array.from({ length: n }, (_, at) => (isReversed ? n - 1 - at : at));
    if (kind === 'list') return numbers.map((at) => (isDistinct ? another(item, at, field) : item));
    return Object.fromEntries(numbers.map((at) => [`k${at}`, isDistinct ? another(item, at, field) : item]));
  };
  return within(object, root, path, schemas, '', make) as JsonObject;
}

function within(value: Json | undefined, given: Schema, [step, ...rest]: readonly string[], schemas: Schemas, field: string, make: (found: Json | undefined) => Json): Json {
  if (step === undefined) return make(value);
  const schema = resolve(given, schemas);
  if (schema.type === 'array') {
    const items = schema.items ?? {};
    const [first = least(items, schemas, field), ...others] = Array.isArray(value) ? value : [];
    return [within(first, items, rest, schemas, field, make), ...others];
  }
  const parent = isObject(value) ? value : (least(given, schemas, field) as JsonObject);
  return { ...parent, [step]: within(parent[step], schema.properties?.[step] ?? {}, rest, schemas, step, make) };
}
