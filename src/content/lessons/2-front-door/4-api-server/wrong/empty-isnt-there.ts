/**
 * Takes a key for one of both only where its text isn’t empty.
 * @cause let a key stand in both
 */
import {
  base64ByteLength, byteLength, checkConfigMapKey,
  type ConfigMap, deepEqual, type FieldError, forbiddenField,
  invalidValue, tooLong,
} from 'converge/sdk';

const mostBytes = 1024 * 1024;

export function validateConfigMap(
  map: ConfigMap,
  old?: ConfigMap,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { data = {}, binaryData = {} } = map;
  for (const key of Object.keys(data)) {
    for (const detail of checkConfigMapKey(key)) errors.push(invalidValue(`data[${key}]`, key, detail));
    if (Object.hasOwn(binaryData, key) && data[key]) errors.push(invalidValue(`data[${key}]`, key, 'in both'));
  }
  for (const key of Object.keys(binaryData)) {
    for (const detail of checkConfigMapKey(key)) errors.push(invalidValue(`binaryData[${key}]`, key, detail));
    if (Object.hasOwn(data, key) && data[key]) errors.push(invalidValue(`binaryData[${key}]`, key, 'in both'));
  }
  let bytes = 0;
  for (const value of Object.values(data)) bytes += byteLength(value);
  for (const value of Object.values(binaryData)) bytes += base64ByteLength(value);
  if (bytes > mostBytes) errors.push(tooLong('[]', mostBytes));
  if (old?.immutable === true) {
    if (map.immutable !== true) errors.push(forbiddenField('immutable', 'stays'));
    if (!deepEqual(data, old.data ?? {})) errors.push(forbiddenField('data', 'stays'));
    if (!deepEqual(binaryData, old.binaryData ?? {})) errors.push(forbiddenField('binaryData', 'stays'));
  }
  return errors;
}
