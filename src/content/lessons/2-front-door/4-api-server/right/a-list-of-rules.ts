/** Each rule is a function, and the errors are put together. */
import {
  base64ByteLength, byteLength, checkConfigMapKey,
  type ConfigMap, deepEqual, type FieldError, forbiddenField,
  invalidValue, tooLong,
} from 'converge/sdk';

const mostBytes = 1024 * 1024;

type Rule = (map: ConfigMap, old?: ConfigMap) => FieldError[];

const keys = (field: 'data' | 'binaryData'): Rule => (map) =>
  Object.keys(map[field] ?? {}).flatMap((key) => {
    const other = field === 'data' ? 'binaryData' : 'data';
    const isInBoth = Object.hasOwn(map[other] ?? {}, key);
    return [...checkConfigMapKey(key), ...(isInBoth ? [`is in ${other} as well`] : [])]
      .map((detail) => invalidValue(`${field}[${key}]`, key, detail));
  });

const size: Rule = ({ data = {}, binaryData = {} }) => {
  const texts = Object.values(data).map((text) => byteLength(text));
  const raw = Object.values(binaryData).map((text) => base64ByteLength(text));
  const bytes = [...texts, ...raw].reduce((sum, each) => sum + each, 0);
  return bytes <= mostBytes ? [] : [tooLong('[]', mostBytes)];
};

const frozen: Rule = (map, old) =>
  old?.immutable !== true
    ? []
    : (['immutable', 'data', 'binaryData'] as const)
      .filter((field) => !deepEqual(map[field] ?? {}, old[field] ?? {}))
      .map((field) => forbiddenField(field, 'the map is immutable'));

export function validateConfigMap(map: ConfigMap, old?: ConfigMap): readonly FieldError[] {
  return [frozen, keys('data'), keys('binaryData'), size].flatMap((rule) => rule(map, old));
}
