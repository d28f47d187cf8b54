/** The JSON of requests, as grpc-gateway reads protobuf: names either way, int64 as text or number, bytes as base64. */
import type { Json } from '../../meta/json.ts';
import { fromBase64 } from '../bytes.ts';

/** A body that can't be read as the request; `message` is what Go's decoder says. */
export class BadRequest extends Error {}

export interface Fields {
  /** Bytes, one character each; '' when absent. */
  bytes(name: string): string;
  int(name: string): number;
  flag(name: string): boolean;
  /** One of the names, by name or by number; the first when absent. */
  oneOf<T extends string>(name: string, type: string, names: readonly T[]): T;
  text(name: string): string;
  texts(name: string): readonly string[];
  message(name: string): Fields | undefined;
  messages(name: string): readonly Fields[];
}

/** Reads a JSON object as a message. Unknown fields are passed over. */
export function fieldsOf(value: Json | undefined): Fields {
  if (value === undefined || value === null) return fieldsOf({});
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new BadRequest(`json: cannot unmarshal ${kindOf(value)} into Go value of type map[string]json.RawMessage`);
  }
  const fields = value as { readonly [name: string]: Json | undefined };

  function at(name: string): Json | undefined {
    return fields[name] ?? fields[camelCase(name)];
  }

  function list(name: string): readonly Json[] {
    const items = at(name) ?? [];
    if (!Array.isArray(items)) {
      throw new BadRequest(`json: cannot unmarshal ${kindOf(items)} into Go value of type []json.RawMessage`);
    }
    return items;
  }

  return {
    bytes(name) {
      const text = at(name) ?? '';
      if (typeof text !== 'string') {
        throw new BadRequest(`json: cannot unmarshal ${kindOf(text)} into Go value of type []uint8`);
      }
      const decoded = fromBase64(text);
      if ('wrongAt' in decoded) throw new BadRequest(`illegal base64 data at input byte ${decoded.wrongAt}`);
      return decoded.bytes;
    },
    int(name) {
      const value = at(name) ?? 0;
      const number = typeof value === 'string' ? Number(value.trim() || Number.NaN) : value;
      if (typeof number !== 'number' || !Number.isInteger(number)) {
        throw new BadRequest(`json: cannot unmarshal ${kindOf(value)} into Go value of type int64`);
      }
      return number;
    },
    flag(name) {
      const value = at(name) ?? false;
      if (typeof value === 'boolean') return value;
      throw new BadRequest(`json: cannot unmarshal ${kindOf(value)} into Go value of type bool`);
    },
    oneOf(name, type, names) {
      const value = at(name) ?? 0;
      const found = typeof value === 'number' ? names[value] : names.find((each) => each === value);
      if (found === undefined) throw new BadRequest(`unknown value ${JSON.stringify(value)} for enum ${type}`);
      return found;
    },
    text(name) {
      const value = at(name) ?? '';
      if (typeof value === 'string') return value;
      throw new BadRequest(`json: cannot unmarshal ${kindOf(value)} into Go value of type string`);
    },
    texts: (name) => list(name).filter((item) => typeof item === 'string'),
    message(name) {
      const value = at(name);
      return value === undefined || value === null ? undefined : fieldsOf(value);
    },
    messages: (name) => list(name).map(fieldsOf),
  };
}

function kindOf(value: Json): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value === 'boolean' ? 'bool' : typeof value;
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
