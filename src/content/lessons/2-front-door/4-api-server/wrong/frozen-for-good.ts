/**
 * Refuses every update of an immutable map, also of its labels.
 * @cause refused what is right | named another field
 */
import {
  base64ByteLength, byteLength, checkConfigMapKey,
  type ConfigMap, type FieldError, forbiddenField,
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
  errors.push(forbiddenField('data', 'may not change'));
  return errors;
}
