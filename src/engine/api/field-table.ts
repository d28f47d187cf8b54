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

const lines = new Map<string, string>();
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

/** The plain name at the end of `io.k8s.api.apps.v1.ReplicaSet`. */
export function plainTypeName(schema: string): string {
  return schema.slice(schema.lastIndexOf('.') + 1);
}

function parseType(name: string): TypeDefinition {
  if (lines.size === 0) {
    for (const line of FIELDS.trim().split('\n')) {
      const [type = '', ...fields] = line.split(' ');
      lines.set(type, fields.join(' '));
    }
  }
  const line = lines.get(name);
  if (line === undefined) throw new Error(`no such API type: ${name}`);
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
