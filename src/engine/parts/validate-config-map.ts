/** What a ConfigMap may hold, and what may change in it. (pkg/apis/core/validation ValidateConfigMap, ValidateConfigMapUpdate) */
import {
  base64ByteLength,
  byteLength,
  checkConfigMapKey,
  type ConfigMap,
  deepEqual,
  type FieldError,
  forbiddenField,
  invalidValue,
  tooLong,
} from 'converge/sdk';

/** Of all values together. */
const mostBytes = 1024 * 1024;

/** Everything that is wrong with it; with `old` also what may not change. */
export function validateConfigMap(map: ConfigMap, old?: ConfigMap): readonly FieldError[] {
  const { data = {}, binaryData = {} } = map;
  const texts = Object.values(data).map(byteLength);
  const binaries = Object.values(binaryData).map(base64ByteLength);
  const bytes = [...texts, ...binaries].reduce((sum, each) => sum + each, 0);
  return [
    ...(old?.immutable === true ? validateFrozen(map, old) : []),
    ...validateKeys('data', data, 'binaryData', binaryData),
    ...validateKeys('binaryData', binaryData, 'data', data),
    // No single value is to blame: upstream names no field here, and prints that as `[]`.
    ...(bytes > mostBytes ? [tooLong('[]', mostBytes)] : []),
  ];
}

type Bag = Readonly<Record<string, string>>;

function validateKeys(field: string, bag: Bag, otherField: string, other: Bag): readonly FieldError[] {
  return Object.keys(bag).flatMap((key) => {
    const wrong = checkConfigMapKey(key);
    const twice = Object.hasOwn(other, key) ? [`duplicate of key present in ${otherField}`] : [];
    return [...wrong, ...twice].map((detail) => invalidValue(`${field}[${key}]`, key, detail));
  });
}

/** The map was immutable: it stays so, with all that it holds. */
function validateFrozen(map: ConfigMap, old: ConfigMap): readonly FieldError[] {
  const changed: string[] = [];
  if (map.immutable !== true) changed.push('immutable');
  if (!deepEqual(map.data ?? {}, old.data ?? {})) changed.push('data');
  if (!deepEqual(map.binaryData ?? {}, old.binaryData ?? {})) changed.push('binaryData');
  return changed.map((field) => forbiddenField(field, 'field is immutable when `immutable` is set'));
}
