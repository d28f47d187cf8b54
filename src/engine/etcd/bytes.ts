/** The bytes of values, and their size. */
import { utf8 } from '../meta/bytes.ts';
import type { Json } from '../meta/json.ts';

export { fromBase64, fromUtf8, toBase64, utf8 } from '../meta/bytes.ts';

/** The bytes of a stored value: a string's own; of anything else its JSON text in UTF-8. */
export function bytesOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : utf8(JSON.stringify(value) ?? '');
}

/** Bytes of a value, for objects from below: the characters of its strings and names, the part of an encoding that can be large. */
export function valueBytes(value: Json | undefined): number {
  if (typeof value === 'string') return value.length;
  return jsonBytes(value);
}

function jsonBytes(value: Json | undefined): number {
  if (typeof value === 'string') return value.length + 3;
  if (typeof value !== 'object' || value === null) return 4;
  let bytes = 2;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) bytes += jsonBytes(value[index]);
    return bytes;
  }
  const fields = value as { readonly [key: string]: Json | undefined };
  for (const name in fields) bytes += name.length + 4 + jsonBytes(fields[name]);
  return bytes;
}
