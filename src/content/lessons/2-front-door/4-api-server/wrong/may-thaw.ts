/**
 * Lets an immutable map become mutable again.
 * @cause let an immutable map change
 */
import {
  base64ByteLength, byteLength, checkConfigMapKey,
  type ConfigMap, deepEqual, type FieldError, forbiddenField,
  invalidValue, tooLong,
} from 'converge/sdk';

const mostBytes = 1024 * 1024;

/** Everything that is wrong with this ConfigMap. */
export function validateConfigMap(
  map: ConfigMap,
  old?: ConfigMap,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { data = {}, binaryData = {} } = map;

  for (const key of Object.keys(data)) {
    const field = `data[${key}]`;
    for (const detail of checkConfigMapKey(key)) {
      errors.push(invalidValue(field, key, detail));
    }
    if (Object.hasOwn(binaryData, key)) {
      errors.push(invalidValue(field, key, 'is in binaryData too'));
    }
  }
  for (const key of Object.keys(binaryData)) {
    const field = `binaryData[${key}]`;
    for (const detail of checkConfigMapKey(key)) {
      errors.push(invalidValue(field, key, detail));
    }
    if (Object.hasOwn(data, key)) {
      errors.push(invalidValue(field, key, 'is in data too'));
    }
  }

  let bytes = 0;
  for (const value of Object.values(data)) {
    bytes += byteLength(value);
  }
  for (const value of Object.values(binaryData)) {
    bytes += base64ByteLength(value);
  }
  if (bytes > mostBytes) errors.push(tooLong('[]', mostBytes));

  if (old?.immutable !== true) return errors;
  if (!deepEqual(data, old.data ?? {})) {
    errors.push(forbiddenField('data', 'may not change'));
  }
  if (!deepEqual(binaryData, old.binaryData ?? {})) {
    errors.push(forbiddenField('binaryData', 'may not change'));
  }
  return errors;
}
