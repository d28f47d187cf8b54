/** Returns an error for each key of an immutable map that has changed. */
import {
  base64ByteLength, byteLength, checkConfigMapKey,
  type ConfigMap, type FieldError, forbiddenField,
  invalidValue, tooLong,
} from 'converge/sdk';

const mostBytes = 1024 * 1024;

type Bag = Readonly<Record<string, string>>;

function changedKeys(now: Bag, before: Bag): readonly string[] {
  const keys = new Set([...Object.keys(now), ...Object.keys(before)]);
  return [...keys].filter((key) => now[key] !== before[key]);
}

export function validateConfigMap(
  map: ConfigMap,
  old?: ConfigMap,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { data = {}, binaryData = {} } = map;
  for (const key of Object.keys(data)) {
    for (const detail of checkConfigMapKey(key)) errors.push(invalidValue(`data[${key}]`, key, detail));
    if (Object.hasOwn(binaryData, key)) errors.push(invalidValue(`data[${key}]`, key, 'in both'));
  }
  for (const key of Object.keys(binaryData)) {
    for (const detail of checkConfigMapKey(key)) errors.push(invalidValue(`binaryData[${key}]`, key, detail));
    if (Object.hasOwn(data, key)) errors.push(invalidValue(`binaryData[${key}]`, key, 'in both'));
  }
  let bytes = 0;
  for (const value of Object.values(data)) bytes += byteLength(value);
  for (const value of Object.values(binaryData)) bytes += base64ByteLength(value);
  if (bytes > mostBytes) errors.push(tooLong('[]', mostBytes));
  if (old?.immutable === true) {
    if (map.immutable !== true) errors.push(forbiddenField('immutable', 'stays'));
    for (const key of changedKeys(data, old.data ?? {})) errors.push(forbiddenField(`data[${key}]`, 'stays'));
    for (const key of changedKeys(binaryData, old.binaryData ?? {})) errors.push(forbiddenField(`binaryData[${key}]`, 'stays'));
  }
  return errors;
}
