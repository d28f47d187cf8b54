/** The types of the Common Expression Language: what the checker knows of a value (cel-spec, langdef). */

export type Type =
  | { readonly kind: SimpleKind }
  | { readonly kind: 'list'; readonly element: Type }
  | { readonly kind: 'map'; readonly key: Type; readonly value: Type }
  | { readonly kind: 'optional'; readonly value: Type }
  | ObjectType
  | { readonly kind: 'opaque'; readonly name: string }
  | { readonly kind: 'param'; readonly name: string };

export type SimpleKind =
  | 'dyn'
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'null_type'
  | 'timestamp'
  | 'duration'
  | 'type';

/** Has fields that are known by name; others don't exist. */
export interface ObjectType {
  readonly kind: 'object';
  readonly name: string;
  field(name: string): Type | undefined;
}

export const DYN: Type = { kind: 'dyn' };
export const BOOL: Type = { kind: 'bool' };
export const INT: Type = { kind: 'int' };
export const DOUBLE: Type = { kind: 'double' };
export const STRING: Type = { kind: 'string' };
export const BYTES: Type = { kind: 'bytes' };
export const TIMESTAMP: Type = { kind: 'timestamp' };
export const DURATION: Type = { kind: 'duration' };
export const NULL: Type = { kind: 'null_type' };

export const listOf = (element: Type): Type => ({ kind: 'list', element });
export const mapOf = (key: Type, value: Type): Type => ({ kind: 'map', key, value });
export const optionalOf = (value: Type): Type => ({ kind: 'optional', value });
export const opaque = (name: string): Type => ({ kind: 'opaque', name });

/** An object type from its fields. */
export function objectOf(name: string, fields: ReadonlyMap<string, Type>): ObjectType {
  return { kind: 'object', name, field: (field) => fields.get(field) };
}

/** As cel-go's messages name a type: `list(string)`. */
export function formatType(type: Type): string {
  switch (type.kind) {
    case 'list':
      return `list(${formatType(type.element)})`;
    case 'map':
      return `map(${formatType(type.key)}, ${formatType(type.value)})`;
    case 'optional':
      return `optional_type(${formatType(type.value)})`;
    case 'object':
    case 'opaque':
      return type.name;
    case 'param':
      return 'dyn';
    case 'null_type':
      return 'null';
    default:
      return type.kind;
  }
}

/** What type parameters stand for so far. */
export type Bindings = Map<string, Type>;

/** Whether a value of one type may stand where the other is wanted; binds parameters of both. */
export function assignable(to: Type, from: Type, bindings: Bindings): boolean {
  const a = resolve(to, bindings);
  const b = resolve(from, bindings);
  if (a === b || (a.kind === 'param' && b.kind === 'param' && a.name === b.name)) return true;
  if (a.kind === 'param') return bind(a.name, b, bindings);
  if (b.kind === 'param') return bind(b.name, a, bindings);
  if (a.kind === 'dyn' || b.kind === 'dyn') return true;
  if (a.kind === 'null_type' || b.kind === 'null_type') return takesNull(a) && takesNull(b);
  if (a.kind === 'list') return b.kind === 'list' && assignable(a.element, b.element, bindings);
  if (a.kind === 'map')
    return b.kind === 'map' && assignable(a.key, b.key, bindings) && assignable(a.value, b.value, bindings);
  if (a.kind === 'optional') return b.kind === 'optional' && assignable(a.value, b.value, bindings);
  if (a.kind === 'object' || a.kind === 'opaque') return b.kind === a.kind && a.name === b.name;
  return a.kind === b.kind;
}

const NULLABLE = new Set(['null_type', 'object', 'opaque', 'timestamp', 'duration']);
const takesNull = ({ kind }: Type): boolean => NULLABLE.has(kind);

function bind(name: string, type: Type, bindings: Bindings): boolean {
  if (mentions(type, name, bindings)) return false;
  bindings.set(name, type);
  return true;
}

function mentions(type: Type, name: string, bindings: Bindings): boolean {
  const found = resolve(type, bindings);
  switch (found.kind) {
    case 'param':
      return found.name === name;
    case 'list':
      return mentions(found.element, name, bindings);
    case 'map':
      return mentions(found.key, name, bindings) || mentions(found.value, name, bindings);
    case 'optional':
      return mentions(found.value, name, bindings);
    default:
      return false;
  }
}

/** The type itself, or what a parameter is bound to. */
export function resolve(type: Type, bindings: Bindings): Type {
  let found = type;
  while (found.kind === 'param') {
    const bound = bindings.get(found.name);
    if (bound === undefined) return found;
    found = bound;
  }
  return found;
}

/** With all bound parameters put in. */
export function substitute(type: Type, bindings: Bindings): Type {
  const found = resolve(type, bindings);
  switch (found.kind) {
    case 'list':
      return listOf(substitute(found.element, bindings));
    case 'map':
      return mapOf(substitute(found.key, bindings), substitute(found.value, bindings));
    case 'optional':
      return optionalOf(substitute(found.value, bindings));
    default:
      return found;
  }
}

/** With its parameters renamed, so that each use of a signature has its own. */
export function renamed(type: Type, suffix: string): Type {
  switch (type.kind) {
    case 'param':
      return { kind: 'param', name: type.name + suffix };
    case 'list':
      return listOf(renamed(type.element, suffix));
    case 'map':
      return mapOf(renamed(type.key, suffix), renamed(type.value, suffix));
    case 'optional':
      return optionalOf(renamed(type.value, suffix));
    default:
      return type;
  }
}
