/** Counts bytes and compares by hand. */
import {
  base64ByteLength, type ConfigMap, type FieldError, forbiddenField,
  invalidValue, tooLong,
} from 'converge/sdk';

const mostBytes = 1024 * 1024;

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

type Bag = Readonly<Record<string, string>>;

const isSame = (one: Bag, other: Bag): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.keys(one).every((key) => Object.hasOwn(other, key) && one[key] === other[key]);

export function validateConfigMap(map: ConfigMap, old?: ConfigMap): readonly FieldError[] {
  const errors: FieldError[] = [];
  const bags: [string, Bag, Bag, (text: string) => number][] = [
    ['data', map.data ?? {}, map.binaryData ?? {}, utf8Bytes],
    ['binaryData', map.binaryData ?? {}, map.data ?? {}, base64ByteLength],
  ];
  let bytes = 0;
  for (const [field, bag, other, count] of bags) {
    for (const [key, value] of Object.entries(bag)) {
      bytes += count(value);
      const legal = /^[-._a-zA-Z0-9]{1,253}$/.test(key) && key !== '.' && !key.startsWith('..');
      if (!legal) errors.push(invalidValue(`${field}[${key}]`, key, 'is no legal key'));
      if (Object.hasOwn(other, key)) errors.push(invalidValue(`${field}[${key}]`, key, 'is there twice'));
    }
  }
  if (bytes > mostBytes) errors.push(tooLong('[]', mostBytes));
  if (old?.immutable !== true) return errors;
  if (!map.immutable) errors.push(forbiddenField('immutable', 'it is set'));
  if (!isSame(map.data ?? {}, old.data ?? {})) errors.push(forbiddenField('data', 'it is immutable'));
  if (!isSame(map.binaryData ?? {}, old.binaryData ?? {})) errors.push(forbiddenField('binaryData', 'it is immutable'));
  return errors;
}
