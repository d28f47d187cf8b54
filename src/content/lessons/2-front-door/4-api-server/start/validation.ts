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
    for (const detail of checkConfigMapKey(key)) {
      errors.push(invalidValue('data', key, detail));
    }
  }
  // The keys of binaryData: legal, and not in data as well.

  // All values together: at most mostBytes, the field is '[]'.

  // If `old` is immutable: immutable, data and binaryData
  // stay as they were.

  return errors;
}
