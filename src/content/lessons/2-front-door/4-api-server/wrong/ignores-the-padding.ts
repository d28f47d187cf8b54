/**
 * Takes every four characters of base64 for three bytes.
 * @cause miscounted the bytes
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
  for (const [field, map_] of [['data', data], ['binaryData', binaryData]] as const) {
    for (const key of Object.keys(map_)) {
      for (const detail of checkConfigMapKey(key)) errors.push(invalidValue(`${field}[${key}]`, key, detail));
    }
  }
  for (const key of Object.keys(data)) {
    if (!Object.hasOwn(binaryData, key)) continue;
    errors.push(invalidValue(`data[${key}]`, key, 'also in binaryData'));
    errors.push(invalidValue(`binaryData[${key}]`, key, 'also in data'));
  }
  let bytes = 0;
  for (const value of Object.values(data)) bytes += byteLength(value);
  for (const value of Object.values(binaryData)) bytes += Math.floor((value.length * 3) / 4);
  if (bytes > mostBytes) errors.push(tooLong('[]', mostBytes));
  if (old?.immutable === true) {
    if (map.immutable !== true) errors.push(forbiddenField('immutable', 'stays'));
    if (!deepEqual(data, old.data ?? {})) errors.push(forbiddenField('data', 'stays'));
    if (!deepEqual(binaryData, old.binaryData ?? {})) errors.push(forbiddenField('binaryData', 'stays'));
  }
  return errors;
}
