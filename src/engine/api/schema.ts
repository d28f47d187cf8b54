/** Structural validation: from what came in to a typed object, by walking the field tables. */
import {
  badRequest,
  canonicalQuantity,
  goKind,
  isJsonObject,
  type Json,
  type JsonObject,
  type KubeObject,
  parseQuantity,
  parseTime,
  type Status,
  StatusError,
} from '../meta/index.ts';
import {
  type FieldDefinition,
  isKindType,
  plainTypeName,
  qualifiedTypeName,
  type Scalar,
  type TypeDefinition,
  typeDefinition,
} from './field-table.ts';
import { apiVersionOf } from './lookup.ts';
import type { Kind, KindDefinition } from './types.ts';

export interface Decoded<T extends KubeObject> {
  /** Without unknown fields, nulls, empty lists and empty maps; quantities in canonical form. Shares what needed no change with the input. */
  readonly object: T;
  /** `unknown field "spec.foo"`, in the order found. */
  readonly problems: readonly string[];
}

/**
 * Decodes an object of a kind. apiVersion and kind may be missing; other ones are refused. Absent parts stay absent:
 * defaults and required fields are the kind's rules' part. Parts that are the very same in `stored`, which was decoded
 * when it came, aren't looked at. Throws a StatusError (400) worded as upstream's decoder.
 */
export function decode<T extends KubeObject>(
  kind: Kind<T> & Pick<KindDefinition, 'schema'>,
  body: Json | undefined,
  stored?: Json,
): Decoded<T> {
  const problems: string[] = [];
  const fault = (message: string): never => {
    throw new StatusError(badRequest(`${handledAs(kind)}: ${message}`));
  };
  if (!isJsonObject(body))
    return fault(`json: cannot unmarshal ${goKind(body)} into Go value of type ${goType(kind)}`);
  const apiVersion = apiVersionOf(kind);
  const walk: Walk = { problems, fault };
  const fields = walkStruct(typeDefinition(plainTypeName(kind.schema)), body, stored, '', walk);
  const given = fields.apiVersion ?? apiVersion;
  if (given !== apiVersion) {
    const message = `the API version in the data (${given}) does not match the expected API version (${apiVersion})`;
    throw new StatusError(badRequest(message));
  }
  const givenKind = fields.kind ?? kind.kind;
  if (givenKind !== kind.kind) {
    const from = `${givenKind} in version "${kind.version}" cannot be handled as a ${kind.kind}`;
    throw new StatusError(badRequest(`${from}: ${whyNotConverted(kind, String(givenKind))}`));
  }
  const isWhole = fields.apiVersion !== undefined && fields.kind !== undefined && fields.metadata !== undefined;
  const whole = isWhole ? fields : { ...fields, apiVersion, kind: kind.kind, metadata: fields.metadata ?? {} };
  return { object: whole as JsonObject & T, problems };
}

/** 400 for fieldValidation=Strict, naming every problem. */
export function strictDecodingError(kind: Kind, problems: readonly string[]): Status {
  return badRequest(`${handledAs(kind)}: strict decoding error: ${problems.join(', ')}`);
}

const handledAs = ({ kind, version }: Kind): string => `${kind} in version "${version}" cannot be handled as a ${kind}`;

/** Where objects of one kind were given for another (upstream conversion.Converter: the type that was sent, the type in memory). */
function whyNotConverted({ schema, version, kind }: Kind & Pick<KindDefinition, 'schema'>, given: string): string {
  const parts = schema.split('.');
  if (!isKindType([...parts.slice(0, -1), given].join('.'))) return `no kind "${kind}" in the data`;
  const group = parts.at(-3) ?? '';
  return `converting (${version}.${given}) to (${group === 'events' ? 'core' : group}.${kind}): unknown conversion`;
}

interface Walk {
  readonly problems: string[];
  readonly fault: (message: string) => never;
}

/** Lists that upstream writes also when there is nothing in them; all others are `omitempty`, and so are its maps. */
const shownEmpty: ReadonlySet<string> = new Set(['containers', 'drivers', 'monitors', 'nodeSelectorTerms', 'sources']);

function isEmpty(value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0;
  for (const _ in value as JsonObject) return false;
  return true;
}

/** Frozen structs known to be right: templates and specs come by again and again. */
const right = new WeakMap<JsonObject, TypeDefinition>();

function walkStruct(
  type: TypeDefinition,
  value: JsonObject,
  stored: Json | undefined,
  path: string,
  walk: Walk,
): JsonObject {
  if (right.get(value) === type) return value;
  const before = isJsonObject(stored) ? stored : undefined;
  let changed: Record<string, Json | undefined> | undefined;
  for (const key in value) {
    const part = value[key];
    const field = type.fields.get(key);
    if (field === undefined) walk.problems.push(`unknown field "${path}${key}"`);
    if (field === undefined || part === null || part === undefined) {
      changed ??= { ...value };
      delete changed[key];
      continue;
    }
    const known = before?.[key];
    const result = part === known ? part : walkField(type, field, part, known, path, walk);
    const absent = field.shape !== '' && isEmpty(result) && !shownEmpty.has(key);
    if (result === part && !absent) continue;
    changed ??= { ...value };
    if (absent) delete changed[key];
    else changed[key] = result;
  }
  if (changed === undefined && Object.isFrozen(value)) right.set(value, type);
  return changed ?? value;
}

function walkField(
  type: TypeDefinition,
  field: FieldDefinition,
  value: Json,
  stored: Json | undefined,
  path: string,
  walk: Walk,
): Json {
  switch (field.shape) {
    case '[':
      return walkList(type, field, value, stored, path, walk);
    case '{':
    case '{[':
      return walkMap(type, field, value, path, walk);
    default:
      return walkOne(type, field, value, stored, path, '', walk);
  }
}

function walkList(
  type: TypeDefinition,
  field: FieldDefinition,
  value: Json,
  stored: Json | undefined,
  path: string,
  walk: Walk,
): Json {
  if (!Array.isArray(value)) return mismatch(type, field, value, path, walk);
  const list: readonly Json[] = value;
  const before: readonly Json[] = Array.isArray(stored) ? stored : [];
  let changed: Json[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const element = list[index] ?? null;
    if (element === before[index]) continue;
    const result = walkOne(type, field, element, before[index], path, `[${index}]`, walk);
    if (result === element) continue;
    changed ??= [...list];
    changed[index] = result;
  }
  return changed ?? value;
}

function walkMap(type: TypeDefinition, field: FieldDefinition, value: Json, path: string, walk: Walk): Json {
  if (!isJsonObject(value)) return mismatch(type, field, value, path, walk);
  let changed: Record<string, Json | undefined> | undefined;
  for (const key in value) {
    // A null in a map is Go's zero value.
    const part = value[key] ?? (field.scalar === 's' ? '' : field.scalar === 'q' ? '0' : null);
    const result =
      field.shape === '{['
        ? walkList(type, field, part, undefined, path, walk)
        : walkOne(type, field, part, undefined, path, '', walk);
    if (result === value[key]) continue;
    changed ??= { ...value };
    changed[key] = result;
  }
  return changed ?? value;
}

/** One value: a field's, or an element of its list or map (`index` is then `[3]`). */
function walkOne(
  type: TypeDefinition,
  field: FieldDefinition,
  value: Json,
  stored: Json | undefined,
  path: string,
  index: string,
  walk: Walk,
): Json {
  const { scalar } = field;
  if (scalar === 's') return typeof value === 'string' ? value : mismatch(type, field, value, path, walk, true);
  if (scalar === undefined) {
    if (!isJsonObject(value)) return mismatch(type, field, value, path, walk, true);
    return walkStruct(typeDefinition(field.struct), value, stored, `${path}${field.name}${index}.`, walk);
  }
  if (scalar === 'q')
    return (typeof value === 'object' ? undefined : canonicalQuantity(`${value}`)) ?? walk.fault(quantityError(value));
  if (isScalar(scalar, value)) return value;
  const detail = parseError(scalar, value);
  return detail === undefined ? mismatch(type, field, value, path, walk, true) : walk.fault(detail);
}

function isScalar(scalar: Scalar, value: Json): boolean {
  switch (scalar) {
    case 'i':
      return typeof value === 'number' && (value | 0) === value;
    case 'l':
      return typeof value === 'number' && Number.isSafeInteger(value);
    case 'd':
      return typeof value === 'number';
    case 'b':
      return typeof value === 'boolean';
    case 't':
    case 'm':
      return typeof value === 'string' && parseTime(value) !== undefined;
    case 'x':
      return typeof value === 'string' || (typeof value === 'number' && (value | 0) === value);
    case 'y':
      return (
        typeof value === 'string' && /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value)
      );
    default:
      return true;
  }
}

function quantityError(value: Json): string {
  const quantity = parseQuantity(typeof value === 'object' ? '' : `${value}`);
  return 'error' in quantity ? quantity.error : '';
}

/** Values with a parser of their own upstream fail in its words, without the field. */
function parseError(scalar: Scalar, value: Json): string | undefined {
  if (scalar === 'y' && typeof value === 'string') return 'illegal base64 data';
  if ((scalar !== 't' && scalar !== 'm') || typeof value !== 'string') return undefined;
  const layout = scalar === 't' ? '2006-01-02T15:04:05Z07:00' : '2006-01-02T15:04:05.000000Z07:00';
  return `parsing time "${value}" as "${layout}": cannot parse "${value}" as "2006"`;
}

const GO_SCALARS: Readonly<Record<Scalar, string>> = {
  s: 'string',
  i: 'int32',
  l: 'int64',
  d: 'float64',
  b: 'bool',
  t: 'v1.Time',
  m: 'v1.MicroTime',
  x: 'intstr.IntOrString',
  q: 'resource.Quantity',
  y: '[]uint8',
  a: 'interface {}',
};

const GO_SHAPES = { '': '', '[': '[]', '{': 'map[string]', '{[': 'map[string][]' } as const;

/** As Go's decoder says it; its path has no indexes. `isElement`: the value is one of the field's, not the whole. */
function mismatch(
  type: TypeDefinition,
  field: FieldDefinition,
  value: Json,
  path: string,
  walk: Walk,
  isElement = false,
): never {
  const element = field.scalar === undefined ? goStruct(field.struct) : GO_SCALARS[field.scalar];
  const shape = isElement ? '' : GO_SHAPES[field.shape];
  const place = `${type.name}.${path.replace(/\[\d+\]/g, '')}${field.name}`;
  const shown = typeof value === 'number' && element.startsWith('int') ? `number ${value}` : goKind(value);
  return walk.fault(`json: cannot unmarshal ${shown} into Go struct field ${place} of type ${shape}${element}`);
}

/** `v1.PodSpec`: Go's package and type. */
function goStruct(name: string): string {
  return qualifiedTypeName(name).split('.').slice(-2).join('.');
}

const goType = ({ version, kind }: Kind): string => `${version}.${kind}`;
