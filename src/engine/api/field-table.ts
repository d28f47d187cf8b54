/** The generated field tables, parsed type by type as they are first needed. */
import { FIELDS } from './generated/fields.ts';

/** One letter: see `generated/fields.ts`. A struct's name is longer. */
export type Scalar = 's' | 'i' | 'l' | 'd' | 'b' | 't' | 'm' | 'x' | 'q' | 'y' | 'a';

export interface FieldDefinition {
  readonly name: string;
  readonly required: boolean;
  readonly shape: '' | '[' | '{' | '{[';
  /** What it holds, or what its elements are. */
  readonly scalar: Scalar | undefined;
  /** Name of the struct it holds; '' for scalars. */
  readonly struct: string;
}

export interface TypeDefinition {
  readonly name: string;
  readonly fields: ReadonlyMap<string, FieldDefinition>;
}

interface Line {
  readonly fields: string;
  readonly qualified: string;
}

const lines = new Map<string, Line>();
const plainNames = new Map<string, string>();
const types = new Map<string, TypeDefinition>();

/** A type by its plain name: `PodSpec`. Asserts that it is there. */
export function typeDefinition(name: string): TypeDefinition {
  let type = types.get(name);
  if (type === undefined) {
    type = parseType(name);
    types.set(name, type);
  }
  return type;
}

/** `io.k8s.api.apps.v1.ReplicaSet` for `ReplicaSet`; `io.k8s.api.events.v1.Event` for `EventsEvent`. Asserts that it is there. */
export function qualifiedTypeName(name: string): string {
  return lineOf(name).qualified;
}

/** The reverse: the name in the tables, `EventsEvent` for `io.k8s.api.events.v1.Event`. */
export function plainTypeName(schema: string): string {
  readLines();
  return plainNames.get(schema) ?? schema.slice(schema.lastIndexOf('.') + 1);
}

/** Whether `io.k8s.api.core.v1.Pod` is the kind of an object, not of a part of one. */
export function isKindType(schema: string): boolean {
  readLines();
  const name = plainNames.get(schema);
  if (name === undefined) return false;
  const { fields } = typeDefinition(name);
  return fields.has('kind') && fields.has('apiVersion') && fields.has('metadata');
}

/** Reads the tables when the first type is looked up. */
function readLines(): void {
  if (lines.size > 0) return;
  let package_ = '';
  for (const line of FIELDS.trim().split('\n')) {
    if (line.startsWith('@')) {
      package_ = line.slice(1);
      continue;
    }
    const end = line.includes(' ') ? line.indexOf(' ') : line.length;
    const [name = '', goName = name] = line.slice(0, end).split('=');
    const qualified = `${package_}.${goName}`;
    lines.set(name, { fields: line.slice(end + 1), qualified });
    plainNames.set(qualified, name);
  }
}

function lineOf(name: string): Line {
  readLines();
  const line = lines.get(name);
  if (line === undefined) throw new Error(`no such API type: ${name}`);
  return line;
}

function parseType(name: string): TypeDefinition {
  const line = lineOf(name).fields;
  const fields = new Map<string, FieldDefinition>();
  for (const text of line === '' ? [] : line.split(' ')) {
    const [, field = '', mark, shape = '', type = ''] = /^([^!:]+)(!?)(?::([[{]*)(\w*))?$/.exec(text) ?? [];
    fields.set(field, { name: field, required: mark === '!', shape: shapeOf(shape), ...typeOf(type) });
  }
  return { name, fields };
}

function shapeOf(text: string): FieldDefinition['shape'] {
  return text === '[' || text === '{' || text === '{[' ? text : '';
}

function typeOf(text: string): { readonly scalar: Scalar | undefined; readonly struct: string } {
  switch (text) {
    case '':
      return { scalar: 's', struct: '' };
    case 'i':
    case 'l':
    case 'd':
    case 'b':
    case 't':
    case 'm':
    case 'x':
    case 'q':
    case 'y':
    case 'a':
      return { scalar: text, struct: '' };
    default:
      return { scalar: undefined, struct: text };
  }
}
