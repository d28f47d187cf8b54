/** Keeps one error a field, in a Map. */
import {
  base64ByteLength, byteLength, checkConfigMapKey,
  type ConfigMap, deepEqual, type FieldError, forbiddenField,
  invalidValue, tooLong,
} from 'converge/sdk';

const mostBytes = 1024 * 1024;

export function validateConfigMap(map: ConfigMap, old?: ConfigMap): readonly FieldError[] {
  const errors = new Map<string, FieldError>();
  const data = new Map(Object.entries(map.data ?? {}));
  const binaryData = new Map(Object.entries(map.binaryData ?? {}));
  const inUse = new Set<string>();
  let bytes = 0;
  for (const [key, text] of data) {
    const [detail] = checkConfigMapKey(key);
    if (detail !== undefined) errors.set(`data[${key}]`, invalidValue(`data[${key}]`, key, detail));
    if (binaryData.has(key)) inUse.add(key);
    bytes += byteLength(text);
  }
  for (const [key, text] of binaryData) {
    const [detail] = checkConfigMapKey(key);
    if (detail !== undefined) errors.set(`binaryData[${key}]`, invalidValue(`binaryData[${key}]`, key, detail));
    bytes += base64ByteLength(text);
  }
  for (const key of inUse) {
    for (const field of ['data', 'binaryData']) {
      const path = `${field}[${key}]`;
      if (!errors.has(path)) errors.set(path, invalidValue(path, key, 'duplicate key'));
    }
  }
  if (bytes > mostBytes) errors.set('size', tooLong('[]', mostBytes));
  if (old?.immutable) {
    const pairs = { immutable: [map.immutable === true, true], data: [map.data ?? {}, old.data ?? {}], binaryData: [map.binaryData ?? {}, old.binaryData ?? {}] };
    for (const [field, [now, before]] of Object.entries(pairs)) {
      if (!deepEqual(now, before)) errors.set(field, forbiddenField(field, 'the map is immutable'));
    }
  }
  return [...errors.values()];
}
