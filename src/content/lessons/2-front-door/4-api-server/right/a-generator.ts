/** A generator yields one error after another. */
import {
  base64ByteLength, byteLength, checkConfigMapKey,
  type ConfigMap, deepEqual, type FieldError, forbiddenField,
  invalidValue, tooLong,
} from 'converge/sdk';

const mostBytes = 1024 * 1024;

function* keyErrors(field: string, bag: Record<string, string>, other: Record<string, string>): Generator<FieldError> {
  for (const key in bag) {
    const path = `${field}[${key}]`;
    for (const detail of checkConfigMapKey(key)) yield invalidValue(path, key, detail);
    if (Object.keys(other).includes(key)) yield invalidValue(path, key, 'duplicate');
  }
}

function* allErrors({ data = {}, binaryData = {}, immutable }: ConfigMap, old?: ConfigMap): Generator<FieldError> {
  if (old?.immutable) {
    if (!immutable) yield forbiddenField('immutable', 'set');
    if (!deepEqual(data, old.data ?? {})) yield forbiddenField('data', 'set');
    if (!deepEqual(binaryData, old.binaryData ?? {})) yield forbiddenField('binaryData', 'set');
  }
  yield* keyErrors('data', data, binaryData);
  yield* keyErrors('binaryData', binaryData, data);
  let left = mostBytes;
  for (const text of Object.values(data)) left -= byteLength(text);
  for (const text of Object.values(binaryData)) left -= base64ByteLength(text);
  if (left < 0) yield tooLong('[]', mostBytes);
}

export const validateConfigMap = (map: ConfigMap, old?: ConfigMap): readonly FieldError[] => [...allErrors(map, old)];
